import { describe, expect, it } from "vitest";
import { type Candidate, type Hints, matchTransfer } from "./matchTransfer.ts";

function order(orderId: string, dueBase: bigint, isFromItsWallet = true): Candidate {
  return { orderId, dueBase, isFromItsWallet };
}

const NO_HINTS: Hints = { namedOrderId: null, reportedOrderIds: [] };
const report = (...reportedOrderIds: string[]): Hints => ({ namedOrderId: null, reportedOrderIds });

describe("matchTransfer", () => {
  it("follows the reference that the transfer carries before anything else", () => {
    const hints = { namedOrderId: "b", reportedOrderIds: ["a"] };
    expect(matchTransfer(5n, [order("a", 5n), order("b", 9n, false)], hints)).toBe("b");
  });

  it("takes no other order for the one that is named and can no longer be paid", () => {
    expect(matchTransfer(5n, [order("a", 5n)], { namedOrderId: "b", reportedOrderIds: ["a"] })).toBeNull();
  });

  it("takes the oldest order of exactly this amount", () => {
    expect(matchTransfer(5n, [order("a", 7n), order("b", 5n), order("c", 5n)], NO_HINTS)).toBe("b");
  });

  it("follows a report, also to an order of another amount or of an earlier wallet", () => {
    expect(matchTransfer(5n, [order("a", 5n), order("b", 9n)], report("b"))).toBe("b");
    expect(matchTransfer(5n, [order("a", 5n), order("b", 9n, false)], report("b"))).toBe("b");
  });

  it("ignores a report that points at no candidate and takes the next one that does", () => {
    expect(matchTransfer(5n, [order("a", 5n), order("b", 5n)], report("of somebody else", "b"))).toBe("b");
    expect(matchTransfer(5n, [order("a", 5n)], report("of somebody else"))).toBe("a");
  });

  it("counts any other amount toward the wallet's only open order", () => {
    expect(matchTransfer(3n, [order("a", 5n)], NO_HINTS)).toBe("a");
    expect(matchTransfer(8n, [order("a", 5n), order("b", 8n, false)], NO_HINTS)).toBe("a");
  });

  it("leaves it to the balance where nothing or too much fits", () => {
    expect(matchTransfer(3n, [order("a", 5n), order("b", 6n)], NO_HINTS)).toBeNull();
    expect(matchTransfer(3n, [], report("a"))).toBeNull();
    expect(matchTransfer(5n, [order("a", 5n, false)], NO_HINTS)).toBeNull();
  });
});
