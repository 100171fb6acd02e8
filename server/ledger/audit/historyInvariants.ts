import type { PoolClient } from "pg";
import { envelopeLifecycle } from "#machines/lifecycle/envelope/envelope.machine.ts";
import { orderLifecycle } from "#machines/lifecycle/order/order.machine.ts";
import { payoutLifecycle } from "#machines/lifecycle/payout/payout.machine.ts";
import { type Invariant, fromSql } from "./invariant.ts";

/** Each chart's rows: what they began with, where they are, and when they ended. */
const LIVES = `
  select 'envelope' as chart, envelope_id as id, 'awaitingPayment' as born, status, ended_at from envelope
  union all
  select 'order', order_id, 'awaitingPayment', status, settled_at from payment_order
  union all
  select 'payout', payout_id, 'queued', status, settled_at from payout`;

/** What must hold of statuses and the histories that are kept of them. */
export const HISTORY_INVARIANTS: readonly Invariant[] = [
  fromSql(
    "every status history leads step by step to the present status",
    `with life as (${LIVES}),
     entry as (
       select h.*, row_number() over steps as place, lag(h.target) over steps as before,
         lead(h.step) over steps is null as is_last, l.status, l.born
       from status_history h left join life l on l.chart = h.chart and l.id = h.id
       window steps as (partition by h.chart, h.id order by h.step)
     )
     select format('%s %s, step %s: %s to %s', chart, id, step, source, target) as breach
     from entry
     where status is null or step <> place or (is_last and target <> status)
       or (place > 1 and source is distinct from before)
       or (place = 1 and source is distinct from born)`,
  ),
  // Ended ones lose theirs after a while: until when is written by the job that deletes them.
  fromSql(
    "every status that has changed has a history, until its life has long been over",
    `select format('%s %s: %s without a history', l.chart, l.id, l.status) as breach
     from (${LIVES}) l
     where l.status <> l.born
       and not exists (select from status_history h where h.chart = l.chart and h.id = l.id)
       and (exists (select from lifecycle_edge e where e.chart = l.chart and e.source = l.status)
         or coalesce(l.ended_at > (select value::timestamptz from job_state where name = 'historyDeletedUntil'), true))`,
  ),
  fromSql(
    "every entry of a status history is an edge of its chart",
    `select format('%s %s, step %s: %s from %s to %s', h.chart, h.id, h.step, h.event, h.source, h.target) as breach
     from status_history h
     where not exists (
       select from lifecycle_edge e where e.chart = h.chart and e.source = h.source and e.event = h.event
         and e.target = h.target
     )`,
  ),
  { name: "every status is a state of its chart", findBreaches: findWrongStates },
];

/** Finds envelopes, orders and payouts whose status is not a state of their chart. */
async function findWrongStates(client: PoolClient): Promise<readonly string[]> {
  const { rows } = await client.query<{ breach: string }>(
    `select 'envelope ' || envelope_id || ': ' || status as breach from envelope where status <> all ($1)
     union all
     select 'order ' || order_id || ': ' || status from payment_order where status <> all ($2)
     union all
     select 'payout ' || payout_id || ': ' || status from payout where status <> all ($3)`,
    [envelopeLifecycle, orderLifecycle, payoutLifecycle].map((chart) => Object.keys(chart.states)),
  );
  return rows.map(({ breach }) => breach);
}
