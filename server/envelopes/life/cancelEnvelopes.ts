import { type Kysely, sql } from "kysely";
import type { Schema } from "#server/db/schema.ts";
import { nextEnvelopeStatus } from "./nextEnvelopeStatus.ts";
import { readEnvelopeIds } from "./readEnvelopeIds.ts";

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
