const WHOLE_CENTS = /^[0-9]+(?:\.[0-9]{1,2}0*)?$/u;

/** A value in USDT as people write dollars: `$12.50`, or with 4 decimals where cents do not tell all of it: `$33.6814`. */
export function formatFiatText(value: string, language: string): string {
  const decimals = WHOLE_CENTS.test(value) ? 2 : 4;
  return new Intl.NumberFormat(language, {
    style: "currency",
    currency: "USD",
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(value as Intl.StringNumericLiteral);
}
