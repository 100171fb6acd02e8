import { COINS, type CoinType } from "#domain/coins.ts";
import { parseDecimal } from "#domain/money/amount.ts";
import { PRICE_DECIMALS, findPricedCoin } from "#domain/price.ts";
import type { Handler } from "#server/calls/handler.ts";

/** Prices of coins in USDT as decimals without trailing zeros; null while none is known. */
export interface Prices {
  /** Asks the feed if the known price is older than a minute. Never rejects. */
  read(coinType: CoinType): Promise<string | null>;
  /** The known price, without asking the feed, for work that must not wait. */
  peek(coinType: CoinType): string | null;
}

/** Prices without a feed: none is known. */
export const NO_PRICES: Prices = { read: async () => null, peek: () => null };

const MICRO_DECIMALS = 6;

/** The value of an amount in millionths of a USDT, rounded down; null without a known price. */
export function valueMicros(coinType: CoinType, amountBase: bigint, price: string | null): bigint | null {
  if (price === null) return null;
  const divisor = 10n ** BigInt(COINS[coinType].baseDecimals + PRICE_DECIMALS - MICRO_DECIMALS);
  return (amountBase * parseDecimal(price, PRICE_DECIMALS)) / divisor;
}

/** Price of a pair; "0" for an unknown pair and for a failed feed. */
export const coinPrice: Handler<"coinPrice"> = async ({ query: { code = "ETHUSDT" } }, app) => {
  const coinType = findPricedCoin(code);
  const price = coinType === null ? null : await app.prices.read(coinType);
  return { code, price: price ?? "0" };
};
