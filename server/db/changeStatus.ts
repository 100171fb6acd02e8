import { type RawBuilder, type Selectable, sql } from "kysely";
import { type EnvelopeLifecycleEvent, envelopeLifecycle } from "#machines/lifecycle/envelope/envelope.machine.ts";
import { listLifecycleEdges } from "#machines/lifecycle/listLifecycleEdges.ts";
import { type OrderLifecycleEvent, orderLifecycle } from "#machines/lifecycle/order/order.machine.ts";
import { type PayoutLifecycleEvent, payoutLifecycle } from "#machines/lifecycle/payout/payout.machine.ts";
import type { Changed, Schema } from "./schema.ts";
import type { PoolClient } from "pg";

const TABLES = { envelope: "envelope", order: "payment_order", payout: "payout" } as const;

interface Rows {
  envelope: Selectable<Schema["envelope"]>;
  order: Selectable<Schema["payment_order"]>;
  payout: Selectable<Schema["payout"]>;
}

interface Events {
  envelope: EnvelopeLifecycleEvent;
  order: OrderLifecycleEvent;
  payout: PayoutLifecycleEvent;
}

/** The calls and jobs that change a status. The history shows them, so none says more than that. */
export type StatusCause =
  | "cancelOrder"
  | "cancelPayout"
  | "chainWatcher"
  | "closeEnvelope"
  | "expireOrders"
  | "payFromBalance"
  | "refund"
  | "refusePayout"
  | "releasePayout"
  | "sendPayouts";

export interface StatusChange {
  at: Date;
  cause: StatusCause;
}

/** The charts that the database enforces; each `id` is the name that its trigger passes. */
const CHARTS = { envelope: envelopeLifecycle, order: orderLifecycle, payout: payoutLifecycle } as const;

/**
 * The columns that change a status: the status after an event, from the chart's edges, and what the trigger writes into
 * the history. An event without an edge fails the statement.
 */
export function changeStatus<Chart extends keyof Events>(
  chart: Chart,
  event: Events[Chart]["type"],
  { at, cause }: StatusChange,
): {
  status: RawBuilder<Rows[Chart]["status"] & Changed>;
  changed_at: Date;
  changed_by: StatusCause;
  changed_event: Events[Chart]["type"];
} {
  const source = sql.ref(`${TABLES[chart]}.status`);
  const edges = listLifecycleEdges(CHARTS[chart]).filter((edge) => edge.event === event);
  const branches = edges.map((edge) => sql`when ${source} = ${sql.lit(edge.source)} then ${sql.lit(edge.target)}`);
  // No table is read, since a sharded database has the row and its charts on different nodes.
  const target = sql<Rows[Chart]["status"] & Changed>`(case ${sql.join(branches, sql` `)} end)`;
  return { status: target, changed_at: at, changed_by: cause, changed_event: event };
}

interface Edge {
  chart: string;
  source: string;
  event: string;
  target: string;
}

/**
 * Writes the charts' edges into the table lifecycle_edge. Skips a database without the table. It removes none: those that
 * this version does not know belong to a newer one that runs beside it. A migration removes what no chart has any more.
 */
export async function writeLifecycleEdges(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>(
    "select to_regclass('lifecycle_edge') is not null as exists",
  );
  if (rows[0]?.exists !== true) return;
  // A write goes to every node of a sharded database: without a new edge, a server starts while one is away.
  const known = await client.query<Edge>("select chart, source, event, target from lifecycle_edge");
  const names = new Set(known.rows.map(nameEdge));
  const edges = Object.values(CHARTS).flatMap((chart) =>
    listLifecycleEdges(chart).map(({ source, event, target }) => ({ chart: chart.id, source, event, target })),
  );
  const added = edges.filter((edge) => !names.has(nameEdge(edge)));
  if (added.length === 0) return;
  const columns = [
    added.map(({ chart }) => chart),
    added.map(({ source }) => source),
    added.map(({ event }) => event),
    added.map(({ target }) => target),
  ];
  await client.query(
    `insert into lifecycle_edge (chart, source, event, target)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::text[]) on conflict do nothing`,
    columns,
  );
}

function nameEdge({ chart, source, event, target }: Edge): string {
  return [chart, source, event, target].join(" ");
}
