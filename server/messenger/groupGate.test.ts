import { describe, expect, it } from "vitest";
import { GroupGate } from "./groupGate.ts";

const GROUP = -100n;
const START_MS = 1_000_000;

describe("GroupGate", () => {
  it("allows 20 messages a minute in one group, independently of others", () => {
    const gate = new GroupGate();
    for (let sent = 0; sent < 20; sent += 1) {
      expect(gate.nextTurnMs(GROUP, START_MS + sent)).toBeLessThanOrEqual(START_MS + sent);
      gate.noteSent(GROUP, START_MS + sent);
    }
    expect(gate.nextTurnMs(GROUP, START_MS + 20)).toBe(START_MS + 60_000);
    expect(gate.nextTurnMs(-200n, START_MS + 20)).toBeLessThanOrEqual(START_MS + 20);
    expect(gate.nextTurnMs(GROUP, START_MS + 60_000)).toBeLessThanOrEqual(START_MS + 60_000);
  });

  it("stays closed for as long as the messenger asked", () => {
    const gate = new GroupGate();
    gate.close(GROUP, START_MS + 7_000);
    expect(gate.nextTurnMs(GROUP, START_MS)).toBe(START_MS + 7_000);
  });

  it("forgets groups that nothing holds back", () => {
    const gate = new GroupGate();
    gate.close(GROUP, START_MS + 7_000);
    for (let chat = 0n; chat < 500n; chat += 1n) gate.noteSent(-1_000n - chat, START_MS);
    expect(gate.size).toBe(501);
    gate.noteSent(GROUP, START_MS + 61_000);
    expect(gate.size).toBe(1);
  });
});
