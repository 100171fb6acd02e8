import type { CoinType } from "#domain/coins.ts";

/** Where money of a coin is withdrawn, and where one withdrawal can be seen on and cancelled. */
export function buildWithdrawPath(coinType: CoinType, payoutId?: string): string {
  return `/withdraw?${new URLSearchParams({ coinType, ...(payoutId === undefined ? {} : { payoutId }) }).toString()}`;
}
