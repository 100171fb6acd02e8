const DAY_MS = 86_400_000;

/** How many calendar days of the user's time zone lie between a moment and now; negative for the future. */
export function countDaysAgo(date: Date, now: Date): number {
  return (toDayMs(now) - toDayMs(date)) / DAY_MS;
}

/** The calendar day in UTC, where every day has 24 hours. */
function toDayMs(date: Date): number {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
}
