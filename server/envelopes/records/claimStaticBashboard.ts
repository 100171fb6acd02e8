import { COIN_TYPES, COINS } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/formatAmount.ts";
import type { Handler } from "#server/calls/handler.ts";
import { NO_TOTALS, readTotals } from "./readTotals.ts";

/**
 * What the caller claimed in one coin, how often with the best luck, and what others claimed from the caller's
 * envelopes.
 */
export const claimStaticBashboard: Handler<"claimStaticBashboard"> = async ({ user: { tgUserId }, query }, app) => {
  const { coinType } = query;
  const { baseDecimals } = COINS[coinType];
  const totals = await readTotals(app.database.kysely, tgUserId);
  const { claimedBase, claimCount, paidOutBase, bestLuckCount } = totals.get(coinType) ?? NO_TOTALS;
  return {
    coinType,
    totalReceivedAmount: formatAmount(claimedBase, baseDecimals),
    receivedQuantity: claimCount,
    paidOutAmount: formatAmount(paidOutBase, baseDecimals),
    bestLuckCount,
    coinTypes: COIN_TYPES.filter((candidate) => {
      const { claimCount: claims, paidOutBase: paidOut } = totals.get(candidate) ?? NO_TOTALS;
      return claims > 0 || paidOut > 0n;
    }),
  };
};
