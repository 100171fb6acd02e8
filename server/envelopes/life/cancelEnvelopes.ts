import { type Kysely, type RawBuilder, sql } from "kysely";
import type { EnvelopeLifecycleEvent } from "#machines/lifecycle/envelope/envelope.machine.ts";
import type { Schema } from "#server/db/schema.ts";

/** The envelopes that an order pays for. */
export async function readEnvelopeIds(database: Kysely<Schema>, orderId: string): Promise<string[]> {
  const order = await database
    .selectFrom("payment_order")
    .select("envelope_ids")
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  return order?.envelope_ids ?? [];
}

/** The status after an event, from the chart's edges; an event without an edge fails the statement. */
export function nextEnvelopeStatus(event: EnvelopeLifecycleEvent["type"]): RawBuilder<Schema["envelope"]["status"]> {
  return sql`(select target from lifecycle_edge where chart = 'envelope' and source = envelope.status and event = ${event})`;
}

/** Cancels the envelopes of an order that was cancelled or expired, inside the transaction that ends the order. */
export async function cancelEnvelopes(trx: Kysely<Schema>, orderId: string, at: Date): Promise<void> {
  const envelopeIds = await readEnvelopeIds(trx, orderId);
  await trx
    .updateTable("envelope")
    .set({ status: nextEnvelopeStatus("envelope.orderEnded"), ended_at: at })
    .where("envelope_id", "=", sql<string>`any (${envelopeIds}::text[])`)
    .where("status", "=", "awaitingPayment")
    .execute();
}
