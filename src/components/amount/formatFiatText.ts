import { pickNumberLocale } from "#domain/money/pickNumberLocale.ts";

const BELOW_ONE_CENT = /^0(?:\.00|$)/u;

/** A value in USDT as people write dollars: `$33.68`; below one cent with up to 4 decimals: `$0.0058`. */
export function formatFiatText(value: string, language: string): string {
  return new Intl.NumberFormat(pickNumberLocale(language), {
    style: "currency",
    currency: "USD",
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: 2,
    maximumFractionDigits: BELOW_ONE_CENT.test(value) ? 4 : 2,
  }).format(value as Intl.StringNumericLiteral);
}
