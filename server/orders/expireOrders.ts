import { COINS } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/formatAmount.ts";
import type { App } from "#server/app.ts";
import { retryConflict } from "#server/db/retryConflict.ts";
import { cancelEnvelopes } from "#server/envelopes/cancelEnvelopes.ts";
import { queueNotification } from "#server/telegram/queueNotification.ts";
import { nextOrderStatus } from "./nextOrderStatus.ts";
import { PAYABLE_STATUSES } from "./openStatuses.ts";
import { returnPart } from "./returnPart.ts";

const BATCH = 100;

/**
 * Ends the orders that the settled chain shows to be unpaid: the time of the newest settled block has passed expiry
 * and grace. What was paid of one goes to the payer's balance, its envelopes are cancelled. Answers how many ended.
 */
export async function expireOrders(app: App): Promise<number> {
  const due = await app.database.kysely
    .selectFrom("payment_order")
    .innerJoin("chain_cursor", "chain_cursor.coin_type", "payment_order.coin_type")
    .select(["order_id", "expires_at", "final_time"])
    .where("status", "in", PAYABLE_STATUSES)
    .where("final_time", "is not", null)
    .whereRef("expires_at", "<", "final_time")
    .orderBy("expires_at")
    .limit(BATCH)
    .execute();
  const late = due.filter(
    ({ expires_at: expiresAt, final_time: finalTime }) =>
      finalTime !== null && expiresAt.getTime() + app.config.orderGraceMs < finalTime.getTime(),
  );
  for (const { order_id: orderId } of late) await retryConflict(() => expireOrder(app, orderId));
  return late.length;
}

async function expireOrder(app: App, orderId: string): Promise<void> {
  const at = app.clock.now();
  await app.database.kysely.transaction().execute(async (trx) => {
    const order = await trx
      .selectFrom("payment_order")
      .selectAll()
      .where("order_id", "=", orderId)
      .where("status", "in", PAYABLE_STATUSES)
      .forUpdate()
      .executeTakeFirst();
    if (order === undefined) return;
    const { coin_type: coinType, tg_user_id: tgUserId, paid_base: paidBase } = order;
    await trx
      .updateTable("payment_order")
      .set({ status: nextOrderStatus("order.graceOver"), settled_at: at })
      .where("order_id", "=", orderId)
      .execute();
    await cancelEnvelopes(trx, orderId, at);
    const amount = formatAmount(paidBase, COINS[coinType].baseDecimals);
    if (paidBase > 0n) {
      await returnPart(trx, order, at);
      await queueNotification(trx, app, { tgUserId, kind: "partToBalance", params: { amount, coinType } });
    } else {
      await queueNotification(trx, app, { tgUserId, kind: "orderExpired", params: {} });
    }
  });
}
