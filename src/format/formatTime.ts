import { pickDateLocale } from "./pickDateLocale.ts";

/** Formats a moment for a language, in the user's time zone, e.g. `20 Nov 2026, 14:05`. */
export function formatTime(isoTime: string, language: string): string {
  const { locale, hasWords } = pickDateLocale(language);
  const dateStyle = hasWords ? "medium" : "short";
  return new Intl.DateTimeFormat(locale, { dateStyle, timeStyle: "short" }).format(new Date(isoTime));
}

/** The hour and minute of a moment that is near, e.g. `14:05`. */
export function formatClock(isoTime: string, language: string): string {
  const { locale } = pickDateLocale(language);
  return new Intl.DateTimeFormat(locale, { timeStyle: "short" }).format(new Date(isoTime));
}
