import { describe, expect, it } from "vitest";
import { type Candidate, matchTransfer } from "./matchTransfer.ts";

function order(orderId: string, dueBase: bigint, isFromItsWallet = true, isNamed = false): Candidate {
  return { orderId, dueBase, isFromItsWallet, isNamed };
}

describe("matchTransfer", () => {
  it("follows the reference that the transfer carries before anything else", () => {
    const named = order("b", 9n, false, true);
    expect(matchTransfer(5n, [order("a", 5n), named], ["a"])).toBe("b");
  });

  it("takes the oldest order of exactly this amount", () => {
    expect(matchTransfer(5n, [order("a", 7n), order("b", 5n), order("c", 5n)], [])).toBe("b");
  });

  it("follows a report, also to an order of another amount or of an earlier wallet", () => {
    expect(matchTransfer(5n, [order("a", 5n), order("b", 9n)], ["b"])).toBe("b");
    expect(matchTransfer(5n, [order("a", 5n), order("b", 9n, false)], ["b"])).toBe("b");
  });

  it("ignores a report that points at no candidate and takes the next one that does", () => {
    expect(matchTransfer(5n, [order("a", 5n), order("b", 5n)], ["of somebody else", "b"])).toBe("b");
    expect(matchTransfer(5n, [order("a", 5n)], ["of somebody else"])).toBe("a");
  });

  it("counts any other amount toward the wallet's only open order", () => {
    expect(matchTransfer(3n, [order("a", 5n)], [])).toBe("a");
    expect(matchTransfer(8n, [order("a", 5n), order("b", 8n, false)], [])).toBe("a");
  });

  it("leaves it to the balance where nothing or too much fits", () => {
    expect(matchTransfer(3n, [order("a", 5n), order("b", 6n)], [])).toBeNull();
    expect(matchTransfer(3n, [], ["a"])).toBeNull();
    expect(matchTransfer(5n, [order("a", 5n, false)], [])).toBeNull();
  });
});
