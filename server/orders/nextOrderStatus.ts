import { type RawBuilder, sql } from "kysely";
import type { OrderLifecycleEvent } from "#machines/lifecycle/order/order.machine.ts";
import type { Schema } from "#server/db/schema.ts";

/** The status after an event, from the chart's edges; an event without an edge fails the statement. */
export function nextOrderStatus(event: OrderLifecycleEvent["type"]): RawBuilder<Schema["payment_order"]["status"]> {
  return sql`(select target from lifecycle_edge where chart = 'order' and source = payment_order.status and event = ${event})`;
}
