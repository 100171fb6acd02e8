import { type RawBuilder, sql } from "kysely";
import type { App } from "#server/app.ts";
import { retryConflict } from "#server/db/failures.ts";

const BATCH = 200;

/** Counts some of the orders that have ended, each once, and returns how many. Envelopes are counted when they are summed. */
export async function countEnded({ database }: Pick<App, "database">): Promise<number> {
  const { rows } = await retryConflict(() =>
    sql`
      with ended as materialized (
        select order_id from payment_order
        where not is_counted and status in ('paid', 'cancelled', 'expired')
        limit ${BATCH} for update skip locked
      ),
      counted as (
        update payment_order o set is_counted = true from ended where o.order_id = ended.order_id returning o.status
      ),
      ${addCounts("order", sql`counted`)}
      select from counted
    `.execute(database.kysely),
  );
  return rows.length;
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
    select 'order', status, count(*) from payment_order where not is_counted group by status`;
}
