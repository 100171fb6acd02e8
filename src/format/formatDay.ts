import { formatClock, formatTime, pickDateLocale } from "./formatTime.ts";

/** Formats a day for a language, in the user's time zone: `20 November`, or `3 May 2025` of another year. */
export function formatDay(date: Date, now: Date, language: string): string {
  const { locale, hasWords } = pickDateLocale(language);
  const isThisYear = date.getFullYear() === now.getFullYear();
  const style: Intl.DateTimeFormatOptions = !hasWords
    ? { dateStyle: "short" }
    : isThisYear
      ? { day: "numeric", month: "long" }
      : { dateStyle: "long" };
  return new Intl.DateTimeFormat(locale, style).format(date);
}

/** A time of today without its day, any other with it. */
export function formatRecent(isoTime: string, now: Date, language: string): string {
  return countDaysAgo(new Date(isoTime), now) === 0 ? formatClock(isoTime, language) : formatTime(isoTime, language);
}

const DAY_MS = 86_400_000;

/** How many calendar days of the user's time zone lie between a moment and now; negative for the future. */
export function countDaysAgo(date: Date, now: Date): number {
  return (toDayMs(now) - toDayMs(date)) / DAY_MS;
}

/** The calendar day in UTC, where every day has 24 hours. */
function toDayMs(date: Date): number {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
}
