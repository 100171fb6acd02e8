import { formatAmount, parseDecimal } from "./money/amount.ts";
import { PRICE_DECIMALS } from "./price.ts";

/** The most decimals that an amount to send has. */
const SENT_DECIMALS = 6;
/** With no more decimals than a price has. */
const DOLLARS = /^(?:0|[1-9][0-9]*)(?:\.[0-9]{1,8})?$/u;

/**
 * What dollars buy at a price, rounded down to the 6 decimals that can be sent: it is never worth more than was typed.
 * Null if no price is known ("0") or the text is no plain decimal number.
 */
export function convertDollars(dollars: string, price: string): string | null {
  const priceBase = parseDecimal(price, PRICE_DECIMALS);
  if (priceBase === 0n || !DOLLARS.test(dollars)) return null;
  const dollarsBase = parseDecimal(dollars, PRICE_DECIMALS);
  return formatAmount((dollarsBase * 10n ** BigInt(SENT_DECIMALS)) / priceBase, SENT_DECIMALS);
}
