import { type RawBuilder, sql } from "kysely";
import type { EnvelopeLifecycleEvent } from "#machines/lifecycle/envelope/envelope.machine.ts";
import type { Schema } from "#server/db/schema.ts";

/** The status after an event, from the chart's edges; an event without an edge fails the statement. */
export function nextEnvelopeStatus(event: EnvelopeLifecycleEvent["type"]): RawBuilder<Schema["envelope"]["status"]> {
  return sql`(select target from lifecycle_edge where chart = 'envelope' and source = envelope.status and event = ${event})`;
}
