import { retryConflict } from "#server/db/retryConflict.ts";
import { cancelEnvelopes } from "#server/envelopes/cancelEnvelopes.ts";
import { ApiError } from "#server/http/apiError.ts";
import type { Handler } from "#server/http/handler.ts";
import { findOrder } from "./findOrder.ts";
import { nextOrderStatus } from "./nextOrderStatus.ts";
import { readLiveOrderCaller } from "./orderCaller.ts";
import { readWireOrder } from "./readWireOrder.ts";

/** Cancels an order that has received nothing. A repeat answers the cancelled order again. */
export const cancelOrder: Handler<"cancelOrder"> = async (call, app) => {
  const caller = await readLiveOrderCaller(call, app);
  const { order_id: orderId } = await findOrder(app, caller, call.body.orderId);
  const at = app.clock.now();
  await retryConflict(() =>
    app.database.kysely.transaction().execute(async (trx) => {
      const { status } = await trx
        .selectFrom("payment_order")
        .select("status")
        .where("order_id", "=", orderId)
        .forUpdate()
        .executeTakeFirstOrThrow();
      if (status === "cancelled") return;
      if (status !== "awaitingPayment") throw new ApiError("orderNotPayable");
      await trx
        .updateTable("payment_order")
        .set({ status: nextOrderStatus("order.cancelled"), settled_at: at })
        .where("order_id", "=", orderId)
        .execute();
      await cancelEnvelopes(trx, orderId, at);
    }),
  );
  return { order: await readWireOrder(app, orderId, caller.code === null ? caller.tgUserId : null) };
};
