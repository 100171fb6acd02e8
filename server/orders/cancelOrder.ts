import { COINS } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/amount.ts";
import { isPayableStatus } from "#machines/lifecycle/order/orderStatuses.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { Handler } from "#server/calls/handler.ts";
import { changeStatus } from "#server/db/changeStatus.ts";
import { transact } from "#server/db/transact.ts";
import { queueNotification } from "#server/messenger/queueNotification.ts";
import { cancelEnvelopes, returnPart } from "./endOrder.ts";
import { findOrder, lockOrder } from "./findOrder.ts";
import { readLiveOrderCaller } from "./orderCaller.ts";
import { readWireOrder } from "./readWireOrder.ts";

/**
 * Cancels an order without a payment under way. The part paid so far goes to the payer's balance. A repeat returns the
 * cancelled order again.
 */
export const cancelOrder: Handler<"cancelOrder"> = async (call, app) => {
  const caller = await readLiveOrderCaller(call, app);
  const { order_id: orderId } = await findOrder(app, caller, call.body.orderId);
  const at = app.clock.now();
  const change = { at, cause: "cancelOrder" } as const;
  await transact(app.database.kysely, async (trx) => {
    const order = await lockOrder(trx, orderId);
    if (order.status === "cancelled") return;
    if (!isPayableStatus(order.status)) throw new ApiError("orderNotPayable");
    await trx
      .updateTable("payment_order")
      .set({ ...changeStatus("order", "order.cancelled", change), settled_at: at })
      .where("order_id", "=", orderId)
      .execute();
    await cancelEnvelopes(trx, orderId, change);
    const { coin_type: coinType, tg_user_id: tgUserId, paid_base: paidBase } = order;
    if (paidBase === 0n) return;
    await returnPart(trx, order, at);
    const amount = formatAmount(paidBase, COINS[coinType].baseDecimals);
    await queueNotification(trx, app, {
      tgUserId,
      kind: "cancelledToBalance",
      params: { amount, coinType, orderId },
    });
  });
  return { order: await readWireOrder(app, orderId, caller.code === null ? caller.tgUserId : null) };
};
