import { transition, type AnyMachineSnapshot } from "xstate";
import type { WalkedModel } from "./model.ts";

/**
 * Controls of a snapshot whose event, sent a second time at once, does something again: a double tap would open a link twice,
 * or go back two pages. A chart leads from such a press to a state that ignores the next one.
 */
export function findDoublePresses(
  { machine, events, view, repeatable = [] }: WalkedModel,
  snapshot: AnyMachineSnapshot,
) {
  if (view === undefined || snapshot.status !== "active") return [];
  const offered = new Set(view(snapshot).actions.flatMap(({ enabled, event }) => (enabled ? [event.type] : [])));
  return [...offered]
    .filter((type) => !repeatable.includes(type))
    .filter((type) =>
      (events[type] ?? []).some((event) => {
        const [once] = transition(machine, snapshot, event);
        if (once.status !== "active" || !once.can(event)) return false;
        const [twice, effects] = transition(machine, once, event);
        return effects.length > 0 || toText(twice) !== toText(once);
      }),
    );
}

function toText({ value, context }: AnyMachineSnapshot): string {
  return JSON.stringify({ value, context });
}
