import type { CoinType } from "#domain/coins.ts";

import { useSystemInfo } from "./useSystemInfo.ts";

/** Whether new envelopes of the coin can be sent. True until known. */
export function useIsCoinOpen(coinType: CoinType): boolean {
  return useSystemInfo().view.value?.coins.some((coin) => coin.coinType === coinType) ?? true;
}
