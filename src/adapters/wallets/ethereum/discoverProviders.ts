import { type AnnouncedProvider, type Announcing, discoverAnnounced, findAnnounced } from "../discoverAnnounced.ts";
import { isProvider, type Eip1193Provider } from "./eip1193.ts";

export type DiscoveredProvider = AnnouncedProvider<Eip1193Provider>;

/** A page that wallets announce themselves on. */
export interface WalletPage extends EventTarget {
  ethereum?: unknown;
}

const INJECTED = "window.ethereum";

const EIP_6963: Announcing<Eip1193Provider> = {
  announceEvent: "eip6963:announceProvider",
  requestEvent: "eip6963:requestProvider",
  isProvider,
};

/**
 * Asks every wallet of the page to announce itself (EIP-6963) and takes the legacy `window.ethereum` only where none does.
 * @param windowMs how long announcements are waited for
 */
export async function discoverProviders(page: WalletPage, windowMs: number): Promise<DiscoveredProvider[]> {
  const found = await discoverAnnounced(page, EIP_6963, windowMs);
  if (found.length > 0 || !isProvider(page.ethereum)) return found;
  return [{ uuid: INJECTED, name: "Ethereum", icon: null, provider: page.ethereum }];
}

/** The provider that a wallet has now. */
export function findProvider(page: WalletPage, known: DiscoveredProvider): Eip1193Provider {
  if (known.uuid !== INJECTED) return findAnnounced(page, EIP_6963, known);
  return isProvider(page.ethereum) ? page.ethereum : known.provider;
}
