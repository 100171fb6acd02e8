import { nextStatus } from "#server/db/nextStatus.ts";
import { type Kysely, sql } from "kysely";
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

/** Cancels the envelopes of an order that was cancelled or expired, inside the transaction that ends the order. */
export async function cancelEnvelopes(trx: Kysely<Schema>, orderId: string, at: Date): Promise<void> {
  const envelopeIds = await readEnvelopeIds(trx, orderId);
  await trx
    .updateTable("envelope")
    .set({ status: nextStatus("envelope", "envelope.orderEnded"), ended_at: at })
    .where("envelope_id", "=", sql<string>`any (${envelopeIds}::text[])`)
    .where("status", "=", "awaitingPayment")
    .execute();
}
