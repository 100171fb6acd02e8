import { COIN_TYPES, type CoinType } from "./coins.ts";
import { formatAmount, parseDecimal } from "./money/amount.ts";

/** Symbol of each coin's price in USDT, as price feeds use it. */
export const PRICE_CODES: Readonly<Record<CoinType, string>> = {
  eth: "ETHUSDT",
  sol: "SOLUSDT",
  tron: "TRXUSDT",
  ton: "GRAMUSDT",
  usdt: "USDTUSDT",
};

/** Prices that hold by definition: no feed is asked. */
export const FIXED_PRICES: Readonly<Partial<Record<CoinType, string>>> = { usdt: "1" };

/** Whether a coin is worth its amount in dollars, so that who types dollars types the coin. */
export function isDollar(coinType: CoinType): boolean {
  return FIXED_PRICES[coinType] === "1";
}

/** Spellings of a symbol that callers may use as well. */
const OTHER_CODES: ReadonlyMap<string, CoinType> = new Map([["TONUSDT", "ton"]]);

/** The coin of a price symbol, or null for an unknown one. */
export function findPricedCoin(code: string): CoinType | null {
  return COIN_TYPES.find((coinType) => PRICE_CODES[coinType] === code) ?? OTHER_CODES.get(code) ?? null;
}

/** Decimals of a price on the wire. */
export const PRICE_DECIMALS = 8;

/** Decimals of a converted amount. */
export const WORTH_DECIMALS = 4;

/** The most decimals that a coin has. */
const COIN_DECIMALS = 18;

/**
 * The value of an amount at a price, with 4 decimals, rounded to the nearest. Null if no price is known ("0") or the
 * value is too small to show.
 */
export function convertAmount(amount: string, price: string): string | null {
  const priceBase = parseDecimal(price, PRICE_DECIMALS);
  if (priceBase === 0n) return null;
  const exact = parseDecimal(amount, COIN_DECIMALS) * priceBase;
  const unit = 10n ** BigInt(COIN_DECIMALS + PRICE_DECIMALS - WORTH_DECIMALS);
  const worth = (exact + unit / 2n) / unit;
  return exact > 0n && worth === 0n ? null : formatAmount(worth, WORTH_DECIMALS);
}
