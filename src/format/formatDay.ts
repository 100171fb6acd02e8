import { pickDateLocale } from "./formatTime.ts";

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
