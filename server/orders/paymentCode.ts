import type { Handler } from "#server/calls/handler.ts";
import { ensurePaymentCode } from "./ensurePaymentCode.ts";

/** Answers the caller's live external payment code, or a new one when none is live. */
export const paymentCode: Handler<"paymentCode"> = ({ user: { tgUserId } }, app) => ensurePaymentCode(app, tgUserId);
