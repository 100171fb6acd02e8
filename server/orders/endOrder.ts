import { type Kysely, sql } from "kysely";
import { changeStatus, type StatusChange } from "#server/db/changeStatus.ts";
import type { Schema } from "#server/db/schema.ts";
import { ACCOUNTS } from "#server/ledger/accounts.ts";
import { postEntries } from "#server/ledger/postEntries.ts";
import type { OrderRow } from "./findOrder.ts";

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
export async function cancelEnvelopes(trx: Kysely<Schema>, orderId: string, change: StatusChange): Promise<void> {
  const envelopeIds = await readEnvelopeIds(trx, orderId);
  await trx
    .updateTable("envelope")
    .set({ ...changeStatus("envelope", "envelope.orderEnded", change), ended_at: change.at })
    .where("envelope_id", "=", sql<string>`any (${envelopeIds}::text[])`)
    .where("status", "=", "awaitingPayment")
    .execute();
}

/** Returns the paid part of an order that ends unpaid to the payer's balance, inside the transaction that ends it. */
export async function returnPart(
  trx: Kysely<Schema>,
  order: Pick<OrderRow, "order_id" | "coin_type" | "tg_user_id" | "paid_base">,
  at: Date,
): Promise<void> {
  const { order_id: orderId, coin_type: coinType, tg_user_id: tgUserId, paid_base: paidBase } = order;
  await postEntries(trx, {
    transactionId: `orderEnded:${orderId}`,
    kind: "orderEnded",
    at,
    entries: [
      { account: ACCOUNTS.order(orderId), coinType, amountBase: -paidBase },
      { account: ACCOUNTS.user(tgUserId, coinType), coinType, amountBase: paidBase },
    ],
  });
}
