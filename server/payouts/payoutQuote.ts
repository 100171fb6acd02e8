import { COINS } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/formatAmount.ts";
import { parseAmount } from "#domain/money/parseAmount.ts";
import { createId } from "#server/crypto/createId.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { Handler } from "#server/calls/handler.ts";
import { readBalance } from "#server/ledger/readBalance.ts";
import { findProvenWallet } from "./findProvenWallet.ts";
import { readPayoutCost, requirePayouts } from "./preparePayout.ts";

const QUOTE_MS = 60_000;

/** What a payout of the caller's balance to the own proven wallet would cost, to be agreed to within a minute. */
export const payoutQuote: Handler<"payoutQuote"> = async ({ user: { tgUserId }, query }, app) => {
  const { coinType } = query;
  const { baseDecimals } = COINS[coinType];
  const { kysely } = app.database;
  const { route } = requirePayouts(app, coinType);
  const { address, addressKey } = await findProvenWallet(kysely, tgUserId, coinType);
  const grossBase = parseAmount(query.amount, baseDecimals);
  if (grossBase === 0n) throw new ApiError("invalidRequest");
  if ((await readBalance(kysely, tgUserId, coinType)) < grossBase) throw new ApiError("insufficientBalance");
  const { feeBase, leastBase } = await readPayoutCost(route, coinType, { to: address, amountBase: grossBase });
  if (grossBase <= feeBase) throw new ApiError("invalidRequest", { messageKey: "withdraw:problem.amountTooSmall" });
  if (grossBase - feeBase < leastBase)
    throw new ApiError("invalidRequest", { messageKey: "withdraw:problem.belowNewAccount" });
  const quoteId = createId(app.random);
  const at = app.clock.now();
  const expiresAt = new Date(at.getTime() + QUOTE_MS);
  await kysely
    .insertInto("payout_quote")
    .values({
      quote_id: quoteId,
      tg_user_id: tgUserId,
      coin_type: coinType,
      gross_base: grossBase,
      fee_base: feeBase,
      to_address: address,
      to_address_key: addressKey,
      created_at: at,
      expires_at: expiresAt,
    })
    .execute();
  return {
    quoteId,
    gross: formatAmount(grossBase, baseDecimals),
    fee: formatAmount(feeBase, baseDecimals),
    net: formatAmount(grossBase - feeBase, baseDecimals),
    toAddress: address,
    expiresAt: expiresAt.toISOString(),
  };
};
