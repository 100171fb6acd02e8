import fc from "fast-check";
import { expect, it } from "vitest";
import { LANGUAGES } from "#domain/language/language.ts";
import { formatFiatText } from "./formatFiatText.ts";

it.each([
  ["33.6814", "en", "$33.68"],
  ["3000", "en", "$3,000.00"],
  ["0.0031", "en", "$0.0031"],
  ["610.224", "en", "$610.22"],
  ["0.5", "en", "$0.50"],
  ["0.9108", "en", "$0.91"],
  ["0.459", "en", "$0.46"],
  ["0.01", "en", "$0.01"],
  ["0.0158", "en", "$0.02"],
  ["0.0099", "en", "$0.0099"],
  ["0.00001", "en", "$0.00"],
  ["0", "en", "$0.00"],
  ["12.500", "en", "$12.50"],
  ["12.345678", "en", "$12.35"],
  ["1234.5", "vi", "1.234,50 $"],
  ["1234.5", "es", "$1,234.50"],
  ["10", "zh-CN", "$10.00"],
  ["10", "km", "$10.00"],
])("%s in %s is %s", (value, language, text) => {
  expect(formatFiatText(value, language).replaceAll(/\s/gu, " ")).toBe(text);
});

// Khmer puts the sign last by CLDR; a browser that does not know Khmer puts it first, and so do we.
it.each(LANGUAGES.filter((language) => language !== "km"))("writes dollars as people do in %s", (language) => {
  const format = (value: string, maximumFractionDigits: number) =>
    new Intl.NumberFormat(language === "es" ? "es-419" : language, {
      style: "currency",
      currency: "USD",
      currencyDisplay: "narrowSymbol",
      minimumFractionDigits: 2,
      maximumFractionDigits,
    }).format(value as Intl.StringNumericLiteral);
  const decimals = fc.stringMatching(/^[0-9]{1,12}$/);
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 15n), decimals, (whole, fraction) => {
      const isBelowOneCent = whole === 0n && fraction.startsWith("00");
      const value = `${whole}.${fraction}`;
      expect(formatFiatText(value, language)).toBe(format(value, isBelowOneCent ? 4 : 2));
      expect(formatFiatText(`0.00${fraction}`, language)).toBe(format(`0.00${fraction}`, 4));
    }),
  );
});
