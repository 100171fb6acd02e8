import { formatAmount } from "./formatAmount.ts";
import { parseDecimal } from "./parseDecimal.ts";

/** Rounds up to at most this many decimals, for display. */
export function roundUpAmount(amount: string, baseDecimals: number, decimals: number): string {
  if (decimals >= baseDecimals) return amount;
  const step = 10n ** BigInt(baseDecimals - decimals);
  const base = parseDecimal(amount, baseDecimals);
  return formatAmount(((base + step - 1n) / step) * step, baseDecimals);
}
