import type { components } from "#contract/schema.d.ts";
import { COINS, type CoinType } from "#domain/coins.ts";
import type { ResourceEvent } from "#machines/kit/resource/resource.machine.ts";
import { viewResource, type ResourceView } from "#machines/kit/resource/resource.view.ts";

import { useService, useSnapshot } from "./useSnapshot.ts";

interface SystemInfoProps {
  view: ResourceView<components["schemas"]["SystemInfo"]>;
  send: (event: ResourceEvent) => void;
}

/** The server's coins and names, with how reading them goes. */
export function useSystemInfo(): SystemInfoProps {
  const systemInfo = useService("systemInfo");
  return { view: viewResource(useSnapshot(systemInfo)), send: systemInfo.send };
}

/** Whether new envelopes of the coin can be sent. True until known. */
export function useIsCoinOpen(coinType: CoinType): boolean {
  return useSystemInfo().view.value?.coins.some((coin) => coin.coinType === coinType) ?? true;
}

/** False where it is known that nothing pays balances of the coin out. */
export function useHasPayouts(coinType: CoinType): boolean {
  return useSystemInfo().view.value?.payoutCoins.some((coin) => coin.coinType === coinType) ?? true;
}

/** What each withdrawal of a coin costs here, a whole-coin decimal string. Null where the network decides, or nothing is known. */
export function usePayoutFee(coinType: CoinType): string | null {
  return useSystemInfo().view.value?.payoutCoins.find((coin) => coin.coinType === coinType)?.fee ?? null;
}

/** The network that balances of a coin are paid out over; its id is null where the server has not reached it. */
export function usePayoutNetwork(coinType: CoinType): {
  id: components["schemas"]["Network"]["id"] | null;
  name: string;
} {
  const { value } = useSystemInfo().view;
  const network = value?.payoutCoins.find((coin) => coin.coinType === coinType)?.network;
  return network ?? { id: null, name: COINS[coinType].network };
}
