import type { components } from "#contract/schema.d.ts";
import { findFirstAmount } from "#domain/address/findFirstAmount.ts";
import { COINS, type CoinType } from "#domain/coins.ts";
import { formatAmount, isAmountText, parseDecimal, roundDownAmount } from "#domain/money/amount.ts";

type PayoutQuote = components["schemas"]["PayoutQuote"];

export type AmountProblem = "amountRequired" | "amountFormat" | "amountTooLarge" | "amountTooSmall" | "belowNewAccount";

interface AmountForm {
  coinType: CoinType;
  amount: string;
  /** A whole-coin decimal string; null while unknown. */
  balance: string | null;
}

/** The most that can be asked for: the balance, cut to what a request can say. */
export function findWholeAmount(coinType: CoinType, balance: string): string {
  const { baseDecimals, decimals } = COINS[coinType];
  return roundDownAmount(balance, baseDecimals, decimals);
}

/** What is left of a balance; nothing where it did not know of everything that came in. */
export function subtract(coinType: CoinType, balance: string, amount: string): string {
  const { baseDecimals } = COINS[coinType];
  const restBase = parseDecimal(balance, baseDecimals) - parseDecimal(amount, baseDecimals);
  return formatAmount(restBase > 0n ? restBase : 0n, baseDecimals);
}

/** What is wrong with the amount as typed; null where nothing is. Only the server knows whether it exceeds the fee. */
export function findAmountProblem({ coinType, amount, balance }: AmountForm): AmountProblem | null {
  if (amount === "") return "amountRequired";
  if (!isAmountText(amount)) return "amountFormat";
  const { baseDecimals } = COINS[coinType];
  const amountBase = parseDecimal(amount, baseDecimals);
  if (amountBase === 0n) return "amountRequired";
  return balance !== null && amountBase > parseDecimal(balance, baseDecimals) ? "amountTooLarge" : null;
}

/** Why the server finds an amount too small: the fee takes it, or a wallet's first money has to be more. */
export function findTooSmall(coinType: CoinType): AmountProblem {
  return findFirstAmount(coinType) !== null ? "belowNewAccount" : "amountTooSmall";
}

/** Whether more than half of the amount would go to the network. */
export function isFeeHigh(coinType: CoinType, { gross, fee }: Pick<PayoutQuote, "gross" | "fee">): boolean {
  const { baseDecimals } = COINS[coinType];
  return 2n * parseDecimal(fee, baseDecimals) > parseDecimal(gross, baseDecimals);
}
