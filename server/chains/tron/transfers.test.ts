import { describe, expect, it } from "vitest";
import { readArrival } from "./transfers.ts";

const TREASURY = `41${"7".repeat(40)}`;
const OWNER = `41${"1".repeat(40)}`;
const HEADER = { position: 7, hash: "7".repeat(64), parentHash: "6".repeat(64), time: new Date(7_000) };
const SPENDING = { owner: OWNER, to: TREASURY, amountBase: 5n, isCall: false };

describe("an arrival", () => {
  const read = (spending: object, isSuccess = true) =>
    readArrival(
      { txHash: "a".repeat(64), spending: { ...SPENDING, ...spending }, isSuccess },
      HEADER,
      new Set([TREASURY]),
    );

  it("is a successful transfer of coins to the treasury", () => {
    expect(read({})).toMatchObject({ amountBase: 5n, position: 7n, ref: HEADER.hash, reference: null });
  });

  it("is no call, no failed transfer, none of nothing, none to another and none of its own", () => {
    expect(read({ isCall: true })).toBeNull();
    expect(read({}, false)).toBeNull();
    expect(read({ amountBase: 0n })).toBeNull();
    expect(read({ to: OWNER, owner: TREASURY })).toBeNull();
    expect(read({ owner: TREASURY })).toBeNull();
  });
});
