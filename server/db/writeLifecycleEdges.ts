import type { PoolClient } from "pg";
import { envelopeLifecycle } from "#machines/lifecycle/envelope/envelope.machine.ts";
import { listLifecycleEdges } from "#machines/lifecycle/listLifecycleEdges.ts";
import { orderLifecycle } from "#machines/lifecycle/order/order.machine.ts";
import { payoutLifecycle } from "#machines/lifecycle/payout/payout.machine.ts";

interface Edge {
  chart: string;
  source: string;
  event: string;
  target: string;
}

/** The charts that the database enforces; each `id` is the name that its trigger passes. */
const CHARTS = [envelopeLifecycle, orderLifecycle, payoutLifecycle];

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
  const edges = CHARTS.flatMap((chart) =>
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
