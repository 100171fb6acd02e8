import type { PoolClient } from "pg";
import { envelopeLifecycle } from "#machines/lifecycle/envelope/envelope.machine.ts";
import { orderLifecycle } from "#machines/lifecycle/order/order.machine.ts";

/** Finds envelopes and orders whose status is not a state of their chart. */
export async function findWrongStates(client: PoolClient): Promise<readonly string[]> {
  const { rows } = await client.query<{ breach: string }>(
    `select 'envelope ' || envelope_id || ': ' || status as breach from envelope where status <> all ($1)
     union all
     select 'order ' || order_id || ': ' || status from payment_order where status <> all ($2)`,
    [Object.keys(envelopeLifecycle.states), Object.keys(orderLifecycle.states)],
  );
  return rows.map(({ breach }) => breach);
}
