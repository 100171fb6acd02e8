import { beforeEach, describe, expect, it } from "vitest";
import { silentLogger } from "#tests/support/silentLogger.ts";
import { type ClockGuard, createClockGuard } from "./clockGuard.ts";

const START = Date.parse("2026-11-20T12:00:00Z");
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

describe("the guard of actions that cannot be undone", () => {
  /** True time passes; each of the three clocks may be off by a difference. */
  let trueMs: number;
  let clockOffMs: number;
  let databaseOffMs: number;
  let head: { position: bigint; time: Date } | null;
  let reads: number;
  let logged: string[];

  beforeEach(() => {
    [trueMs, clockOffMs, databaseOffMs, reads, logged] = [START, 0, 0, 0, []];
    head = { position: 1n, time: new Date(START) };
  });

  function guard(isLocal: boolean): ClockGuard {
    return createClockGuard({
      clock: { now: () => new Date(trueMs + clockOffMs) },
      readDatabaseTime: async () => new Date(trueMs + databaseOffMs),
      listChains: () => [
        {
          coinType: "eth",
          isLocal,
          readHead: async () => {
            reads += 1;
            if (head === null) throw new Error("away");
            return head;
          },
        },
      ],
      readMonotonicMs: () => trueMs - START,
      logger: {
        ...silentLogger,
        warn: (_, message) => void logged.push(message),
        error: ({ reason }, message) => void logged.push(`${message}: ${String(reason)}`),
      },
    });
  }
  /** A right clock beside the newest blocks of several public chains, each so far off; null: its hosts differ. */
  function guardOf(...offsMs: readonly (number | null)[]): ClockGuard {
    const coins = ["eth", "sol", "tron", "ton"] as const;
    return createClockGuard({
      clock: { now: () => new Date(trueMs + clockOffMs) },
      readDatabaseTime: async () => new Date(trueMs + clockOffMs),
      listChains: () =>
        offsMs.map((offMs, place) => ({
          coinType: coins[place] ?? "eth",
          isLocal: false,
          readHead: async () => ({ position: 1n, time: offMs === null ? null : new Date(trueMs + offMs) }),
        })),
      readMonotonicMs: () => trueMs - START,
      logger: silentLogger,
    });
  }
  function mine(): void {
    head = { position: (head?.position ?? 0n) + 1n, time: new Date(trueMs) };
  }
  const isTrusted = async (clockGuard: ClockGuard) => (await clockGuard.readTrustedTime()) !== null;

  it.each([true, false])(
    "trusts the clock if all three agree within two minutes (local chain: %s)",
    async (isLocal) => {
      const clockGuard = guard(isLocal);
      clockOffMs = 1.9 * MINUTE_MS;
      expect(await clockGuard.readTrustedTime()).toEqual(new Date(trueMs + clockOffMs));
      clockOffMs = -clockOffMs;
      expect(await isTrusted(clockGuard)).toBe(true);
      expect(logged).toEqual([]);
    },
  );

  it.each([
    ["ahead", DAY_MS, "86400 s ahead of the database's clock"],
    ["behind", -3 * MINUTE_MS, "180 s behind the database's clock"],
  ])("is not trusted %s of the database, and each change is said once", async (_, offMs, reason) => {
    const clockGuard = guard(true);
    clockOffMs = offMs;
    expect(await isTrusted(clockGuard)).toBe(false);
    expect(await isTrusted(clockGuard)).toBe(false);
    clockOffMs = 0;
    expect(await isTrusted(clockGuard)).toBe(true);
    expect(logged).toEqual([
      `the clock is off: refunds and expiry pause: ${reason}`,
      "the clock is right again: refunds and expiry resume",
    ]);
  });

  it("detects a machine whose database clock is off too, by the public chain's blocks", async () => {
    const clockGuard = guard(false);
    expect(await isTrusted(clockGuard)).toBe(true);
    [clockOffMs, databaseOffMs] = [DAY_MS, DAY_MS];
    trueMs += 1_000;
    // At once, without another call of the node.
    expect(await isTrusted(clockGuard)).toBe(false);
    expect(reads).toBe(1);
    trueMs += MINUTE_MS;
    mine();
    expect(await isTrusted(clockGuard)).toBe(false);
    [clockOffMs, databaseOffMs] = [-DAY_MS, -DAY_MS];
    expect(await isTrusted(clockGuard)).toBe(false);
  });

  it("detects a clock ahead of a local chain that makes blocks, also at the start", async () => {
    const clockGuard = guard(true);
    [clockOffMs, databaseOffMs] = [DAY_MS, DAY_MS];
    for (let second = 0; second < 10; second += 1) {
      expect(await isTrusted(clockGuard)).toBe(false);
      trueMs += 1_000;
      mine();
    }
    [clockOffMs, databaseOffMs] = [0, 0];
    expect(await isTrusted(clockGuard)).toBe(true);
  });

  it("soon trusts the clock beside an idle local chain, whatever the age of its newest block", async () => {
    const clockGuard = guard(true);
    trueMs += DAY_MS;
    expect(await isTrusted(clockGuard)).toBe(false);
    trueMs += 3_000;
    expect(await isTrusted(clockGuard)).toBe(true);
    trueMs += DAY_MS;
    expect(await isTrusted(clockGuard)).toBe(true);
  });

  it("compares with the database alone while the chain is unreachable", async () => {
    const clockGuard = guard(false);
    head = null;
    [clockOffMs, databaseOffMs] = [DAY_MS, DAY_MS];
    expect(await isTrusted(clockGuard)).toBe(true);
    databaseOffMs = 0;
    expect(await isTrusted(clockGuard)).toBe(false);
  });

  it.each([
    ["one of two chains", [0, DAY_MS], true],
    ["one of two chains, earlier", [-DAY_MS, 0], true],
    ["one of three", [DAY_MS, 0, 0], true],
    ["the only one", [DAY_MS], false],
    ["two of three", [DAY_MS, DAY_MS, 0], false],
    ["none whose hosts agree", [null, 0], true],
  ] as const)("takes the median of chains: %s is off", async (_, offsMs, isRight) => {
    const clockGuard = guardOf(...offsMs);
    expect(await isTrusted(clockGuard)).toBe(isRight);
  });

  it("names what is off: the clock, against which other one, and the coins whose hosts differ", async () => {
    const clockGuard = guardOf(null, 0, 0);
    expect(await clockGuard.listDoubts()).toEqual([
      { subject: "eth", reason: expect.stringContaining("a minute apart") },
    ]);
    clockOffMs = DAY_MS;
    expect(await clockGuard.listDoubts()).toEqual([
      { subject: "clock", reason: "86400 s ahead of the newest blocks' time, though right by the database's clock" },
      { subject: "eth", reason: expect.stringContaining("a minute apart") },
    ]);
    clockOffMs = 0;
    expect(await guardOf(0, 0).listDoubts()).toEqual([]);
  });

  it("waits for no chain that does not answer, and does not ask it again at once", async () => {
    let asked = 0;
    const hanging = createClockGuard({
      clock: { now: () => new Date(trueMs) },
      readDatabaseTime: async () => new Date(trueMs),
      listChains: () => [
        {
          coinType: "eth",
          isLocal: false,
          readHead: () => {
            asked += 1;
            return new Promise(() => {});
          },
        },
      ],
      readMonotonicMs: () => trueMs - START,
      logger: silentLogger,
    });
    expect(await hanging.readTrustedTime()).toEqual(new Date(START));
    expect(await hanging.readTrustedTime()).toEqual(new Date(START));
    expect(asked).toBe(1);
    trueMs += MINUTE_MS;
    await hanging.readTrustedTime();
    expect(asked).toBe(2);
  });
});
