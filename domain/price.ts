import { COIN_TYPES, type CoinType } from "./coins.ts";
import { formatAmount } from "./money/formatAmount.ts";
import { parseDecimal } from "./money/parseDecimal.ts";

/** Code of each coin's price in USDT, as price feeds name it. */
export const PRICE_CODES: Readonly<Record<CoinType, string>> = {
  eth: "ETHUSDT",
  sol: "SOLUSDT",
  tron: "TRXUSDT",
  ton: "TONUSDT",
};

/** The coin that a price code is of, or null for a code that nobody here knows. */
export function findPricedCoin(code: string): CoinType | null {
  return COIN_TYPES.find((coinType) => PRICE_CODES[coinType] === code) ?? null;
}

/** Decimals of a price on the wire. */
export const PRICE_DECIMALS = 8;

/** Decimals that a person sees of a converted amount. */
const SHOWN_DECIMALS = 4;

/** Decimals of a coin at most. */
const COIN_DECIMALS = 18;

/**
 * What an amount is worth at a price, with 4 decimals, rounded to the nearest. Null where no price is known ("0"), or
 * where the worth is too small to be shown.
 */
export function convertAmount(amount: string, price: string): string | null {
  const priceBase = parseDecimal(price, PRICE_DECIMALS);
  if (priceBase === 0n) return null;
  const exact = parseDecimal(amount, COIN_DECIMALS) * priceBase;
  const unit = 10n ** BigInt(COIN_DECIMALS + PRICE_DECIMALS - SHOWN_DECIMALS);
  const worth = (exact + unit / 2n) / unit;
  return exact > 0n && worth === 0n ? null : formatAmount(worth, SHOWN_DECIMALS);
}
