import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from "xstate";
import { getTransitionId } from "#src/inspector/recording/recording.ts";
import { parseSystemEvent } from "./parseNames.ts";

/** Stands for the path of the whole machine. */
export const ROOT_PATH = "(machine)";

/** A state's path within its machine. */
export function getPath({ path }: AnyStateNode): string {
  return path.length === 0 ? ROOT_PATH : path.join(".");
}

/** Every state of a machine, each before those within it. */
export function listNodes(machine: AnyStateMachine): AnyStateNode[] {
  const collect = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(collect)];
  return collect(machine.root);
}

function getDelayText(machine: AnyStateMachine, name: string): string {
  const ms = machine.implementations.delays[name];
  return typeof ms === "number"
    ? `after ${name} (${ms % 1000 === 0 ? `${String(ms / 1000)} s` : `${String(ms)} ms`})`
    : `after ${name}`;
}

/** What triggers a transition, in the words of pictures and pages. */
export function getTriggerText(machine: AnyStateMachine, eventType: string): string {
  if (eventType === "") return "always";
  const event = parseSystemEvent(eventType);
  switch (event?.kind) {
    case "done":
      return `${event.name} ✓`;
    case "error":
      return `${event.name} ✗`;
    case "after":
      return getDelayText(machine, event.name);
    case "snapshot":
      return `${event.name} changes`;
    case undefined:
      return eventType;
  }
}

/** The transitions of one state, in the order in which XState tries them. */
export function listTransitions(node: AnyStateNode): (AnyTransitionDefinition & { id: string })[] {
  return [...node.transitions.values(), node.always ?? []].flatMap((candidates) =>
    candidates.map((transition, index) => ({
      ...transition,
      id: getTransitionId({ source: node.id, eventType: transition.eventType, index }),
    })),
  );
}
