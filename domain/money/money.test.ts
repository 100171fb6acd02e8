import fc from "#tests/support/fastCheck.ts";
import { describe, expect, test } from "vitest";
import { formatAmount, isAmountText, parseAmount, parseDecimal, roundDownAmount, roundUpAmount } from "./amount.ts";

describe("request amounts", () => {
  test.each([
    ["0", 18, 0n],
    ["0.05", 18, 50_000_000_000_000_000n],
    ["0.000001", 6, 1n],
    ["10000", 6, 10_000_000_000n],
    ["1.500000", 9, 1_500_000_000n],
  ])("%s with %i decimals is %s", (text, baseDecimals, base) => {
    expect(parseAmount(text, baseDecimals)).toBe(base);
  });

  test.each(["", " 1", "1 ", "01", "00", ".5", "1.", "1.0000001", "-1", "+1", "1e3", "1,5", "0x1", "１", "NaN", "1\n"])(
    "%j is refused",
    (text) => {
      expect(isAmountText(text)).toBe(false);
      expect(() => parseAmount(text, 18)).toThrow(RangeError);
    },
  );
});

describe("decimals of the coin's own precision", () => {
  test("reads up to the base unit and no finer", () => {
    expect(parseDecimal("0.000000000000000001", 18)).toBe(1n);
    expect(() => parseDecimal("0.0000000000000000001", 18)).toThrow(RangeError);
    expect(() => parseDecimal("1e-7", 18)).toThrow(RangeError);
  });
});

describe("formatAmount", () => {
  test.each([
    [0n, 18, "0"],
    [1n, 18, "0.000000000000000001"],
    [50_000_000_000_000_000n, 18, "0.05"],
    [10n ** 40n, 18, "10000000000000000000000"],
    [-1_500_000n, 6, "-1.5"],
    [100n, 0, "100"],
  ])("%s with %i decimals is %s", (base, baseDecimals, text) => {
    expect(formatAmount(base, baseDecimals)).toBe(text);
  });

  test("parsing a formatted amount returns the same base units", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 60n }), fc.constantFrom(6, 9, 18), (base, baseDecimals) => {
        const text = formatAmount(base, baseDecimals);
        expect(text).toMatch(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/);
        expect(parseDecimal(text, baseDecimals)).toBe(base);
      }),
    );
  });
});

test.each([
  ["0.000021000000294", "0.00002101"],
  ["0.000042", "0.000042"],
  ["0.000000000000021", "0.00000001"],
  ["0.123456789", "0.12345679"],
  ["1", "1"],
  ["0", "0"],
])("%s ETH are at most %s", (amount, shown) => {
  expect(roundUpAmount(amount, 18, 8)).toBe(shown);
});

test.each([
  ["9999.899957999999999706", "9999.899957"],
  ["0.04", "0.04"],
  ["0.000000999999999999", "0"],
  ["1", "1"],
  ["0", "0"],
])("%s ETH are at least %s", (amount, shown) => {
  expect(roundDownAmount(amount, 18, 6)).toBe(shown);
});
