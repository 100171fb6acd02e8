import { COINS } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/formatAmount.ts";
import type { Handler } from "#server/calls/handler.ts";
import { listUsedCoins } from "./listUsedCoins.ts";
import { NO_TOTALS, readTotals } from "./readTotals.ts";

/**
 * The in-app balance of one coin, what the caller's opened envelopes cost after refunds, and what the caller claimed.
 */
export const accountAmountInfo: Handler<"accountAmountInfo"> = async ({ user: { tgUserId }, query }, app) => {
  const { coinType } = query;
  const { baseDecimals } = COINS[coinType];
  const totals = await readTotals(app.database.kysely, tgUserId);
  const { balanceBase, sentBase, claimedBase, claimCount } = totals.get(coinType) ?? NO_TOTALS;
  return {
    balance: formatAmount(balanceBase, baseDecimals),
    amountSent: formatAmount(sentBase, baseDecimals),
    amountReceived: formatAmount(claimedBase, baseDecimals),
    quantityReceived: claimCount,
    coinTypes: listUsedCoins(totals),
  };
};
