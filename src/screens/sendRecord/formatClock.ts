import { pickDateLocale } from "#src/format/pickDateLocale.ts";

/** Formats the time of day for a language, in the user's time zone, e.g. `14:05`. */
export function formatClock(isoTime: string, language: string): string {
  return new Intl.DateTimeFormat(pickDateLocale(language).locale, { timeStyle: "short" }).format(new Date(isoTime));
}
