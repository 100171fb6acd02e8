import type { App } from "#server/app.ts";
import type { DataOf } from "#server/calls/handler.ts";
import { createPaymentCode } from "./createPaymentCode.ts";
import { findLivePaymentCode } from "./findLivePaymentCode.ts";

/**
 * Returns the user's live payment code, or creates one if none lives long enough for a payment; an older one stays
 * valid until it expires. Only its owner may see it.
 */
export async function ensurePaymentCode(app: App, tgUserId: bigint): Promise<DataOf<"paymentCode">> {
  const live = await findLivePaymentCode(app, tgUserId);
  // Ten minutes of the usual thirty.
  const shortestMs = app.config.paymentCodeTtlMs / 3;
  if (live !== null && Date.parse(live.expiresAt) - app.clock.now().getTime() >= shortestMs) return live;
  return createPaymentCode(app.database.kysely, app, { tgUserId, proveType: null, orderId: null });
}
