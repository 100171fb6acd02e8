import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from "xstate";
import { recordTransition } from "#src/inspector/recording/recordTransition.ts";
import { getPath, listNodes } from "../../scripts/charts/listTransitions.ts";
import { getName, parseSystemEvent } from "../../scripts/charts/parseNames.ts";

/** One guarded candidate of one event in one state. */
export interface ChartEdge {
  /** `<source path> --<event key>#<index>` */
  id: string;
  source: string;
  key: string;
  index: number;
  guard: string | undefined;
  target: string | undefined;
  reenter: boolean;
  description: string | undefined;
}

export function getEdgeId(source: string, key: string, index: number): string {
  return `${source} --${key}#${String(index)}`;
}

/** Key of an event type in the id of an edge: `xstate.done.actor.load` → `done(load)`, `xstate.snapshot.clock` → `snapshot(clock)`. */
export function getEventKey(eventType: string): string {
  if (eventType === "") return "always";
  if (eventType.startsWith("xstate.done.state.")) return "done";
  const event = parseSystemEvent(eventType);
  return event === null ? eventType : `${event.kind}(${event.name})`;
}

function listCandidates(node: AnyStateNode): [string, readonly AnyTransitionDefinition[]][] {
  const byEvent: [string, readonly AnyTransitionDefinition[]][] = [...node.transitions].map(([type, list]) => [
    getEventKey(type),
    list,
  ]);
  return node.always ? [...byEvent, ["always", node.always]] : byEvent;
}

/** Every transition of a chart: `on`, `after`, `always`, `onDone`, `onError`, `onSnapshot`. */
export function listEdges(machine: AnyStateMachine): ChartEdge[] {
  return listNodes(machine).flatMap((node) =>
    listCandidates(node).flatMap(([key, candidates]) =>
      candidates.map((candidate, index) => ({
        id: getEdgeId(getPath(node), key, index),
        source: getPath(node),
        key,
        index,
        guard: candidate.guard === undefined ? undefined : getName(candidate.guard),
        target: candidate.target?.map((target) => getPath(target)).join(", "),
        reenter: candidate.reenter,
        description: candidate.description,
      })),
    ),
  );
}

/** The edge that a live actor reports as taken. */
function identifyTransition(transition: AnyTransitionDefinition): {
  source: string;
  key: string;
  index: number;
} {
  const { eventType, index } = recordTransition(transition);
  return { source: getPath(transition.source), key: getEventKey(eventType), index };
}

/** The id of the edge that a live actor reports as taken. */
export function nameTransition(transition: AnyTransitionDefinition): string {
  const { source, key, index } = identifyTransition(transition);
  return getEdgeId(source, key, index);
}

/** The paths of all states that a machine is in. */
export function listActivePaths(snapshot: AnyMachineSnapshot): Set<string> {
  return new Set(snapshot._nodes.map((node) => getPath(node)));
}
