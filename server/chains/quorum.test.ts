import { describe, expect, it } from "vitest";
import type { Holding, UnreadTransaction } from "./chain.ts";
import type { ReadTransfer } from "./chainReader.ts";
import {
  compareHeaders,
  compareHoldings,
  compareTransfers,
  takeEach,
  takeEachItem,
  takeEarliest,
  takeHighest,
  takeLowest,
  takeReachedByTwo,
  takeSame,
  takeStrictest,
  takeTimedHead,
  uniteReadings,
} from "./quorum.ts";

const HEADER = { position: 7, hash: "h", time: new Date(0) };

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

it("takes the newest position that two hosts have, or the only one", () => {
  const pick = (...positions: readonly number[]) => takeReachedByTwo<number>(Number)(positions);
  expect(pick(7)).toBe(7);
  expect(pick(7, 900)).toBe(7);
  expect(pick(900, 3, 7)).toBe(7);
  expect(pick(7, 7, 3)).toBe(7);
  expect(pick(3, 8, 7, 9)).toBe(8);
});

describe("the newest block and its time", () => {
  const pick = (...heads: readonly (readonly [position: number, timeMs: number])[]) => {
    const { position, time } = takeTimedHead(
      heads.map(([at, timeMs]) => ({ position: at, hash: "", time: new Date(timeMs) })),
    );
    return [position, time?.getTime() ?? null];
  };
  const DAY_MS = 86_400_000;

  it("have the earlier of two times", () => {
    expect(pick([7, 10_000], [7, 70_000])).toEqual([7, 10_000]);
    expect(pick([8, 10_000], [7, 9_000])).toEqual([7, 9_000]);
    expect(pick([7, 5])).toEqual([7, 5]);
  });

  it("have no time where one host tells another day, whichever it is, and that of two others where there are three", () => {
    expect(pick([7, 0], [7, DAY_MS])).toEqual([7, null]);
    expect(pick([7, DAY_MS], [7, 0])).toEqual([7, null]);
    for (const lie of [-DAY_MS, DAY_MS]) {
      expect(pick([7, lie], [7, 1_000], [7, 2_000])).toEqual([7, 1_000]);
      expect(pick([7, 1_000], [7, lie], [7, 2_000])).toEqual([7, 1_000]);
    }
  });
});

describe("a value of two endpoints", () => {
  it("is the lower price, the higher rent and the stricter kind, whoever tells it", () => {
    const take = takeEach<{ priceBase: bigint; rentBase: bigint; kinds: readonly string[] }>({
      priceBase: takeLowest,
      rentBase: takeHighest,
      kinds: takeEachItem(takeStrictest<string>(["refused", "new", "known"])),
    });
    const one = { priceBase: 3n, rentBase: 9n, kinds: ["known", "refused", "known"] };
    const other = { priceBase: 4n, rentBase: 8n, kinds: ["new", "known"] };
    for (const answers of [
      [one, other],
      [other, one],
    ]) {
      expect(take(answers)).toEqual({ priceBase: 3n, rentBase: 9n, kinds: ["new", "refused"] });
    }
    expect(take([one])).toEqual(one);
  });

  it("is refused where it must be the same and is not", () => {
    const take = takeSame<bigint>(String, "prices");
    expect(take([2n, 2n])).toBe(2n);
    expect(() => take([2n, 3n])).toThrow("the RPC endpoints disagree on prices: 2 against 3");
  });
});

describe("two readings of a final block", () => {
  it("agree on its hash and time, or are disputed", () => {
    expect(compareHeaders([HEADER, HEADER], true)).toEqual({ kind: "agreed", ref: "h", time: HEADER.time });
    expect(compareHeaders([HEADER], false)).toEqual({ kind: "agreed", ref: null, time: HEADER.time });
    for (const change of [{ hash: "x" }, { time: new Date(1) }, { position: 6 }]) {
      expect(compareHeaders([HEADER, { ...HEADER, ...change }], false).kind).toBe("disputed");
    }
  });

  const compare = (...readings: readonly (readonly ReadTransfer[])[]) =>
    compareTransfers(
      readings.map((transfers) => ({ header: HEADER, transfers })),
      { txHash: "id", index: 1 },
      true,
    );

  it("agree on a transfer, or that there is none", () => {
    const { alias: _, ...asked } = transfer("id", 1);
    const both = [transfer("id"), transfer("id", 1)];
    expect(compare(both, both)).toEqual({ kind: "agreed", ref: "h", transfer: asked });
    expect(compare([transfer("id")], [])).toEqual({ kind: "agreed", ref: "h", transfer: null });
  });

  it("are disputed where one leaves it out, or has another amount, sender or reference", () => {
    const asked = transfer("id", 1);
    expect(compare([asked], []).kind).toBe("disputed");
    for (const change of [{ amountBase: 6n }, { from: "somebody else" }, { reference: "order" }]) {
      expect(compare([asked], [{ ...asked, ...change }]).kind).toBe("disputed");
    }
  });

  it("find a transfer by its alias where one endpoint does not know its id, and count those like it", () => {
    const named = { ...transfer("id", 1), alias: "alias" };
    const unnamed = { ...transfer("alias"), alias: "alias" };
    const other = { ...transfer("other"), alias: "another alias" };
    for (const readings of [
      [[named, other], [unnamed]],
      [[unnamed], [named, other]],
    ]) {
      expect(compare(...readings)).toMatchObject({
        kind: "agreed",
        transfer: { txHash: "id", index: 1 },
        alike: { least: 1, most: 2 },
      });
    }
  });
});

describe("two balances of the treasury", () => {
  const holding = (position: bigint, balanceBase: bigint, upkeepBase = 0n): Holding => ({
    position,
    balanceBase,
    upkeepBase,
  });

  it("are compared where both are known, and of one position", () => {
    expect(compareHoldings([holding(7n, 5n), holding(7n, 5n)])).toEqual({ kind: "agreed", holding: holding(7n, 5n) });
    expect(compareHoldings([holding(7n, 5n), null]).kind).toBe("unread");
    expect(compareHoldings([]).kind).toBe("unread");
    expect(compareHoldings([holding(7n, 5n), holding(8n, 5n)]).kind).toBe("otherPositions");
    expect(compareHoldings([holding(7n, 5n), holding(7n, 6n)]).kind).toBe("disputed");
    expect(compareHoldings([holding(7n, 5n), holding(7n, 5n, 1n)]).kind).toBe("disputed");
  });
});

describe("what endpoints list together", () => {
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
    expect(list({ transfers: [], unread: [unread("a")] }).unread).toEqual([unread("a")]);
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
