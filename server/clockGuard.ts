import type { CoinType } from "#domain/coins.ts";
import type { Chain, Head } from "./chains/chain.ts";
import type { Clock } from "./clock.ts";
import type { Logger } from "./logger.ts";
import { pause } from "./pause.ts";
import type { App } from "#server/app.ts";
import { ApiError } from "#server/calls/apiError.ts";

/** What makes the time uncertain: the difference from other clocks, or a coin whose hosts tell times that cannot both be. */
interface ClockDoubt {
  subject: "clock" | CoinType;
  reason: string;
}

/**
 * Guards actions that cannot be undone and that the time decides against a wrong clock: all of them wait while it is off,
 * whoever asks for one. Of each chain the time counts on which two hosts agree, and of several chains the median, so that
 * no host alone stops anything and no chain alone does.
 */
export interface ClockGuard {
  /** The current time, or null while the clock is off. */
  readTrustedTime(): Promise<Date | null>;
  /** For operators. Empty where nothing is wrong. */
  listDoubts(): Promise<readonly ClockDoubt[]>;
}

/** A guard for an injected clock, as tests use it: always right. */
export function trustClock(clock: Clock): ClockGuard {
  return { readTrustedTime: async () => clock.now(), listDoubts: async () => [] };
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

/** Compares the clock with the database's and with the newest blocks' times; logs each change once. */
export function createClockGuard(sources: GuardSources): ClockGuard {
  const { clock, readDatabaseTime, listChains, readMonotonicMs, logger } = sources;
  const seenHeads = new Map<string, SeenHead>();
  /** When chains did not answer in time. */
  const lateAtMs = new Map<string, number>();
  /** Chains whose hosts tell different times. */
  const disputed = new Set<CoinType>();
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
    const { position, time } = head;
    noteDispute(chain.coinType, time === null);
    if (time === null) return null;
    const timeMs = time.getTime();
    if (seen?.position === position && seen.timeMs === timeMs) {
      seen.readAtMs = atMs;
      return seen;
    }
    const isFresh = seen !== undefined && atMs - seen.readAtMs < FRESH_MS;
    const next = { position, timeMs, seenAtMs: atMs, readAtMs: atMs, isFresh };
    seenHeads.set(chain.coinType, next);
    return next;
  }

  function noteDispute(coinType: CoinType, isDisputed: boolean): void {
    if (isDisputed === disputed.has(coinType)) return;
    if (isDisputed) disputed.add(coinType);
    else disputed.delete(coinType);
    if (isDisputed) logger.warn({ coinType }, "the RPC endpoints disagree on the time");
    else logger.warn({ coinType }, "the RPC endpoints agree on the time again");
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
    // Without a chain, only the database's clock is compared.
    const aheadMs = takeMedian(compared.flat());
    if (Math.abs(aheadMs) <= MAX_DIFFERENCE_MS) return null;
    return describe(aheadMs, "the newest blocks' time, though right by the database's clock");
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
    async listDoubts() {
      const difference = await findDifference(clock.now().getTime());
      const ofClock = difference === null ? [] : [{ subject: "clock" as const, reason: difference }];
      const ofHosts = [...disputed].map((coinType) => ({
        subject: coinType,
        reason: "its hosts tell times of the newest block that are more than a minute apart",
      }));
      return [...ofClock, ...ofHosts];
    },
  };
}

/** Of an even number the middle one that is nearer to zero, so that one of two chains alone stops nothing. Zero of none. */
function takeMedian(differences: readonly number[]): number {
  const sorted = differences.toSorted((left, right) => left - right);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  return Math.abs(lower) < Math.abs(upper) ? lower : upper;
}

function describe(aheadMs: number, other: string): string {
  return `${Math.round(Math.abs(aheadMs) / 1_000)} s ${aheadMs > 0 ? "ahead of" : "behind"} ${other}`;
}

/**
 * The time by which a call decides what cannot be undone. Throws serviceUnavailable while the clock is off: what is too
 * early, blocked or over would be decided by a wrong clock alone.
 */
export async function requireTrustedTime({ clockGuard }: Pick<App, "clockGuard">): Promise<Date> {
  const now = await clockGuard.readTrustedTime();
  if (now === null) throw new ApiError("serviceUnavailable");
  return now;
}
