import { isAmountText } from "./isAmountText.ts";
import { parseDecimal } from "./parseDecimal.ts";

/**
 * Parses a request amount, a whole-coin decimal string with at most six decimals, into base units.
 * @throws RangeError for any other text; check typed texts with `isAmountText` first.
 */
export function parseAmount(text: string, baseDecimals: number): bigint {
  if (!isAmountText(text)) throw new RangeError("not an amount with at most six decimals");
  return parseDecimal(text, baseDecimals);
}
