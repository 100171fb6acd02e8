import type { RangeReading } from "./chain.ts";

const MAX_REASON = 200;

/**
 * Parses what a stranger wrote on a chain, or answers why it cannot be parsed: that transaction is set aside, and the
 * endpoint's other answers count. Calls of the endpoint stay outside: their failure is the endpoint's.
 */
export function tryParse<T>(parse: () => T): { kind: "read"; value: T } | { kind: "unread"; reason: string } {
  try {
    return { kind: "read", value: parse() };
  } catch (error) {
    return { kind: "unread", reason: (error instanceof Error ? error.message : "unknown").slice(0, MAX_REASON) };
  }
}

/**
 * One endpoint's reading of a range. Where that endpoint has something unreadable, the better one of two endpoints' readings:
 * what another endpoint can read is not set aside.
 */
export async function readOrSetAside<Reader, T extends Pick<RangeReading, "unread">>(
  ask: {
    askAny: (read: (reader: Reader) => Promise<T>) => Promise<T>;
    askAll: (read: (reader: Reader) => Promise<T>) => Promise<readonly T[]>;
  },
  read: (reader: Reader) => Promise<T>,
): Promise<T> {
  const first = await ask.askAny(read);
  if (first.unread.length === 0) return first;
  const readings = await ask.askAll(read);
  return readings.reduce((best, other) => (other.unread.length < best.unread.length ? other : best), first);
}
