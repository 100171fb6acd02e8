import type { PoolClient } from "pg";
import { envelopeLifecycle } from "#machines/lifecycle/envelope/envelope.machine.ts";
import { orderLifecycle } from "#machines/lifecycle/order/order.machine.ts";
import { payoutLifecycle } from "#machines/lifecycle/payout/payout.machine.ts";

/** Finds envelopes, orders and payouts whose status is not a state of their chart. */
export async function findWrongStates(client: PoolClient): Promise<readonly string[]> {
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
