import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createSeededBytes } from "#tests/support/seededBytes.ts";
import { drawShares } from "./drawShares.ts";
import { drawTogether } from "./drawTogether.ts";

const COMMITMENT = new Uint8Array(32).fill(7);
const SIGNATURE = new Uint8Array(48).fill(9);
const SLOTS = [1, 2, 3];

function rank(kind: string, items: readonly (string | number)[]): (string | number)[] {
  const sha256 = (...parts: (Uint8Array | string)[]) => {
    const hash = createHash("sha256");
    for (const part of parts) hash.update(part);
    return hash.digest();
  };
  const seed = sha256("hongbao.draw.1", COMMITMENT, SIGNATURE);
  return [...items].sort((left, right) =>
    Buffer.compare(sha256(seed, kind, String(left)), sha256(seed, kind, String(right))),
  );
}

test("equal ranks meet, and ranks beyond the slots get nothing", () => {
  const entryIds = ["a", "b", "c", "d", "e"];
  const drawn = drawTogether(COMMITMENT, SIGNATURE, entryIds, SLOTS);
  const entries = rank("claim:", entryIds);
  const slots = rank("slot:", SLOTS);
  for (const [place, entryId] of entries.entries()) expect(drawn.get(String(entryId))).toBe(slots[place] ?? null);
  expect([...drawn.values()].filter((slot) => slot === null)).toHaveLength(2);
});

test("with fewer entries than slots each gets one of its own", () => {
  const drawn = drawTogether(COMMITMENT, SIGNATURE, ["a", "b"], SLOTS);
  expect(new Set([...drawn.values()].filter((slot) => slot !== null)).size).toBe(2);
});

test.each([["the order in which they came", COMMITMENT, SIGNATURE, ["c", "b", "a"], [3, 2, 1]]])(
  "%s decides nothing",
  (_, commitment, signature, entryIds, slots) => {
    const drawn = drawTogether(commitment, signature, entryIds, slots);
    expect(drawn).toEqual(drawTogether(COMMITMENT, SIGNATURE, ["a", "b", "c"], SLOTS));
  },
);

describe("of many draws whose shares everybody knows, the first slot always the largest", () => {
  const DRAWS = 6_000;
  const SHARES = 5;
  const ENTRIES = 8;

  const bytes = createSeededBytes(39);
  const got = Array.from({ length: ENTRIES }, () => Array.from({ length: SHARES + 1 }, () => 0));
  const sums = Array.from({ length: ENTRIES }, () => 0);
  let fairSum = 0;
  let largestSum = 0;
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const split = { totalBase: 1_000_000n, minBase: 1n, unitBase: 1n, count: SHARES };
    const amounts = drawShares(split, bytes)
      .map(Number)
      .sort((left, right) => right - left);
    const entryIds = Array.from({ length: ENTRIES }, (_, place) => `${String(draw)}.${String(place)}`);
    const drawn = drawTogether(bytes(32), bytes(48), entryIds, [1, 2, 3, 4, 5]);
    for (const [place, entryId] of entryIds.entries()) {
      const slot = drawn.get(entryId) ?? 0;
      const row = got[place];
      if (row !== undefined) row[slot] = (row[slot] ?? 0) + 1;
      sums[place] = (sums[place] ?? 0) + (amounts[slot - 1] ?? 0);
    }
    fairSum += 1_000_000 / ENTRIES;
    largestSum += amounts[0] ?? 0;
  }

  test("each place gets each slot equally often", () => {
    const expected = DRAWS / ENTRIES;
    const cells = got.flatMap((row) => row.slice(1));
    const chiSquare = cells.reduce((sum, cell) => sum + (cell - expected) ** 2 / expected, 0);
    // 28 degrees of freedom, the bound of 0.1 %; the five columns' sums and the rows' are given.
    expect(chiSquare).toBeLessThan(66.6);
  });

  test("nobody gains by the place, though who chose the largest would have twice a fair share", () => {
    // The standard error of a mean is about 1.3 % of it here; the bound is four of them.
    for (const sum of sums) expect(Math.abs(sum / fairSum - 1)).toBeLessThan(0.055);
    expect(largestSum / (DRAWS * (1_000_000 / SHARES))).toBeGreaterThan(1.9);
  });
});
