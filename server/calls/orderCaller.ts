import type { App } from "#server/app.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { SessionUser } from "#server/calls/handler.ts";
import { authenticatePaymentCode, type PaymentCodeHolder } from "./authenticatePaymentCode.ts";

/** The caller: a logged-in user, or that user's payment page. */
export interface OrderCaller {
  tgUserId: bigint;
  /** null for a logged-in user. */
  code: PaymentCodeHolder | null;
}

/** Returns the caller of a bearer or payment code. Throws paymentCodeInvalid. */
export async function readOrderCaller(
  call: { user: SessionUser | null; paymentCode: string | null },
  app: App,
): Promise<OrderCaller> {
  if (call.user !== null) return { tgUserId: call.user.tgUserId, code: null };
  if (call.paymentCode === null) throw new ApiError("paymentCodeMissing");
  const code = await authenticatePaymentCode(app, call.paymentCode);
  if (code === "unknown" || code === "ended") throw new ApiError("paymentCodeInvalid");
  return { tgUserId: code.tgUserId, code };
}

/** Like `readOrderCaller`, but requires a payment code to be live. */
export async function readLiveOrderCaller(
  call: { user: SessionUser | null; paymentCode: string | null },
  app: App,
): Promise<OrderCaller> {
  const caller = await readOrderCaller(call, app);
  if (caller.code?.isLive === false) throw new ApiError("paymentCodeInvalid");
  return caller;
}
