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
