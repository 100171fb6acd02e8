import { pickNumberLocale } from "./pickNumberLocale.ts";

/**
 * Formats a whole-coin decimal string for a language, exact to the last digit: Intl gets the string itself.
 * @param amount decimal text without exponent, e.g. `0.012345`
 * @param language BCP 47 tag
 * @param isSigned with a plus before what is above zero
 */
export function formatAmountText(amount: string, language: string, isSigned = false): string {
  const signDisplay = isSigned ? "exceptZero" : "auto";
  // Older engines read the string as a float; their result is not shown when it changes a digit.
  const format = new Intl.NumberFormat(pickNumberLocale(language), { maximumFractionDigits: 20, signDisplay });
  const text = format.format(amount as Intl.StringNumericLiteral);
  const plain = new Intl.NumberFormat("en", { maximumFractionDigits: 20, useGrouping: false });
  return plain.format(amount as Intl.StringNumericLiteral) === trimZeros(amount) ? text : amount;
}

function trimZeros(amount: string): string {
  return amount.includes(".") ? amount.replace(/\.?0+$/u, "") : amount;
}
