import type { Kysely } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import type { Schema } from "#server/db/schema.ts";
import { openEnvelopes } from "#server/envelopes/life/openEnvelopes.ts";
import { isMoneyMissing } from "#server/ledger/missingMoney.ts";
import { changeStatus, type StatusChange } from "#server/db/changeStatus.ts";

export interface OrderPayment {
  orderId: string;
  coinType: CoinType;
  paidBase: bigint;
  dueBase: bigint;
  change: StatusChange;
}

/**
 * Counts money toward an order that the caller has locked, inside its transaction. A paid order's envelopes open with it,
 * or later where money is missing.
 */
export async function payOrder(
  trx: Kysely<Schema>,
  app: App,
  { orderId, coinType, paidBase, dueBase, change }: OrderPayment,
): Promise<void> {
  const isPaid = paidBase === dueBase;
  await trx
    .updateTable("payment_order")
    .set((set) => ({ paid_base: set("paid_base", "+", paidBase) }))
    .where("order_id", "=", orderId)
    .execute();
  const update = trx.updateTable("payment_order").where("order_id", "=", orderId);
  if (isPaid) {
    // While money is missing the envelopes wait; openWaiting opens them when it is back.
    const mustWait = await isMoneyMissing(trx, coinType);
    await update
      .set({ ...changeStatus("order", "payment.fullFinal", change), settled_at: change.at, is_opening_due: mustWait })
      .execute();
    if (!mustWait) await openEnvelopes(trx, app, orderId, change);
  } else {
    await update
      .set(changeStatus("order", "payment.partFinal", change))
      .where("status", "<>", "partiallyPaid")
      .execute();
  }
}
