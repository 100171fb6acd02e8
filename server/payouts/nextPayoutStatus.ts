import { type RawBuilder, sql } from "kysely";
import type { PayoutLifecycleEvent } from "#machines/lifecycle/payout/payout.machine.ts";
import type { Schema } from "#server/db/schema.ts";

/** The status that an event leads a payout to, read from the chart's edges; an event without an edge fails the statement. */
export function nextPayoutStatus(event: PayoutLifecycleEvent["type"]): RawBuilder<Schema["payout"]["status"]> {
  return sql`(select target from lifecycle_edge where chart = 'payout' and source = payout.status and event = ${event})`;
}
