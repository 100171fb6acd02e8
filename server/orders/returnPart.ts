import type { Kysely } from "kysely";
import type { Schema } from "#server/db/schema.ts";
import { ACCOUNTS } from "#server/ledger/accounts.ts";
import { postEntries } from "#server/ledger/postEntries.ts";
import type { OrderRow } from "./findOrder.ts";

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
