import type { Handler } from "#server/calls/handler.ts";
import { ensurePaymentCode } from "./ensurePaymentCode.ts";

/** Returns the caller's live payment code, or a new one. */
export const paymentCode: Handler<"paymentCode"> = ({ user: { tgUserId } }, app) => ensurePaymentCode(app, tgUserId);
