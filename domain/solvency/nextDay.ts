const DAY_MS = 86_400_000;

/** The UTC date after one like 2026-11-22. */
export function nextDay(day: string): string {
  return new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
}
