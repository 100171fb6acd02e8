import fc from "#tests/support/fastCheck.ts";
import { describe, expect, test } from "vitest";
import { createSeededBytes } from "#tests/support/seededBytes.ts";
import { drawBelow } from "./drawBelow.ts";
import { drawShares } from "./drawShares.ts";

describe("drawBelow", () => {
  test("discards bytes above the limit instead of folding them", () => {
    const script = [255, 250, 7];
    const drawn = drawBelow(200n, () => Uint8Array.of(script.shift() ?? 0));
    expect(drawn).toBe(7n);
    expect(script).toEqual([]);
  });

  test("is uniform: chi-square over 10 values stays below the 0.1 % bound", () => {
    const bytes = createSeededBytes(1);
    const counts = Array.from({ length: 10 }, () => 0);
    for (let run = 0; run < 20_000; run += 1) {
      const value = Number(drawBelow(10n, bytes));
      counts[value] = (counts[value] ?? 0) + 1;
    }
    const chiSquare = counts.reduce((sum, count) => sum + (count - 2000) ** 2 / 2000, 0);
    expect(chiSquare).toBeLessThan(27.88);
  });

  test("needs no bytes for one possible value, and throws for none", () => {
    expect(drawBelow(1n, (length) => new Uint8Array(length))).toBe(0n);
    expect(() => drawBelow(0n, (length) => new Uint8Array(length))).toThrow(RangeError);
  });
});

describe("drawShares", () => {
  test("the sum is exact, each share is at least the minimum and a whole unit", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100 }),
        fc.bigInt({ min: 1n, max: 10n ** 7n }),
        fc.constantFrom([1_000_000n, 1n] as const, [10n ** 12n, 10n ** 12n] as const, [1000n, 1000n] as const),
        fc.integer(),
        (count, excessUnits, [minBase, unitBase], seed) => {
          const totalBase = minBase * BigInt(count) + excessUnits * unitBase;
          const shares = drawShares({ totalBase, minBase, unitBase, count }, createSeededBytes(seed));
          expect(shares).toHaveLength(count);
          expect(shares.reduce((sum, share) => sum + share, 0n)).toBe(totalBase);
          expect(shares.every((share) => share >= minBase && share % unitBase === 0n)).toBe(true);
        },
      ),
      { numRuns: 500, seed: 11 },
    );
  });

  test("throws without an excess, without shares and for broken units", () => {
    const bytes = createSeededBytes(1);
    expect(() => drawShares({ totalBase: 5n, minBase: 1n, unitBase: 1n, count: 5 }, bytes)).toThrow(RangeError);
    expect(() => drawShares({ totalBase: 5n, minBase: 1n, unitBase: 1n, count: 0 }, bytes)).toThrow(RangeError);
    expect(() => drawShares({ totalBase: 15n, minBase: 10n, unitBase: 10n, count: 1 }, bytes)).toThrow(RangeError);
  });

  test("every position has the same distribution", () => {
    const runs = 20_000;
    const count = 5;
    const bytes = createSeededBytes(42);
    const sums = Array.from({ length: count }, () => 0);
    const bests = Array.from({ length: count }, () => 0);
    for (let run = 0; run < runs; run += 1) {
      const shares = drawShares({ totalBase: 50_000n, minBase: 1n, unitBase: 1n, count }, bytes).map(Number);
      const best = shares.indexOf(Math.max(...shares));
      bests[best] = (bests[best] ?? 0) + 1;
      for (const [position, share] of shares.entries()) sums[position] = (sums[position] ?? 0) + share;
    }
    const means = sums.map((sum) => sum / runs);
    // The standard error of a mean is about 47 here; the bound is four of them.
    for (const mean of means) expect(Math.abs(mean - 10_000)).toBeLessThan(190);
    const expectedBests = runs / count;
    const chiSquare = bests.reduce((sum, best) => sum + (best - expectedBests) ** 2 / expectedBests, 0);
    expect(chiSquare).toBeLessThan(18.47);
  });
});
