import { COINS, type CoinType } from "#domain/coins.ts";
import type { Language } from "#domain/language/language.ts";
import { formatAmount } from "#domain/money/formatAmount.ts";
import { formatAmountText } from "#domain/money/formatAmountText.ts";

/** The values of a text that tells an amount in base units, written as the reader's language writes numbers. */
export function nameAmount(
  language: Language,
  coinType: CoinType,
  amountBase: bigint,
): { amount: string; coin: string } {
  const { ticker, baseDecimals } = COINS[coinType];
  return { amount: formatAmountText(formatAmount(amountBase, baseDecimals), language), coin: ticker };
}
