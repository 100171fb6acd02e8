import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { COINS } from "../coins.ts";
import { parseDecimal } from "../money/amount.ts";
import { drawPreview, hasLuck, PREVIEWED_DRAWS } from "./drawPreview.ts";

test("shows twenty draws that each give everything away, the greatest share first", () => {
  const draws = drawPreview({ coinType: "eth", total: "0.05", count: 5 }, randomBytes);
  expect(draws).toHaveLength(PREVIEWED_DRAWS);
  for (const draw of draws) {
    const shares = draw.map((share) => parseDecimal(share, COINS.eth.baseDecimals));
    expect(shares).toHaveLength(5);
    expect(shares.reduce((sum, share) => sum + share, 0n)).toBe(5n * 10n ** 16n);
    expect(shares.every((share) => share >= COINS.eth.minBase)).toBe(true);
    expect(shares).toEqual(shares.toSorted((left, right) => (left < right ? 1 : -1)));
  }
  expect(new Set(draws.map((draw) => draw.join())).size).toBeGreaterThan(1);
});

test("the same chance gives the same draws, and nothing else decides them", () => {
  const still = (length: number) => new Uint8Array(length);
  const drawable = { coinType: "ton", total: "3", count: 3 } as const;
  expect(drawPreview(drawable, still)).toEqual(drawPreview(drawable, still));
});

test.each([
  ["0.05", 5, true],
  ["0.05", 1, false],
  [COINS.eth.min, 1, false],
] as const)("knows where luck decides: %s in %i", (total, count, isLucky) => {
  expect(hasLuck({ coinType: "eth", total, count })).toBe(isLucky);
});
