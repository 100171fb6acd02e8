/** A value in USDT as people write dollars, with up to 4 decimals: `$33.6814`. */
export function formatFiatText(value: string, language: string): string {
  return new Intl.NumberFormat(language, {
    style: "currency",
    currency: "USD",
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: 2,
    maximumFractionDigits: 4,
  }).format(value as Intl.StringNumericLiteral);
}
