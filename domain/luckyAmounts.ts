import { COINS, type CoinType } from "./coins.ts";
import type { Language } from "./language/language.ts";
import { formatAmount, parseDecimal } from "./money/amount.ts";

/** Amounts of good omen for a coin that is worth about a dollar: by sound in Chinese and Vietnamese, else the numbers that are liked. */
const LUCKY: Readonly<Record<Language, readonly string[]>> = {
  en: ["1.77", "7.77", "77"],
  es: ["1.77", "7.77", "77"],
  id: ["1.88", "8.88", "88"],
  km: ["1.99", "9.99", "99"],
  vi: ["1.68", "6.88", "68"],
  "zh-CN": ["1.88", "8.88", "66"],
  "zh-TW": ["1.88", "8.88", "66"],
};

/** Digits before the decimal mark of a price, less one: how far an amount moves to the right to stay worth about the same. */
function countShifts(price: string): number {
  return (price.split(".")[0] ?? "").length - 1;
}

/**
 * Amounts that bring luck in a language, as whole-coin decimal strings within the coin's limits: the same digits for every
 * coin, and for a dearer one fewer of it. `price`: dollars of one coin, a decimal string.
 */
export function listLuckyAmounts(language: Language, coinType: CoinType, price: string): readonly string[] {
  const { minBase, maxBase, baseDecimals, decimals } = COINS[coinType];
  return LUCKY[language]
    .map((amount) => formatAmount(parseDecimal(amount, decimals) / 10n ** BigInt(countShifts(price)), decimals))
    .filter((amount) => {
      const base = parseDecimal(amount, baseDecimals);
      return base >= minBase && base <= maxBase;
    });
}
