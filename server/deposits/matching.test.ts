import { describe, expect, it } from "vitest";
import { type Candidate, type Hints, matchTransfer } from "./matching.ts";

function order(orderId: string, dueBase: bigint, isFromItsWallet = true): Candidate {
  return { orderId, dueBase, isFromItsWallet };
}

const NO_HINTS: Hints = { namedOrderId: null, isForBalance: false, reportedOrderIds: [] };
const report = (...reportedOrderIds: string[]): Hints => ({ ...NO_HINTS, reportedOrderIds });

describe("matchTransfer", () => {
  it("prefers the reference that the transfer carries", () => {
    const hints = { ...report("a"), namedOrderId: "b" };
    expect(matchTransfer(5n, [order("a", 5n), order("b", 9n, false)], hints)).toBe("b");
  });

  it("matches no other order if the named one can no longer be paid", () => {
    expect(matchTransfer(5n, [order("a", 5n)], { ...report("a"), namedOrderId: "b" })).toBeNull();
  });

  it("pays no order with what names the person, even one of its amount that is reported", () => {
    expect(matchTransfer(5n, [order("a", 5n)], { ...report("a"), isForBalance: true })).toBeNull();
  });

  it("matches the oldest order of exactly this amount", () => {
    expect(matchTransfer(5n, [order("a", 7n), order("b", 5n), order("c", 5n)], NO_HINTS)).toBe("b");
  });

  it("follows a report, also to an order of another amount or of an earlier wallet", () => {
    expect(matchTransfer(5n, [order("a", 5n), order("b", 9n)], report("b"))).toBe("b");
    expect(matchTransfer(5n, [order("a", 5n), order("b", 9n, false)], report("b"))).toBe("b");
  });

  it("ignores a report that names no candidate and uses the next one that does", () => {
    expect(matchTransfer(5n, [order("a", 5n), order("b", 5n)], report("of somebody else", "b"))).toBe("b");
    expect(matchTransfer(5n, [order("a", 5n)], report("of somebody else"))).toBe("a");
  });

  it("credits any other amount to the wallet's only open order", () => {
    expect(matchTransfer(3n, [order("a", 5n)], NO_HINTS)).toBe("a");
    expect(matchTransfer(8n, [order("a", 5n), order("b", 8n, false)], NO_HINTS)).toBe("a");
  });

  it("credits the balance if no order or too many fit", () => {
    expect(matchTransfer(3n, [order("a", 5n), order("b", 6n)], NO_HINTS)).toBeNull();
    expect(matchTransfer(3n, [], report("a"))).toBeNull();
    expect(matchTransfer(5n, [order("a", 5n, false)], NO_HINTS)).toBeNull();
  });
});
