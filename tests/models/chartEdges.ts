import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from "xstate";

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

export function getPath(node: AnyStateNode): string {
  return node.path.length === 0 ? "(machine)" : node.path.join(".");
}

export function getEdgeId(source: string, key: string, index: number): string {
  return `${source} --${key}#${String(index)}`;
}

export function listNodes(machine: AnyStateMachine): AnyStateNode[] {
  const collect = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(collect)];
  return collect(machine.root);
}

/** Key of an event type as tables write it: `xstate.done.actor.load` → `done(load)`, `xstate.snapshot.clock` → `snapshot(clock)`. */
export function getEventKey(eventType: string): string {
  if (eventType === "") return "always";
  if (eventType.startsWith("xstate.done.state.")) return "done";
  const actor = /^xstate\.(done|error)\.actor\.(.+)$/.exec(eventType);
  if (actor) return `${actor[1] ?? ""}(${actor[2] ?? ""})`;
  const snapshot = /^xstate\.snapshot\.(.+)$/.exec(eventType);
  if (snapshot) return `snapshot(${snapshot[1] ?? ""})`;
  const timer = /^xstate\.after\.([^.]+)\./.exec(eventType);
  if (timer) return `after(${timer[1] ?? ""})`;
  return eventType;
}

function getGuardName(guard: unknown): string | undefined {
  if (guard === undefined) return undefined;
  if (typeof guard === "string") return guard;
  if (typeof guard === "object" && guard !== null && "type" in guard) return String(guard.type);
  return "(inline)";
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
        guard: getGuardName(candidate.guard),
        target: candidate.target?.map((target) => getPath(target)).join(", "),
        reenter: candidate.reenter,
        description: candidate.description,
      })),
    ),
  );
}

/** The edge that a live actor reports as taken. This file alone knows XState's inspection format. */
export function identifyTransition(transition: AnyTransitionDefinition): {
  source: string;
  key: string;
  index: number;
} {
  const node: AnyStateNode = transition.source;
  const key = getEventKey(transition.eventType);
  const candidates: readonly AnyTransitionDefinition[] =
    (key === "always" ? node.always : node.transitions.get(transition.eventType)) ?? [];
  return { source: getPath(node), key, index: candidates.indexOf(transition) };
}
