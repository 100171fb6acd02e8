import { coinOfWallet } from "#domain/coinOfWallet.ts";
import { requireChainFacts } from "#server/chains/requireChain.ts";
import type { Handler } from "#server/calls/handler.ts";
import { createPaymentCode } from "./createPaymentCode.ts";
import { ensurePaymentCode } from "./ensurePaymentCode.ts";

/** Returns the caller's live payment code, or a new one; with `proveType` a new one that only proves a wallet. */
export const paymentCode: Handler<"paymentCode"> = async ({ user: { tgUserId }, body }, app) => {
  const proveType = body?.proveType;
  if (proveType === undefined) return ensurePaymentCode(app, tgUserId);
  requireChainFacts(app, coinOfWallet(proveType));
  return createPaymentCode(app.database.kysely, app, { tgUserId, proveType, orderId: null });
};
