import { formatAmount } from "./formatAmount.ts";
import { parseDecimal } from "./parseDecimal.ts";

/** Rounds down to at most this many decimals, for display. */
export function roundDownAmount(amount: string, baseDecimals: number, decimals: number): string {
  if (decimals >= baseDecimals) return amount;
  const step = 10n ** BigInt(baseDecimals - decimals);
  const base = parseDecimal(amount, baseDecimals);
  return formatAmount(base - (base % step), baseDecimals);
}
