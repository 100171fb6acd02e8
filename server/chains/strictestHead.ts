import type { Header } from "./chainKind.ts";
import { takeReachedByTwo } from "./quorum.ts";

/** How fast a chain goes on. */
export interface ChainPace {
  /** Between two blocks at least. */
  shortestBlockMs: number;
  /** From a block to the moment when it is final, at most, while the chain runs. */
  longestFinalityMs: number;
  /** How long a signed payout may wait for its block; 0 where another one that is signed meanwhile excludes it. */
  longestLandingMs: number;
}

/** A local chain makes blocks as fast as its owner likes. */
const LOCAL_BLOCK_MS = 1_000;
/** Machines that keep time are no further apart. */
const CLOCK_SLACK_MS = 3_000;

export type StrictestHead =
  | {
      kind: "head";
      /** What left the treasury by now is in a block up to here. */
      position: number;
      /** The position of a host that names more than the chain can have; null where there is none. */
      beyond: number | null;
    }
  /** None that could be believed. */
  | { kind: "unknown"; reason: string; beyond: number | null };

/**
 * The head at which a wait may end that keeps money in the treasury. The dangerous side is too low a head: what left the
 * treasury after it would not be seen. So it is the highest one that any host names, as far as the chain can have come since
 * the head that two hosts name; a host that names more does not count. Each host alone can prolong the wait by that much, and
 * none can shorten it. What was sent last may land later still: the wait goes on for the blocks of that time, on a public
 * chain, which goes on by itself.
 */
export function findStrictestHead(
  headers: readonly Header[],
  { pace, isLocal, hosts, now }: { pace: ChainPace; isLocal: boolean; hosts: number; now: Date },
): StrictestHead {
  const reached = takeReachedByTwo<Header>(({ position }) => position)(headers);
  const blockMs = isLocal ? Math.min(pace.shortestBlockMs, LOCAL_BLOCK_MS) : pace.shortestBlockMs;
  const sinceMs = Math.max(0, now.getTime() - reached.time.getTime()) + CLOCK_SLACK_MS;
  const most = reached.position + Math.ceil(sinceMs / blockMs);
  const plausible = headers.filter(({ position }) => position <= most);
  const beyond = headers.find(({ position }) => position > most)?.position ?? null;
  if (plausible.length < Math.min(2, hosts)) {
    return {
      kind: "unknown",
      reason: `a host names ${beyond}, and no other host more than ${reached.position}`,
      beyond,
    };
  }
  const highest = plausible.reduce((best, header) => (header.position > best.position ? header : best), reached);
  // All of them are late. A local chain may rest.
  if (!isLocal && now.getTime() - highest.time.getTime() > pace.longestFinalityMs) {
    return { kind: "unknown", reason: `the newest block of all hosts, ${highest.position}, is old`, beyond };
  }
  const landing = isLocal ? 0 : Math.ceil(pace.longestLandingMs / blockMs);
  return { kind: "head", position: highest.position + landing, beyond };
}
