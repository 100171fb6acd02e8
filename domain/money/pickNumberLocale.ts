/** Spanish is that of Latin America. What a browser has no numbers for is written as in English, as Khmer is. */
export function pickNumberLocale(language: string): string {
  const locale = language === "es" ? "es-419" : language;
  return Intl.NumberFormat.supportedLocalesOf(locale).length > 0 ? locale : "en";
}
