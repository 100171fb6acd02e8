import { COINS } from "../coins.ts";
import { formatAmount } from "../money/formatAmount.ts";
import { isAmountText } from "../money/isAmountText.ts";
import { parseAmount } from "../money/parseAmount.ts";
import { MAX_COUNT, type SendDraft } from "./validateSend.ts";

export type AmountField = "totalAmount" | "singleAmount";

/** The last conversion of a form, so that switching back gives what was typed. */
export interface AmountSwitch {
  to: AmountField;
  /** What the other field had. */
  typed: string;
  /** What became of it with this count. */
  converted: string;
  count: string;
}

/**
 * Gives the amount of a form as a total or as a single amount: 0.05 for 5 shares is 0.01 each. A total that does not
 * divide becomes the nearest single amount. An amount or a count that cannot be read leaves the text as it is.
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

/** Whether the single amount came from a total that does not divide, and so stands for a slightly different sum. */
export function isRounded(draft: SendDraft, amountSwitch: AmountSwitch): boolean {
  const { to, typed, converted, count } = amountSwitch;
  return (
    to === "singleAmount" &&
    isCurrent(draft, amountSwitch) &&
    convert({ ...draft, count }, converted, "totalAmount") !== convert({ ...draft, count: "1" }, typed, "totalAmount")
  );
}

/** Whether the form still has the amount that the switch gave it. */
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
