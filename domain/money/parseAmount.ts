import { isAmountText } from "./isAmountText.ts";
import { parseDecimal } from "./parseDecimal.ts";

/**
 * Reads a request amount, a whole-coin decimal string with at most six decimals, into base units.
 * @throws RangeError when the text is not such an amount; ask `isAmountText` first where a person typed it.
 */
export function parseAmount(text: string, baseDecimals: number): bigint {
  if (!isAmountText(text)) throw new RangeError("not an amount with at most six decimals");
  return parseDecimal(text, baseDecimals);
}
