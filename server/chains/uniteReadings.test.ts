import { expect, it } from "vitest";
import type { ChainTransfer, UnreadTransaction } from "./chain.ts";
import { uniteReadings } from "./uniteReadings.ts";

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
const unread = (txHash: string): UnreadTransaction => ({ txHash, position: 7n, reason: "a form that is not known" });

it("has what any endpoint lists, once", () => {
  const readings = [
    { transfers: [transfer("a"), transfer("b", 1)], unread: [] },
    { transfers: [transfer("b"), transfer("a")], unread: [] },
  ];
  expect(uniteReadings(readings).transfers).toEqual([transfer("a"), transfer("b", 1), transfer("b")]);
});

it("sets aside what no endpoint can read", () => {
  const readings = [
    { transfers: [], unread: [unread("a"), unread("b")] },
    { transfers: [transfer("b")], unread: [unread("a")] },
  ];
  expect(uniteReadings(readings)).toEqual({ transfers: [transfer("b")], unread: [unread("a")] });
});
