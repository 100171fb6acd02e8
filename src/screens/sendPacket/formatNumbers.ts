import { formatAmountText } from "#domain/money/formatAmountText.ts";

/** The values of a text, with numbers formatted for the language. */
export function formatNumbers(params: Readonly<Record<string, string>>, language: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      /^[0-9.]+$/u.test(value) ? formatAmountText(value, language) : value,
    ]),
  );
}
