import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { LANGUAGES } from "#domain/language/language.ts";

import { formatAmountText, getDecimalMark } from "./formatAmountText.ts";

/** As people of the language write numbers, by CLDR. Spanish is that of Latin America; not every browser knows Khmer. */
function getLocale(language: string): string {
  if (language === "es") return "es-419";
  return language === "km" ? "en" : language;
}

const amounts = fc
  .tuple(fc.boolean(), fc.bigInt(0n, 10n ** 21n), fc.stringMatching(/^[0-9]{0,18}$/))
  .map(
    ([isNegative, whole, fraction]) => `${isNegative && whole > 0n ? "-" : ""}${whole}${fraction && `.${fraction}`}`,
  );

it("keeps every digit", () => {
  expect(formatAmountText("0.123456789012345678", "en")).toBe("0.123456789012345678");
  expect(formatAmountText("123456789012345678.000001", "en")).toBe("123,456,789,012,345,678.000001");
});

it("writes small amounts without an exponent", () => {
  expect(formatAmountText("0.000000000000000001", "en")).toBe("0.000000000000000001");
});

it("follows the language", () => {
  expect(formatAmountText("0.05", "vi")).toBe("0,05");
  expect(formatAmountText("1234.5", "es")).toBe("1,234.5");
  expect(formatAmountText("10000", "zh-CN")).toBe("10,000");
  expect(formatAmountText("10", "en")).toBe("10");
});

it("has a plus where one is asked for, and nothing came to nothing", () => {
  expect(formatAmountText("0.05", "en", true)).toBe("+0.05");
  expect(formatAmountText("0", "en", true)).toBe("0");
});

it.each(["", ".", "1.2.3", "007", ".5", "1e-7", "–"])("leaves %j as it is", (text) => {
  expect(formatAmountText(text, "vi")).toBe(text);
});

describe.each(LANGUAGES)("in %s", (language) => {
  const locale = getLocale(language);

  it("writes every amount as people of the language do", () => {
    const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 });
    const signed = new Intl.NumberFormat(locale, { maximumFractionDigits: 20, signDisplay: "exceptZero" });
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(formatAmountText(amount, language)).toBe(plain.format(amount as Intl.StringNumericLiteral));
        expect(formatAmountText(amount, language, true)).toBe(signed.format(amount as Intl.StringNumericLiteral));
      }),
    );
  });

  it("has the same mark before the decimals", () => {
    const parts = new Intl.NumberFormat(locale).formatToParts(0.5);
    expect(getDecimalMark(language)).toBe(parts.find(({ type }) => type === "decimal")?.value);
  });
});
