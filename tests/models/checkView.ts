import type { AnyMachineSnapshot } from "xstate";
import type { WalkedModel } from "./model.ts";

/**
 * Checks that a view offers exactly what its machine accepts: an enabled control whose event would be ignored
 * is a dead button, an accepted `ui.*` event without an enabled control is out of the user's reach.
 */
export function checkView(model: WalkedModel, snapshot: AnyMachineSnapshot): string | undefined {
  if (model.view === undefined) return undefined;
  const { actions } = model.view(snapshot);
  const offered = new Set(actions.filter((action) => action.enabled).map((action) => action.event.type));
  const listed = actions.map((action) => action.event.type);
  if (
    new Set(
      listed.map((type, index) => `${type} ${actions[index]?.labelKey ?? ""} ${JSON.stringify(actions[index]?.event)}`),
    ).size !== listed.length
  )
    return "the view lists a control twice";
  for (const type of listed) if (!type.startsWith("ui.")) return `the view offers ${type}, which is no user event`;
  for (const [type, samples] of Object.entries(model.events)) {
    if (!type.startsWith("ui.") || (model.withoutControl ?? []).includes(type)) continue;
    const isAccepted = snapshot.status === "active" && samples.some((sample) => snapshot.can(sample));
    if (isAccepted && !offered.has(type)) return `${type} is accepted, and the view has no enabled control for it`;
    if (!isAccepted && offered.has(type)) return `${type} has an enabled control, and is ignored`;
  }
  return undefined;
}
