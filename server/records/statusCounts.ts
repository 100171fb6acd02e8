import { type RawBuilder, sql } from "kysely";
import type { App } from "#server/app.ts";
import { retryConflict } from "#server/db/retryConflict.ts";

const BATCH = 200;

/** Envelopes are counted when they are summed; what is left was summed by a process of the last version. */
const CHARTS = [
  { chart: "envelope", table: "envelope", id: "envelope_id", isDue: sql`is_summed and not is_counted` },
  {
    chart: "order",
    table: "payment_order",
    id: "order_id",
    isDue: sql`not is_counted and status in ('paid', 'cancelled', 'expired')`,
  },
] as const;

/** Counts some of the envelopes and orders that have ended, each once, and returns how many. */
export async function countEnded({ database }: Pick<App, "database">): Promise<number> {
  let counted = 0;
  for (const { chart, table, id, isDue } of CHARTS) {
    // No process of a version before the counts has run on a database that is sharded.
    if (database.isSharded && chart === "envelope") continue;
    const { rows } = await retryConflict(() =>
      sql`
        with ended as materialized (
          select ${sql.ref(id)} as id from ${sql.table(table)} where ${isDue} limit ${BATCH} for update skip locked
        ),
        counted as (
          update ${sql.table(table)} set is_counted = true from ended where ${sql.ref(id)} = ended.id returning status
        ),
        ${addCounts(chart, sql`counted`)}
        select from counted
      `.execute(database.kysely),
    );
    counted += rows.length;
  }
  return counted;
}

/** A part of a statement that adds the rows of `ended`, by their status, to the counts. */
export function addCounts(chart: "envelope" | "order", ended: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`ended_counts as (
    insert into ended_count as c (chart, status, count)
    select ${chart}, status, count(*) from ${ended} group by status order by status
    on conflict (chart, status) do update set count = c.count + excluded.count
  )`;
}

/**
 * How many envelopes and orders have each status, as rows of chart, status and count that are to be added up: those that
 * have ended by the count that is kept, the others and those that ended just now one by one.
 */
export function selectCounts(): RawBuilder<unknown> {
  return sql`
    select chart, status, count from ended_count
    union all
    select 'envelope', status, count(*) from envelope where not is_summed group by status
    union all
    select 'envelope', status, count(*) from envelope where is_summed and not is_counted group by status
    union all
    select 'order', status, count(*) from payment_order where not is_counted group by status`;
}
