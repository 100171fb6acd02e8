import { setNewest } from "#server/setNewest.ts";

interface Kept<T> {
  answer: Promise<T>;
  /** Time of the process's monotonic clock. */
  untilMs: number;
}

/**
 * Caches `read` by key for `keptMs`. Calls during a read share it; a failed read is not cached. Keeps at most `maxKept`
 * results and removes the oldest first.
 */
export function cacheFor<T>(
  keptMs: number,
  maxKept: number,
  read: (key: string) => Promise<T>,
): (key: string) => Promise<T> {
  const kept = new Map<string, Kept<T>>();
  return (key) => {
    const known = kept.get(key);
    if (known !== undefined && performance.now() < known.untilMs) return known.answer;
    const entry = { answer: read(key), untilMs: performance.now() + keptMs };
    setNewest(kept, key, entry, maxKept);
    entry.answer.catch(() => {
      if (kept.get(key) === entry) kept.delete(key);
    });
    return entry.answer;
  };
}
