import { discoverAnnounced, type AnnouncedProvider } from "../discoverAnnounced.ts";
import { isProvider, type Eip1193Provider } from "./eip1193.ts";

export type DiscoveredProvider = AnnouncedProvider<Eip1193Provider>;

/** A page that wallets announce themselves on. */
export interface WalletPage extends EventTarget {
  ethereum?: unknown;
}

/**
 * Asks every wallet of the page to announce itself (EIP-6963) and takes the legacy `window.ethereum` only where none does.
 * @param windowMs how long announcements are waited for
 */
export async function discoverProviders(page: WalletPage, windowMs: number): Promise<DiscoveredProvider[]> {
  const found = await discoverAnnounced({
    page,
    announceEvent: "eip6963:announceProvider",
    requestEvent: "eip6963:requestProvider",
    isProvider,
    windowMs,
  });
  if (found.length > 0 || !isProvider(page.ethereum)) return found;
  return [{ uuid: "window.ethereum", name: "Ethereum", icon: null, provider: page.ethereum }];
}
