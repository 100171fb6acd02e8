import type { CoinType } from "#domain/coins.ts";

/** The form in which transfers are stored: lower-case hex with 0x on Ethereum. Null for any other text or coin. */
export function normalizeTxHash(coinType: CoinType, text: string): string | null {
  return coinType === "eth" && /^0x[0-9a-fA-F]{64}$/.test(text) ? text.toLowerCase() : null;
}
