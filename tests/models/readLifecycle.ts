import type { AnyStateMachine } from "xstate";
import { listLifecycleEdges } from "#machines/lifecycle/listLifecycleEdges.ts";
import type { LifecycleTable } from "#machines/lifecycle/lifecycleTable.ts";

interface Lifecycle {
  first: unknown;
  table: LifecycleTable<{ type: string }>;
  ends: string[];
}

/** What a table says: its first status, where each event leads in each, and the last ones, from which nothing leads on. */
export function readTable(table: Lifecycle["table"]): Lifecycle {
  const statuses = Object.keys(table);
  const ends = statuses.filter((status) => Object.keys(table[status] ?? {}).length === 0);
  return { first: statuses[0], table, ends };
}

/** The same of a chart. */
export function readLifecycle(machine: AnyStateMachine): Lifecycle {
  const edges = listLifecycleEdges(machine);
  const listRow = (status: string) =>
    edges.filter(({ source }) => source === status).map(({ event, target }) => [event, target] as const);
  const statuses = Object.keys(machine.states);
  return {
    first: machine.config.initial,
    table: Object.fromEntries(statuses.map((status) => [status, Object.fromEntries(listRow(status))])),
    ends: statuses.filter((status) => machine.states[status]?.type === "final"),
  };
}
