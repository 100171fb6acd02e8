import { formatAmount } from "./formatAmount.ts";
import { parseDecimal } from "./parseDecimal.ts";

/** A lower bound with at most so many decimals, for people to read; never more than the amount. */
export function roundDownAmount(amount: string, baseDecimals: number, decimals: number): string {
  if (decimals >= baseDecimals) return amount;
  const step = 10n ** BigInt(baseDecimals - decimals);
  const base = parseDecimal(amount, baseDecimals);
  return formatAmount(base - (base % step), baseDecimals);
}
