import type { AnyStateMachine } from "xstate";

export interface LifecycleEdge {
  source: string;
  event: string;
  target: string;
}

/** Every edge of a flat life cycle, in the chart's order. Throws on a chart that is not flat. */
export function listLifecycleEdges(machine: AnyStateMachine): LifecycleEdge[] {
  return Object.values(machine.states).flatMap((state) => {
    if (state.type !== "atomic" && state.type !== "final") throw new Error(`${machine.id}.${state.key} is not flat`);
    return state.ownEvents.flatMap((event) =>
      (state.transitions.get(event) ?? []).map((transition) => {
        const target = transition.target?.[0];
        if (target === undefined) throw new Error(`${machine.id}.${state.key} answers ${event} without a target`);
        return { source: state.key, event, target: target.key };
      }),
    );
  });
}
