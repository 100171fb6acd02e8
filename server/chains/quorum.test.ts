import { describe, expect, it } from "vitest";
import type { ChainTransfer, Holding, UnreadTransaction } from "./chain.ts";
import {
  compareHeaders,
  compareHoldings,
  compareReadings,
  joinCompared,
  takeEach,
  takeEachItem,
  takeEarliest,
  takeHighest,
  takeLowest,
  takeReachedByTwo,
  takeSame,
  takeStrictest,
  takeTimedHead,
} from "./quorum.ts";

const HEADER = { position: 7, hash: "h", time: new Date(0) };

const transfer = (txHash: string, index = 0): ChainTransfer => ({
  txHash,
  index,
  from: "payer",
  amountBase: 5n,
  reference: null,
  position: 7n,
  ref: null,
  time: new Date(0),
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
  const compare = (...lists: readonly (readonly ChainTransfer[])[]) =>
    compareReadings(lists.map((transfers) => ({ transfers, unread: [] })));
  const asked = transfer("id", 1);

  it("is agreed where all have it alike, or where there is one alone", () => {
    const both = [transfer("id"), asked];
    expect(compare(both, both.toReversed())).toEqual({ agreed: both, disputed: [], unread: [] });
    expect(compare([asked])).toEqual({ agreed: [asked], disputed: [], unread: [] });
    expect(compare([], [])).toEqual({ agreed: [], disputed: [], unread: [] });
  });

  it("is disputed where one leaves it out, or has another amount, sender, reference, block or time", () => {
    expect(compare([asked], [])).toMatchObject({ agreed: [], disputed: [asked] });
    expect(compare([], [asked])).toMatchObject({ agreed: [], disputed: [asked] });
    const time = new Date(1);
    for (const change of [{ amountBase: 6n }, { from: "bo" }, { reference: "order" }, { ref: "b" }, { time }]) {
      const { agreed, disputed } = compare([asked], [{ ...asked, ...change }]);
      expect([agreed.length, disputed.length]).toEqual([0, 1]);
    }
  });

  it("is told as each has it, from the earliest block on and up to the largest amount", () => {
    const later = { ...asked, position: 8n, amountBase: 9n, from: "bo" };
    const joined = { position: 7n, from: "payer", amountBase: 9n };
    expect(compare([later], [asked]).disputed).toMatchObject([{ ...joined, told: [later, asked] }]);
    const parts = [compare([asked], []), compare([later], [])];
    expect(joinCompared(parts).disputed).toMatchObject([{ ...joined, told: [asked, later] }]);
  });

  it("keeps what is agreed in one block, whatever one endpoint tells of it in another", () => {
    const elsewhere = { ...asked, position: 8n, amountBase: 500n };
    expect(joinCompared([compare([asked], [asked]), compare([elsewhere], [])])).toMatchObject({
      agreed: [asked],
      disputed: [],
    });
  });

  it("is reported as what all say, and needs that to be alike for nothing else", () => {
    const named = { ...asked, reportedAs: "external" };
    expect(compare([named], [named]).agreed).toEqual([named]);
    for (const other of [
      { ...asked, reportedAs: null },
      { ...asked, reportedAs: "another" },
    ]) {
      expect(compare([named], [other]).agreed).toEqual([{ ...asked, reportedAs: null }]);
    }
  });

  it("sets aside what no endpoint can read", () => {
    const { disputed, unread: left } = compareReadings([
      { transfers: [], unread: [unread("a"), unread("b")] },
      { transfers: [transfer("b")], unread: [unread("a")] },
    ]);
    expect(disputed).toMatchObject([{ txHash: "b" }]);
    expect(left).toEqual([unread("a")]);
    expect(compareReadings([{ transfers: [], unread: [unread("a")] }]).unread).toEqual([unread("a")]);
  });
});
