import type { Chain, Head } from "./chains/chain.ts";
import type { Clock } from "./clock.ts";
import type { Logger } from "./logger.ts";
import { pause } from "./pause.ts";

/** Guards actions that cannot be undone against a wrong clock. */
export interface ClockGuard {
  /** The current time, or null while the clock is off. */
  readTrustedTime(): Promise<Date | null>;
}

/** A guard for an injected clock, as tests use it: always right. */
export function trustClock(clock: Clock): ClockGuard {
  return { readTrustedTime: async () => clock.now() };
}

type ClockChain = Pick<Chain, "coinType" | "isLocal" | "readHead">;

interface GuardSources {
  clock: Clock;
  readDatabaseTime: () => Promise<Date>;
  /** The reachable chains. */
  listChains: () => readonly ClockChain[];
  /** Milliseconds of a monotonic clock. */
  readMonotonicMs: () => number;
  logger: Logger;
}

const MAX_DIFFERENCE_MS = 120_000;
/** How often a public chain's head is read at most; its time is extrapolated in between. */
const HEAD_KEPT_MS = 30_000;
/** A chain that answers later is not waited for: refunds and expiry of other coins must not wait for its nodes. */
const HEAD_WAIT_MS = 2_000;
/** A block that appears within this time after a reading is new, so its time is the current time. */
const FRESH_MS = 60_000;
/**
 * A local chain without a new block for this long is idle: the age of its newest block says nothing about the clock.
 */
const IDLE_MS = 3_000;

interface SeenHead {
  position: bigint;
  timeMs: number;
  /** Monotonic times: when this head was first seen, and when it was last read. */
  seenAtMs: number;
  readAtMs: number;
  /** Whether the head appeared shortly after an earlier reading, so that its time is the current time. */
  isFresh: boolean;
}

/** Compares the clock with the database's and with the newest block's time; logs each change once. */
export function createClockGuard(sources: GuardSources): ClockGuard {
  const { clock, readDatabaseTime, listChains, readMonotonicMs, logger } = sources;
  const seenHeads = new Map<string, SeenHead>();
  /** When chains did not answer in time. */
  const lateAtMs = new Map<string, number>();
  let isOff = false;

  async function readHead(chain: ClockChain): Promise<SeenHead | null> {
    const atMs = readMonotonicMs();
    const seen = seenHeads.get(chain.coinType);
    if (seen !== undefined && !chain.isLocal && atMs - seen.readAtMs < HEAD_KEPT_MS) return seen;
    if (atMs - (lateAtMs.get(chain.coinType) ?? -Infinity) < HEAD_KEPT_MS) return null;
    const late = new AbortController();
    const head: Head | "late" | null = await Promise.race([
      chain.readHead().catch(() => null),
      pause(HEAD_WAIT_MS, late.signal).then(() => "late" as const),
    ]);
    late.abort();
    if (head === "late") lateAtMs.set(chain.coinType, atMs);
    if (head === null || head === "late") return null;
    const { position } = head;
    const timeMs = head.time.getTime();
    if (seen?.position === position && seen.timeMs === timeMs) {
      seen.readAtMs = atMs;
      return seen;
    }
    const isFresh = seen !== undefined && atMs - seen.readAtMs < FRESH_MS;
    const next = { position, timeMs, seenAtMs: atMs, readAtMs: atMs, isFresh };
    seenHeads.set(chain.coinType, next);
    return next;
  }

  /** Milliseconds by which the clock is ahead of the chain; 0 for an idle local chain. */
  function compareWithChain(nowMs: number, head: SeenHead, isLocal: boolean): number {
    const sinceSeenMs = readMonotonicMs() - head.seenAtMs;
    const aheadMs = nowMs - (head.timeMs + sinceSeenMs);
    if (aheadMs <= MAX_DIFFERENCE_MS || !isLocal || head.isFresh) return aheadMs;
    // An old block of a local chain: either the clock is ahead, or the chain is idle.
    return sinceSeenMs < IDLE_MS ? aheadMs : 0;
  }

  async function findDifference(nowMs: number): Promise<string | null> {
    const databaseMs = (await readDatabaseTime()).getTime();
    const aheadOfDatabaseMs = clock.now().getTime() - databaseMs;
    if (Math.abs(aheadOfDatabaseMs) > MAX_DIFFERENCE_MS) return describe(aheadOfDatabaseMs, "the database's clock");
    const compared = await Promise.all(
      listChains().map(async (chain) => {
        const head = await readHead(chain);
        return head === null ? [] : [compareWithChain(nowMs, head, chain.isLocal)];
      }),
    );
    // Without a chain, only the database's clock is compared. Of several chains the newest block counts, since one may
    // stall.
    if (compared.flat().length === 0) return null;
    const aheadMs = Math.min(...compared.flat());
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
