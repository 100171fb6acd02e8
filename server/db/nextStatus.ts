import { type RawBuilder, sql } from "kysely";
import type { EnvelopeLifecycleEvent } from "#machines/lifecycle/envelope/envelope.machine.ts";
import type { OrderLifecycleEvent } from "#machines/lifecycle/order/order.machine.ts";
import type { PayoutLifecycleEvent } from "#machines/lifecycle/payout/payout.machine.ts";
import type { Schema } from "./schema.ts";

const TABLES = { envelope: "envelope", order: "payment_order", payout: "payout" } as const;

interface Events {
  envelope: EnvelopeLifecycleEvent;
  order: OrderLifecycleEvent;
  payout: PayoutLifecycleEvent;
}

/** The status after an event, from the chart's edges; an event without an edge fails the statement. */
export function nextStatus<Chart extends keyof Events>(
  chart: Chart,
  event: Events[Chart]["type"],
): RawBuilder<Schema[(typeof TABLES)[Chart]]["status"]> {
  const source = sql.ref(`${TABLES[chart]}.status`);
  return sql`(select target from lifecycle_edge where chart = ${chart} and source = ${source} and event = ${event})`;
}
