import { COINS } from "../coins.ts";
import { formatAmount, isAmountText, parseAmount } from "../money/amount.ts";
import { MAX_COUNT, type SendDraft } from "./validateSend.ts";

export type AmountField = "totalAmount" | "singleAmount";

/** A form's last conversion, so that switching back restores the typed amount. */
export interface AmountSwitch {
  to: AmountField;
  /** The amount before the switch. */
  typed: string;
  /** The converted amount, for this count. */
  converted: string;
  count: string;
}

/**
 * Converts a form's amount between a total and a single amount: 0.05 for 5 shares is 0.01 each. A total that does not
 * divide becomes the nearest single amount. If the amount or the count is invalid, the text stays.
 */
export function switchAmount<Draft extends SendDraft>(
  draft: Draft,
  to: AmountField,
  last: AmountSwitch | null,
): { draft: Draft; amountSwitch: AmountSwitch | null } {
  const typed = to === "totalAmount" ? draft.singleAmount : draft.totalAmount;
  if (typed === null) return { draft, amountSwitch: last };
  const converted = last !== null && isCurrent(draft, last) ? last.typed : convert(draft, typed, to);
  return {
    draft: { ...draft, totalAmount: null, singleAmount: null, [to]: converted },
    amountSwitch: { to, typed, converted, count: draft.count },
  };
}

/** Whether the single amount came from a total that does not divide, so it gives a slightly different sum. */
export function isRounded(draft: SendDraft, amountSwitch: AmountSwitch): boolean {
  const { to, typed, converted, count } = amountSwitch;
  return (
    to === "singleAmount" &&
    isCurrent(draft, amountSwitch) &&
    convert({ ...draft, count }, converted, "totalAmount") !== convert({ ...draft, count: "1" }, typed, "totalAmount")
  );
}

/** Whether the form still has the amount that the switch set. */
function isCurrent(draft: SendDraft, { to, converted, count }: AmountSwitch): boolean {
  return draft[to] === converted && draft.count === count;
}

function convert({ coinType, count }: SendDraft, typed: string, to: AmountField): string {
  if (!isAmountText(typed) || !/^[1-9][0-9]{0,2}$/.test(count) || Number(count) > MAX_COUNT) return typed;
  const { baseDecimals, decimals } = COINS[coinType];
  const amount = parseAmount(typed, baseDecimals);
  const shares = BigInt(count);
  if (to === "totalAmount") return formatAmount(amount * shares, baseDecimals);
  const unit = 10n ** BigInt(baseDecimals - decimals);
  return formatAmount(divideToNearest(amount, unit * shares) * unit, baseDecimals);
}

function divideToNearest(amount: bigint, by: bigint): bigint {
  return (amount + by / 2n) / by;
}
