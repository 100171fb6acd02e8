import { pickDateLocale } from "#src/format/pickDateLocale.ts";

/** The time of day in the way of a language and in the reader's time zone, e.g. `14:05`. */
export function formatClock(isoTime: string, language: string): string {
  return new Intl.DateTimeFormat(pickDateLocale(language).locale, { timeStyle: "short" }).format(new Date(isoTime));
}
