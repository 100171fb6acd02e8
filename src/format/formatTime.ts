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

interface DateLocale {
  locale: string;
  /** False: write numbers only, since the words would be in another language. */
  hasWords: boolean;
}

/** Day before month before year, as in all our languages that a browser may not know. */
const NUMBERS_LOCALE = "en-GB";

/** Chromium has no Khmer dates: it falls back to the words of the browser's own language. */
export function pickDateLocale(language: string): DateLocale {
  const hasWords = Intl.DateTimeFormat.supportedLocalesOf(language).length > 0;
  return { locale: hasWords ? language : NUMBERS_LOCALE, hasWords };
}

const MINUTE_S = 60;

/** Minutes and seconds, e.g. `0:42`. */
export function formatTimeLeft(seconds: number): string {
  return `${String(Math.floor(seconds / MINUTE_S))}:${String(seconds % MINUTE_S).padStart(2, "0")}`;
}
