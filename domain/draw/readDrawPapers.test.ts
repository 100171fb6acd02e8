import { expect, test } from "vitest";
import { makeDrawEvidence } from "#tests/support/makeDrawEvidence.ts";
import { readDrawPapers } from "./readDrawPapers.ts";
import type { DrawEvidence } from "./evidence.ts";

const { evidence, receipts } = makeDrawEvidence(["0.5", "0.25"], [3]);

test("papers are found in whatever wraps them, and nothing else is taken over", () => {
  const root = evidence.windows[0]?.root;
  const answer = { code: 0, data: { entry: { receipt: { ...receipts[0], more: 1 }, root }, items: evidence.keys } };
  expect(readDrawPapers([answer, null, "text", evidence])).toEqual({
    evidence: [evidence],
    receipts: [receipts[0]],
    roots: [root],
    keys: evidence.keys,
  });
  expect(readDrawPapers([[[[[[[[[evidence]]]]]]]]]).evidence).toEqual([]);
});

test.each<[string, (draw: DrawEvidence) => object, string]>([
  ["a hash in capitals", () => ({ commitment: "A".repeat(64) }), "the file.commitment has another form"],
  ["a count below one", () => ({ count: 0 }), "the file.count is no whole number from 1"],
  ["a count above all envelopes", () => ({ count: 1_001 }), "the file.count is above 1000"],
  ["a coin that is none", () => ({ coinType: "doge" }), "the file.coinType is none of"],
  [
    "a time that is none",
    ({ windows }) => ({ windows: [{ ...windows[0], closesAt: "2026-13-01T00:00:00.000Z" }] }),
    "closesAt is no time",
  ],
  [
    "a flag that is none",
    ({ windows }) => ({ windows: [{ ...windows[0], isUndrawn: 0 }] }),
    "isUndrawn is neither true nor false",
  ],
  ["an amount finer than its coin", () => ({ totalAmount: "0.0000000001" }), "has an amount that is none of ton"],
  ["no list", () => ({ shares: {} }), "the file.shares is no list"],
  ["a list where there is an object", () => ({ beacon: [] }), "the file.beacon is no object"],
  [
    "too many entries",
    ({ windows }) => ({ windows: [{ ...windows[0], entryIds: Array(10_001).fill("x") }] }),
    "is no list of 10000 at most",
  ],
])("%s is refused, with its place", (_, change, message) => {
  expect(() => readDrawPapers({ ...evidence, ...change(evidence) })).toThrow(message);
});

test("a name in the file writes nothing on a terminal", () => {
  const hostile = { "\u001B[2J\u009B1mAll checks hold.\u202E": { ...evidence, count: 0 } };
  expect(() => readDrawPapers(hostile)).toThrow("the file.??2J?1mAll?checks?hold??.count is no whole number from 1");
});
