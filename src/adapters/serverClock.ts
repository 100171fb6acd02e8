/** A difference below this is the journey of an answer, and the second that a date is rounded to. */
const LEAST_MS = 3_000;

/** How far the server's clock is ahead of this device's; null before the first answer. */
let aheadMs: number | null = null;

/**
 * Compares the clocks, by the first answer that says when it was written. Only that one: a device's clock goes on evenly,
 * and what is counted down must not jump.
 */
export function noteServerDate(date: string | null, nowMs = Date.now()): void {
  const atMs = Date.parse(date ?? "");
  if (aheadMs !== null || Number.isNaN(atMs)) return;
  aheadMs = Math.abs(atMs - nowMs) < LEAST_MS ? 0 : atMs - nowMs;
}

/** The time by the server's clock: what it dates and what ends there is judged by it. */
export function readServerTimeMs(): number {
  return Date.now() + (aheadMs ?? 0);
}
