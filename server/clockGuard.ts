import type { EthereumChain } from "./chains/ethereum/ethereumChain.ts";
import type { Clock } from "./clock.ts";
import type { Logger } from "./logger.ts";

/** Guards actions that cannot be undone against a wrong clock. */
export interface ClockGuard {
  /** The present time, or null while the clock is off. */
  readTrustedTime(): Promise<Date | null>;
}

/** For a clock that was handed in, as tests do: it is always right. */
export function trustClock(clock: Clock): ClockGuard {
  return { readTrustedTime: async () => clock.now() };
}

interface GuardSources {
  clock: Clock;
  readDatabaseTime: () => Promise<Date>;
  /** null when no chain is configured. */
  chain: Pick<EthereumChain, "isLocal" | "readHead"> | null;
  /** Milliseconds of a monotonic clock. */
  readMonotonicMs: () => number;
  logger: Logger;
}

const MAX_DIFFERENCE_MS = 120_000;
/** A public chain's head is read at most this often; in between, its time is extrapolated. */
const HEAD_KEPT_MS = 30_000;
/** A block that appears within this time after a reading is new, so its time is the present. */
const FRESH_MS = 60_000;
/** A local chain without a new block for this long is idle, so the age of its newest block is no measure of the clock. */
const IDLE_MS = 3_000;

interface SeenHead {
  number: number;
  timeMs: number;
  /** By the monotonic clock: when this head was seen first, and when it was read last. */
  seenAtMs: number;
  readAtMs: number;
  /** Whether it appeared shortly after another reading, so that its time is the present. */
  isFresh: boolean;
}

/** Compares the clock with the database's and with the newest block's time; logs each change once. */
export function createClockGuard(sources: GuardSources): ClockGuard {
  const { clock, readDatabaseTime, chain, readMonotonicMs, logger } = sources;
  let seen: SeenHead | null = null;
  let isOff = false;

  async function readHead(): Promise<SeenHead | null> {
    if (chain === null) return null;
    const atMs = readMonotonicMs();
    if (seen !== null && !chain.isLocal && atMs - seen.readAtMs < HEAD_KEPT_MS) return seen;
    const head = await chain.readHead().catch(() => null);
    // Without the chain, only the database's clock is compared.
    if (head === null) return null;
    const { number } = head;
    const timeMs = head.time.getTime();
    if (seen?.number === number && seen.timeMs === timeMs) seen.readAtMs = atMs;
    else {
      const isFresh = seen !== null && atMs - seen.readAtMs < FRESH_MS;
      seen = { number, timeMs, seenAtMs: atMs, readAtMs: atMs, isFresh };
    }
    return seen;
  }

  /** Milliseconds that the clock is ahead of the chain; 0 when a local chain is idle. */
  function compareWithChain(nowMs: number, head: SeenHead, isLocal: boolean): number {
    const sinceSeenMs = readMonotonicMs() - head.seenAtMs;
    const aheadMs = nowMs - (head.timeMs + sinceSeenMs);
    if (aheadMs <= MAX_DIFFERENCE_MS || !isLocal || head.isFresh) return aheadMs;
    // An old block of a local chain: the clock is ahead, or the chain is idle.
    return sinceSeenMs < IDLE_MS ? aheadMs : 0;
  }

  async function findDifference(nowMs: number): Promise<string | null> {
    const databaseMs = (await readDatabaseTime()).getTime();
    const aheadOfDatabaseMs = clock.now().getTime() - databaseMs;
    if (Math.abs(aheadOfDatabaseMs) > MAX_DIFFERENCE_MS) return describe(aheadOfDatabaseMs, "the database's clock");
    const head = await readHead();
    if (chain === null || head === null) return null;
    const aheadMs = compareWithChain(nowMs, head, chain.isLocal);
    return Math.abs(aheadMs) > MAX_DIFFERENCE_MS ? describe(aheadMs, "the newest block's time") : null;
  }

  return {
    async readTrustedTime() {
      const now = clock.now();
      const difference = await findDifference(now.getTime());
      if ((difference !== null) !== isOff) {
        isOff = difference !== null;
        if (difference !== null) logger.error({ reason: difference }, "the clock is off: refunds and expiry pause");
        else logger.warn({}, "the clock is right again: refunds and expiry resume");
      }
      return difference === null ? now : null;
    },
  };
}

function describe(aheadMs: number, other: string): string {
  return `${Math.round(Math.abs(aheadMs) / 1_000)} s ${aheadMs > 0 ? "ahead of" : "behind"} ${other}`;
}
