interface DateLocale {
  locale: string;
  /** False: only numbers are to be written, for the words would be of another language. */
  hasWords: boolean;
}

/** Day before month before year, as in all our languages that a browser may not know. */
const NUMBERS_LOCALE = "en-GB";

/** Chromium has no Khmer dates: left to itself it would write them in the words of the browser's own language. */
export function pickDateLocale(language: string): DateLocale {
  const hasWords = Intl.DateTimeFormat.supportedLocalesOf(language).length > 0;
  return { locale: hasWords ? language : NUMBERS_LOCALE, hasWords };
}
