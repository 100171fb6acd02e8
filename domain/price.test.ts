import { describe, expect, it } from "vitest";
import fc from "#tests/support/fastCheck.ts";
import { parseDecimal } from "./money/amount.ts";
import { convertDollars } from "./convertDollars.ts";
import { convertAmount, findPricedCoin, PRICE_CODES } from "./price.ts";

describe("convertAmount", () => {
  it.each([
    ["1", "3000", "3000"],
    ["0.05", "3051.12", "152.556"],
    ["0.000001", "3051.12", "0.0031"],
    ["0.011039", "3051.12345678", "33.6814"],
    ["0", "3000", "0"],
    ["0.000000000000000001", "100000000", null],
  ])("%s at %s is %s", (amount, price, worth) => {
    expect(convertAmount(amount, price)).toBe(worth);
  });

  it("returns null without a price", () => {
    expect(convertAmount("5", "0")).toBeNull();
  });
});

describe("convertDollars", () => {
  it.each([
    ["10", "3000", "0.003333"],
    ["10", "3000.00000001", "0.003333"],
    ["9.99", "3330", "0.003"],
    ["0.01", "0.02", "0.5"],
    ["1", "3", "0.333333"],
    ["2", "3", "0.666666"],
    ["0.002", "3000", "0"],
    ["0", "3000", "0"],
    ["123456789012345678901234567890", "0.00000001", "12345678901234567890123456789000000000"],
  ])("$%s at %s buy %s", (dollars, price, amount) => {
    expect(convertDollars(dollars, price)).toBe(amount);
  });

  it.each(["", ".", "1.", "1e3", "-1", "1.0000000001"])("%j is no sum", (dollars) => {
    expect(convertDollars(dollars, "3000")).toBeNull();
  });

  it("returns null without a price", () => {
    expect(convertDollars("5", "0")).toBeNull();
  });

  it("is worth no more than the dollars, and a millionth more would be", () => {
    const cents = fc.integer({ min: 0, max: 10_000_000 });
    const price = fc.integer({ min: 1, max: 2 ** 45 });
    fc.assert(
      fc.property(cents, price, (dollarCents, priceUnits) => {
        const dollars = `${Math.floor(dollarCents / 100)}.${String(dollarCents % 100).padStart(2, "0")}`;
        const units = String(priceUnits).padStart(9, "0");
        const amount = convertDollars(dollars, `${units.slice(0, -8)}.${units.slice(-8)}`);
        const millionths = parseDecimal(amount ?? "", 6);
        const budget = BigInt(dollarCents) * 10n ** 12n;
        expect(millionths * BigInt(priceUnits) <= budget).toBe(true);
        expect((millionths + 1n) * BigInt(priceUnits) > budget).toBe(true);
      }),
    );
  });
});

it("each code belongs to one coin", () => {
  expect(Object.values(PRICE_CODES).map(findPricedCoin)).toEqual(["eth", "sol", "tron", "ton", "usdt"]);
  expect(PRICE_CODES.ton).toBe("GRAMUSDT");
  expect(findPricedCoin("TONUSDT")).toBe("ton");
  expect(findPricedCoin("BTCUSDT")).toBeNull();
});
