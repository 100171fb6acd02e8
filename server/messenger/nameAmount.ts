import { COINS, type CoinType } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/formatAmount.ts";

/** The values of a text that tells an amount in base units. */
export function nameAmount(coinType: CoinType, amountBase: bigint): { amount: string; coin: string } {
  const { ticker, baseDecimals } = COINS[coinType];
  return { amount: formatAmount(amountBase, baseDecimals), coin: ticker };
}
