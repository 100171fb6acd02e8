import { describe, expect, it } from "vitest";
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

it("each code belongs to one coin", () => {
  expect(Object.values(PRICE_CODES).map(findPricedCoin)).toEqual(["eth", "sol", "tron", "ton"]);
  expect(PRICE_CODES.ton).toBe("GRAMUSDT");
  expect(findPricedCoin("TONUSDT")).toBe("ton");
  expect(findPricedCoin("BTCUSDT")).toBeNull();
});
