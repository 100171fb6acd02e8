import { COINS, type CoinType } from "#domain/coins.ts";
import { parseDecimal } from "#domain/money/parseDecimal.ts";
import { PRICE_DECIMALS } from "#domain/price.ts";

const MICRO_DECIMALS = 6;

/** The value of an amount in millionths of a USDT, rounded down; null without a known price. */
export function valueMicros(coinType: CoinType, amountBase: bigint, price: string | null): bigint | null {
  if (price === null) return null;
  const divisor = 10n ** BigInt(COINS[coinType].baseDecimals + PRICE_DECIMALS - MICRO_DECIMALS);
  return (amountBase * parseDecimal(price, PRICE_DECIMALS)) / divisor;
}
