import type { Kysely } from "kysely";
import type { Schema } from "#server/db/schema.ts";
import { nextEnvelopeStatus } from "./nextEnvelopeStatus.ts";

/** Ends the envelopes of an order that was cancelled or expired unpaid, inside the transaction that ends the order. */
export async function cancelEnvelopes(trx: Kysely<Schema>, orderId: string, at: Date): Promise<void> {
  await trx
    .updateTable("envelope")
    .set({ status: nextEnvelopeStatus("envelope.orderEnded"), ended_at: at })
    .where("order_id", "=", orderId)
    .where("status", "=", "awaitingPayment")
    .execute();
}
