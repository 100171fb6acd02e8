import type { components } from "#contract/schema.d.ts";
import { COINS } from "#domain/coins.ts";
import { formatAmount, parseDecimal } from "#domain/money/amount.ts";

type Order = components["schemas"]["Order"];

/** What is still to be paid of an order, as a whole-coin decimal string. The server counts no more as paid than is due. */
export function findDueAmount({
  amount,
  paidAmount,
  coinType,
}: Pick<Order, "amount" | "paidAmount" | "coinType">): string {
  const { baseDecimals } = COINS[coinType];
  return formatAmount(parseDecimal(amount, baseDecimals) - parseDecimal(paidAmount, baseDecimals), baseDecimals);
}
