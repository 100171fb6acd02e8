import type { CoinType } from "#domain/coins.ts";
import { isAmountText } from "#domain/money/amount.ts";
import { convertDollars } from "#domain/convertDollars.ts";
import { convertAmount, isDollar } from "#domain/price.ts";
import { typeInto, type SendForm } from "./sendForm.ts";

/** An amount that is typed in dollars. What is checked and sent is the coin amount of the form, as everywhere. */
export interface Dollars {
  typed: string;
  /** The one price that it is converted at, a decimal string; null while that of another coin is being read. */
  price: string | null;
}

interface DollarForm {
  draft: SendForm;
  /** Null where the amount is typed in the coin. */
  dollars: Dollars | null;
}

function getAmountField({ singleAmount }: SendForm): "totalAmount" | "singleAmount" {
  return singleAmount === null ? "totalAmount" : "singleAmount";
}

/** From now on dollars are typed at this price. The amount stays as it is; what it is worth stands in the field. */
export function beginDollars(draft: SendForm, price: string | null): Dollars {
  const amount = draft[getAmountField(draft)] ?? "";
  const worth = price === null || !isAmountText(amount) ? null : convertAmount(amount, price);
  return { typed: worth ?? "", price };
}

/** The dollars as they are typed, and what they buy. */
export function typeDollars({ draft, dollars }: DollarForm, typed: string): DollarForm {
  const price = dollars?.price ?? null;
  // A decimal mark at the end waits for its digits.
  const amount = price === null ? null : convertDollars(typed.replace(/\.$/u, ""), price);
  return { draft: typeInto(draft, getAmountField(draft), amount ?? ""), dollars: { typed, price } };
}

/** The same dollars buy something else of another coin, once its price is read; of a coin that is dollars they are the amount. */
export function changeCoin({ draft, dollars }: DollarForm, coinType: CoinType): DollarForm {
  if (dollars === null) return { draft: { ...draft, coinType }, dollars };
  if (isDollar(coinType)) {
    return {
      ...typeDollars({ draft: { ...draft, coinType }, dollars: { ...dollars, price: "1" } }, dollars.typed),
      dollars: null,
    };
  }
  return typeDollars({ draft: { ...draft, coinType }, dollars: { ...dollars, price: null } }, dollars.typed);
}

/** What the dollars that wait for the price buy at it. */
export function convertWaiting({ draft, dollars }: DollarForm, price: string | null): DollarForm {
  const typed = dollars?.typed ?? "";
  return typeDollars({ draft, dollars: { typed, price } }, typed);
}

/** Where the amount was changed by other means, it is no longer what the dollars buy. */
export function keepDollars(before: DollarForm, { totalAmount, singleAmount }: SendForm): Dollars | null {
  const isSame = before.draft.totalAmount === totalAmount && before.draft.singleAmount === singleAmount;
  return isSame ? before.dollars : null;
}
