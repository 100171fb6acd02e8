import { COINS, COIN_TYPES } from "#domain/coins.ts";
import { roundDownAmount } from "#domain/money/roundDownAmount.ts";
import type { Gift } from "#machines/envelopeSend/sendForm.ts";

/**
 * What an envelope in return begins with; null where the address names no amount of a coin.
 * @param makePassphrase asked only where there is one
 */
export function readGift(search: URLSearchParams, makePassphrase: () => string): Gift | null {
  const amount = search.get("amount") ?? "";
  const coinType = COIN_TYPES.find((known) => known === search.get("coinType"));
  if (coinType === undefined || !/^\d{1,12}(\.\d{1,18})?$/u.test(amount)) return null;
  const { baseDecimals, decimals } = COINS[coinType];
  if ((amount.split(".")[1] ?? "").length > baseDecimals) return null;
  return { amount: roundDownAmount(amount, baseDecimals, decimals), passphrase: makePassphrase() };
}
