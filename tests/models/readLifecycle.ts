import type { AnyStateMachine } from "xstate";
import { listLifecycleEdges } from "#machines/lifecycle/listLifecycleEdges.ts";
import type { LifecycleTable } from "#machines/lifecycle/lifecycleTable.ts";

/** What a chart says in the form of its table: its first status, and where each event leads in each. */
export function readLifecycle(machine: AnyStateMachine): { first: unknown; table: LifecycleTable<{ type: string }> } {
  const edges = listLifecycleEdges(machine);
  const listRow = (status: string) =>
    edges.filter(({ source }) => source === status).map(({ event, target }) => [event, target] as const);
  return {
    first: machine.config.initial,
    table: Object.fromEntries(
      Object.keys(machine.states).map((status) => [status, Object.fromEntries(listRow(status))]),
    ),
  };
}
