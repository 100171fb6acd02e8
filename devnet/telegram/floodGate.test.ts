import { describe, expect, it } from "vitest";
import { FloodGate } from "./floodGate.ts";

function createGate(): { gate: FloodGate; pass: (ms: number) => void } {
  let nowMs = 1_000_000;
  return {
    gate: new FloodGate(() => nowMs),
    pass: (ms) => {
      nowMs += ms;
    },
  };
}

describe("FloodGate", () => {
  it("allows a small burst, then one message a second", () => {
    const { gate, pass } = createGate();
    expect([1, 2, 3, 4].map(() => gate.take(7))).toEqual([0, 0, 0, 0]);
    expect(gate.take(7)).toBe(1);
    pass(1000);
    expect(gate.take(7)).toBe(0);
    expect(gate.take(7)).toBe(1);
  });

  it("counts each chat separately", () => {
    const { gate } = createGate();
    for (let count = 0; count < 4; count += 1) gate.take(7);
    expect(gate.take(8)).toBe(0);
  });

  it("stops a group after 20 in a minute until the oldest is a minute old", () => {
    const { gate, pass } = createGate();
    for (let count = 0; count < 20; count += 1) {
      expect(gate.take(-5)).toBe(0);
      pass(1000);
    }
    expect(gate.take(-5)).toBe(40);
    pass(39_000);
    expect(gate.take(-5)).toBe(1);
    pass(1000);
    expect(gate.take(-5)).toBe(0);
  });

  it("does not apply the group's limit to a person's chat", () => {
    const { gate, pass } = createGate();
    for (let count = 0; count < 30; count += 1) {
      expect(gate.take(5)).toBe(0);
      pass(1000);
    }
  });
});
