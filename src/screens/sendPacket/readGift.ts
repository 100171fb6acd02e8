import { COINS, COIN_TYPES } from "#domain/coins.ts";
import { roundDownAmount } from "#domain/money/roundDownAmount.ts";
import { generatePassphrase } from "#domain/passphrase/generatePassphrase.ts";
import type { Gift } from "#machines/envelopeSend/sendForm.ts";
import { getRandomBytes } from "#src/adapters/getRandomBytes.ts";

/** What the address says an envelope in return begins with; null where it names no amount of a coin. */
export function readGift(search: URLSearchParams): Gift | null {
  const amount = search.get("amount") ?? "";
  const coinType = COIN_TYPES.find((known) => known === search.get("coinType"));
  if (coinType === undefined || !/^\d{1,12}(\.\d{1,18})?$/u.test(amount)) return null;
  const { baseDecimals, decimals } = COINS[coinType];
  if ((amount.split(".")[1] ?? "").length > baseDecimals) return null;
  return { amount: roundDownAmount(amount, baseDecimals, decimals), passphrase: generatePassphrase(getRandomBytes) };
}
