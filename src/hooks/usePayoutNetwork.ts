import type { components } from "#contract/schema.d.ts";
import { COINS, type CoinType } from "#domain/coins.ts";

import { useSystemInfo } from "./useSystemInfo.ts";

/** The network that balances of a coin are paid out over; its id is null where the server has not reached it. */
export function usePayoutNetwork(coinType: CoinType): {
  id: components["schemas"]["Network"]["id"] | null;
  name: string;
} {
  const { value } = useSystemInfo().view;
  const network = value?.payoutCoins.find((coin) => coin.coinType === coinType)?.network;
  return network ?? { id: null, name: COINS[coinType].network };
}
