import type { App } from "#server/app.ts";
import type { DataOf, Handler } from "#server/calls/handler.ts";
import { hashKeyed } from "#server/crypto/hashKeyed.ts";
import { retryConflict } from "#server/db/retryConflict.ts";
import { findSecretCode } from "#server/limits/findSecretCode.ts";
import { createPaymentCode } from "./createPaymentCode.ts";

/** Exchanges a handoff code, once, for a payment code of its order. */
export const redeemHandoff: Handler<"redeemHandoff"> = (call, app) =>
  findSecretCode(app, call.ip, () => retryConflict(() => exchangeCode(app, call.body.handoffCode)));

/** Spends nothing where it fails. */
function exchangeCode(app: App, code: string): Promise<DataOf<"redeemHandoff"> | "unknown"> {
  const now = app.clock.now();
  return app.database.kysely.transaction().execute(async (trx) => {
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
