/** A moment in the way of a language and in the reader's time zone, e.g. `20 Nov 2026, 14:05`. */
export function formatTime(isoTime: string, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(new Date(isoTime));
}
