import { formatAmount } from "#domain/money/amount.ts";
import { joinDigits } from "#domain/money/formatAmountText.ts";

const BELOW_ONE_CENT = /^0(?:\.00|$)/u;

/** A value in USDT as people write dollars: `$33.68`; below one cent with up to 4 decimals: `$0.0058`. */
export function formatFiatText(value: string, language: string): string {
  const [whole = "", fraction = ""] = round(value, BELOW_ONE_CENT.test(value) ? 4 : 2).split(".");
  const number = joinDigits(whole, fraction.padEnd(2, "0"), language);
  return language === "vi" ? `${number}\u00a0$` : `$${number}`;
}

/** Rounds to at most this many decimals, up from the half. */
function round(value: string, decimals: number): string {
  const [whole = "", fraction = ""] = value.split(".");
  const kept = BigInt(`${whole}${fraction.slice(0, decimals).padEnd(decimals, "0")}`);
  return formatAmount(fraction.charAt(decimals) >= "5" ? kept + 1n : kept, decimals);
}
