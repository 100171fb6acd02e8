import { pickNumberLocale } from "#domain/money/pickNumberLocale.ts";

/** The mark between whole and fraction in a language, e.g. `,` in Spanish. */
export function readDecimalMark(language: string): string {
  const parts = new Intl.NumberFormat(pickNumberLocale(language)).formatToParts(0.5);
  return parts.find(({ type }) => type === "decimal")?.value ?? ".";
}
