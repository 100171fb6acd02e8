const DAY_MS = 86_400_000;

/** How many calendar days of the reader's time zone lie between a moment and now; below zero for what is to come. */
export function countDaysAgo(date: Date, now: Date): number {
  return (toDayMs(now) - toDayMs(date)) / DAY_MS;
}

/** The calendar day as a time in which every day is equally long. */
function toDayMs(date: Date): number {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
}
