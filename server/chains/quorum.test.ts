import { describe, expect, it } from "vitest";
import type { UnreadTransaction } from "./chain.ts";
import type { ReadTransfer } from "./chainReader.ts";
import { takeEarliest, uniteReadings } from "./quorum.ts";

describe("the earlier of two times", () => {
  const pick = (...timesMs: readonly number[]) => takeEarliest<number>((timeMs) => timeMs)(timesMs);

  it("is picked, and the only one", () => {
    expect(pick(70_000, 10_000)).toBe(10_000);
    expect(pick(5)).toBe(5);
  });

  it("is refused where they are too far apart", () => {
    expect(() => pick(70_001, 10_000)).toThrow("disagree on the time");
    expect(() => pick(0, 86_400_000)).toThrow("disagree on the time");
  });
});

describe("what endpoints list together", () => {
  const transfer = (txHash: string, index = 0): ReadTransfer => ({
    txHash,
    index,
    from: "payer",
    amountBase: 5n,
    reference: null,
    position: 7n,
    ref: null,
    time: new Date(0),
    alias: null,
  });
  const unread = (txHash: string): UnreadTransaction => ({ txHash, position: 7n, reason: "a form that is not known" });
  const list = (...readings: Parameters<typeof uniteReadings>[0]) => uniteReadings(readings);

  it("has what any endpoint lists, once", () => {
    const { transfers } = list(
      { transfers: [transfer("a"), transfer("b", 1)], unread: [] },
      { transfers: [transfer("b"), transfer("a")], unread: [] },
    );
    expect(transfers.map(({ txHash, index }) => [txHash, index])).toEqual([
      ["a", 0],
      ["b", 1],
      ["b", 0],
    ]);
  });

  it("sets aside what no endpoint can read", () => {
    const { transfers, unread: left } = list(
      { transfers: [], unread: [unread("a"), unread("b")] },
      { transfers: [transfer("b")], unread: [unread("a")] },
    );
    expect(transfers).toMatchObject([{ txHash: "b" }]);
    expect(left).toEqual([unread("a")]);
  });

  it("calls a transfer by its alias only where no endpoint finds its id", () => {
    const named = { ...transfer("id", 2), alias: "alias" };
    const unnamed = { ...transfer("alias"), alias: "alias" };
    const one = { transfers: [unnamed], unread: [] };
    const other = { transfers: [named], unread: [] };
    for (const readings of [
      [one, other],
      [other, one],
    ]) {
      expect(list(...readings).transfers).toMatchObject([{ txHash: "id", index: 2 }]);
    }
    expect(list(one, one).transfers).toMatchObject([{ txHash: "alias", index: 0 }]);
  });
});
