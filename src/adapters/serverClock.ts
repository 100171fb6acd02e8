const SECOND_MS = 1000;

/** A difference below this is the journey of an answer, and the second that a date is rounded to. */
const LEAST_MS = 3_000;

/** No answer is under way for longer: what seems older than that was dated by another clock. */
const LONGEST_JOURNEY_MS = 120_000;

/** How far the server's clock is ahead of this device's; null before the first answer. */
let aheadMs: number | null = null;

/**
 * Compares the clocks by an answer that says when it was written. The first one counts, so that what is counted down does
 * not jump; a later one where the first was long under way, or the device's clock has been set since.
 */
export function noteServerDate(date: string | null, nowMs = Date.now()): void {
  const measuredMs = Date.parse(date ?? "") - nowMs;
  if (Number.isNaN(measuredMs)) return;
  const isWrong = aheadMs === null || measuredMs > aheadMs + LEAST_MS || measuredMs < aheadMs - LONGEST_JOURNEY_MS;
  if (isWrong) aheadMs = Math.abs(measuredMs) < LEAST_MS ? 0 : measuredMs;
}

/** The time by the server's clock: what it dates and what ends there is judged by it. */
export function readServerTimeMs(): number {
  return Date.now() + (aheadMs ?? 0);
}

/** Reports the time at once, each second, and when a page that slept wakes: its timers may wake late. */
export function watchServerTime(report: (nowMs: number) => void): () => void {
  const look = () => report(readServerTimeMs());
  const timer = setInterval(look, SECOND_MS);
  document.addEventListener("visibilitychange", look);
  look();
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
  };
}
