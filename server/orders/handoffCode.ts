import { toLanguage } from "#domain/language/toLanguage.ts";
import { isPayableStatus } from "#machines/lifecycle/order/orderStatuses.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { Handler } from "#server/calls/handler.ts";
import { readLiveOrderCaller } from "#server/calls/orderCaller.ts";
import { hashKeyed } from "#server/crypto/hashKeyed.ts";
import { createSecretCode } from "./createSecretCode.ts";
import { findOrder } from "./findOrder.ts";

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
