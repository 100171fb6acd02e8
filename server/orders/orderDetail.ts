import type { Handler } from "#server/calls/handler.ts";
import { findOrder } from "./findOrder.ts";
import { readOrderCaller } from "./orderCaller.ts";
import { readWireOrder } from "./readWireOrder.ts";

export const orderDetail: Handler<"orderDetail"> = async (call, app) => {
  const caller = await readOrderCaller(call, app);
  const { order_id: orderId } = await findOrder(app, caller, call.query.orderId);
  return { order: await readWireOrder(app, orderId, caller.code === null ? caller.tgUserId : null) };
};
