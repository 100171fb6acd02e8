import type { Kysely, Selectable } from "kysely";
import { isOpenStatus } from "#machines/lifecycle/order/orderStatuses.ts";
import type { App } from "#server/app.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { Schema } from "#server/db/schema.ts";
import type { OrderCaller } from "./orderCaller.ts";
import { markShown } from "./paymentCodes.ts";

/** How long a page with an expired code may read how an order ended. */
const OUTCOME_MS = 15 * 60_000;

export type OrderRow = Selectable<Schema["payment_order"]>;

/**
 * Reads the caller's order. A live payment code reaches the open orders and those it has shown; an expired one only
 * those it has shown, until shortly after the order's end, so that its page can show the result. A code for one order
 * reaches only that order.
 * Throws notFound, or paymentCodeInvalid if only the code's expiry prevents it.
 */
export async function findOrder(app: App, { tgUserId, code }: OrderCaller, orderId: string): Promise<OrderRow> {
  const order = await app.database.kysely
    .selectFrom("payment_order")
    .selectAll()
    .where("order_id", "=", orderId)
    .where("tg_user_id", "=", tgUserId)
    .executeTakeFirst();
  if (order === undefined) throw new ApiError("notFound");
  if (code === null) return order;
  if (code.orderId !== null && code.orderId !== orderId) throw new ApiError("notFound");

  const isOpen = isOpenStatus(order.status);
  if (code.isLive && isOpen) {
    await markShown(app, code, [orderId]);
    return order;
  }
  const shown = await app.database.kysely
    .selectFrom("payment_code_order")
    .select("order_id")
    .where("code_hash", "=", code.codeHash)
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  if (shown === undefined) throw new ApiError(code.isLive ? "notFound" : "paymentCodeInvalid");
  if (code.isLive || isOpen) return order;
  const endedAt = order.settled_at ?? order.expires_at;
  if (endedAt.getTime() + OUTCOME_MS <= app.clock.now().getTime()) throw new ApiError("paymentCodeInvalid");
  return order;
}

/** Locks an order that is known to be there, and reads it as it is now. */
export function lockOrder(trx: Kysely<Schema>, orderId: string): Promise<OrderRow> {
  return trx
    .selectFrom("payment_order")
    .selectAll()
    .where("order_id", "=", orderId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}
