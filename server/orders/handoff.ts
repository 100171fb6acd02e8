import { toLanguage } from "#domain/language/language.ts";
import { isPayableStatus } from "#machines/lifecycle/order/orderStatuses.ts";
import type { App } from "#server/app.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { DataOf, Handler } from "#server/calls/handler.ts";
import { hashKeyed } from "#server/crypto/keyed.ts";
import { transact } from "#server/db/transact.ts";
import { findSecretCode } from "#server/limits/attempts.ts";
import { findOrder } from "./findOrder.ts";
import { readLiveOrderCaller } from "./orderCaller.ts";
import { createPaymentCode, createSecretCode } from "./paymentCodes.ts";

const HANDOFF_MS = 5 * 60_000;

/** Creates a link that opens the payment page of one payable order in another browser, once. */
export const handoffCode: Handler<"handoffCode"> = async (call, app) => {
  const caller = await readLiveOrderCaller(call, app);
  const order = await findOrder(app, caller, call.body.orderId);
  const now = app.clock.now();
  if (!isPayableStatus(order.status) || order.expires_at <= now) throw new ApiError("orderNotPayable");
  const { kysely } = app.database;
  const code = createSecretCode(app.random);
  const [codeHash] = hashKeyed(app.config.appSecrets, "handoffCode.hash", code);
  const expiresAt = new Date(now.getTime() + HANDOFF_MS);
  await kysely
    .insertInto("handoff_code")
    .values({ code_hash: codeHash, order_id: order.order_id, expires_at: expiresAt })
    .execute();
  const { lang } = await kysely
    .selectFrom("tg_user")
    .select("lang")
    .where("tg_user_id", "=", caller.tgUserId)
    .executeTakeFirstOrThrow();
  return {
    handoffUrl: `${app.config.publicUrl}/unPaymentList?lang=${toLanguage(lang)}#handoff=${code}`,
    expiresAt: expiresAt.toISOString(),
  };
};

/** Exchanges a handoff code, once, for a payment code of its order. */
export const redeemHandoff: Handler<"redeemHandoff"> = (call, app) =>
  findSecretCode(app, call.ip, () => exchangeCode(app, call.body.handoffCode));

/** Spends nothing where it fails. */
function exchangeCode(app: App, code: string): Promise<DataOf<"redeemHandoff"> | "unknown"> {
  const now = app.clock.now();
  return transact(app.database.kysely, async (trx) => {
    const spent = await trx
      .updateTable("handoff_code")
      .set({ used_at: now })
      .where("code_hash", "in", hashKeyed(app.config.appSecrets, "handoffCode.hash", code))
      .where("used_at", "is", null)
      .where("expires_at", ">", now)
      .returning("order_id")
      .executeTakeFirst();
    if (spent === undefined) return "unknown";
    const { order_id: orderId } = spent;
    const { tg_user_id: tgUserId } = await trx
      .selectFrom("payment_order")
      .select("tg_user_id")
      .where("order_id", "=", orderId)
      .executeTakeFirstOrThrow();
    return createPaymentCode(trx, app, { tgUserId, proveType: null, orderId });
  });
}
