import { COINS, type CoinType } from "#domain/coins.ts";
import { roundDownAmount } from "#domain/money/amount.ts";

/**
 * The share that an envelope in return begins with; null where the address names no amount of a coin.
 * @param coinType that the address names, if any
 */
export function readGiftAmount(search: URLSearchParams, coinType: CoinType | null): string | null {
  const amount = search.get("amount") ?? "";
  if (coinType === null || !/^\d{1,12}(\.\d{1,18})?$/u.test(amount)) return null;
  const { baseDecimals, decimals } = COINS[coinType];
  if ((amount.split(".")[1] ?? "").length > baseDecimals) return null;
  return roundDownAmount(amount, baseDecimals, decimals);
}
