import { pickDateLocale } from "./pickDateLocale.ts";

/** A moment in the way of a language and in the reader's time zone, e.g. `20 Nov 2026, 14:05`. */
export function formatTime(isoTime: string, language: string): string {
  const { locale, hasWords } = pickDateLocale(language);
  const dateStyle = hasWords ? "medium" : "short";
  return new Intl.DateTimeFormat(locale, { dateStyle, timeStyle: "short" }).format(new Date(isoTime));
}
