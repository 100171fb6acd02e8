/** The product's languages with a comma before the decimals and points between thousands; in the others it is the reverse. */
const COMMA_LANGUAGES: ReadonlySet<string> = new Set(["id", "vi"]);

/** A plain decimal number, perhaps with its point and no decimal yet. */
const DECIMAL = /^(-?)(0|[1-9][0-9]*)(?:\.([0-9]*))?$/u;

/**
 * Formats a whole-coin decimal string for a language, exact to the last digit and without trailing zeros. Other text stays
 * as it is. Written by hand: a browser's first `Intl.NumberFormat` takes 14 ms of a fast processor, and old ones read the
 * string as a float.
 * @param amount decimal text without exponent, e.g. `0.012345`
 * @param language BCP 47 tag
 * @param isSigned with a plus before what is above zero
 */
export function formatAmountText(amount: string, language: string, isSigned = false): string {
  const match = DECIMAL.exec(amount);
  if (match === null) return amount;
  const [, minus = "", whole = "", decimals = ""] = match;
  const fraction = decimals.replace(/0+$/u, "");
  const isAboveZero = minus === "" && (whole !== "0" || fraction !== "");
  return `${isSigned && isAboveZero ? "+" : minus}${joinDigits(whole, fraction, language)}`;
}

/** A number of these digits, with thousands in groups. */
export function joinDigits(whole: string, fraction: string, language: string): string {
  const grouped = whole.replaceAll(/\B(?=(?:[0-9]{3})+$)/gu, COMMA_LANGUAGES.has(language) ? "." : ",");
  return fraction === "" ? grouped : `${grouped}${getDecimalMark(language)}${fraction}`;
}

/** The mark between whole and fraction in a language, e.g. `,` in Vietnamese. */
export function getDecimalMark(language: string): "." | "," {
  return COMMA_LANGUAGES.has(language) ? "," : ".";
}
