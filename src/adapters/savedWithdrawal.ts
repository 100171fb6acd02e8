import type { CoinType } from "#domain/coins.ts";
import { isAmountText } from "#domain/money/isAmountText.ts";
import type { SavedWithdrawal } from "#machines/withdrawal/withdrawal.machine.ts";
import { isRecord, parseFields } from "./drafts.ts";

/** Where the withdrawal of a coin is among the drafts. */
export function getWithdrawalKey(coinType: CoinType): string {
  return `withdraw.${coinType}`;
}

/** Increment on every change of the format. What is of another version is discarded. */
const VERSION = 1;

export function formatSavedWithdrawal(saved: SavedWithdrawal): string {
  return JSON.stringify({ version: VERSION, ...saved });
}

/** Null for what is missing, of another version, or not ours. */
export function parseSavedWithdrawal(text: string | null): SavedWithdrawal | null {
  const kept = parseFields(text);
  if (kept?.version !== VERSION || typeof kept.amount !== "string") return null;
  const { amount, quote } = kept;
  return quote === null || isQuote(quote) ? { amount, quote } : null;
}

function isQuote(value: unknown): value is SavedWithdrawal["quote"] & object {
  return (
    isRecord(value) &&
    [value.quoteId, value.toAddress, value.expiresAt, value.net].every((field) => typeof field === "string") &&
    isDecimal(value.gross) &&
    isDecimal(value.fee)
  );
}

/** A fee has more decimals than an amount that is asked for. */
function isDecimal(value: unknown): boolean {
  return typeof value === "string" && isAmountText(value.replace(/(\.[0-9]{1,6})[0-9]{0,12}$/u, "$1"));
}
