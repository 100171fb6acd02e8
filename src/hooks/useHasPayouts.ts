import type { CoinType } from "#domain/coins.ts";

import { useSystemInfo } from "./useSystemInfo.ts";

/** False where it is known that nothing pays balances of the coin out. */
export function useHasPayouts(coinType: CoinType): boolean {
  return useSystemInfo().view.value?.payoutCoins.some((coin) => coin.coinType === coinType) ?? true;
}
