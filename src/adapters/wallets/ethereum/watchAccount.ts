import type { ConnectedAccount } from "#machines/walletConnection/walletConnection.machine.ts";

import { watchChanges } from "../watchChanges.ts";
import type { WalletPage } from "./discoverProviders.ts";
import { PROVIDER_EVENTS, type Eip1193Provider } from "./eip1193.ts";
import { readConnected } from "./readConnected.ts";
import { toWalletFailure } from "./toWalletFailure.ts";

/** Waits for another account or network than the known. Rejects with `locked` once the wallet shows none. */
export function watchAccount(
  page: WalletPage,
  find: () => Eip1193Provider,
  known: ConnectedAccount | null,
  signal: AbortSignal,
): Promise<ConnectedAccount> {
  const wallet = {
    walletType: "ETH",
    read: () => readConnected(find()),
    toFailure: (error: unknown) => toWalletFailure(error, "connect"),
    goneReason: "locked",
    listen: (hear: () => void) => {
      const provider = find();
      for (const event of PROVIDER_EVENTS) provider.on?.(event, hear);
      // A wallet that makes a new provider tells the old one's listeners nothing.
      page.addEventListener("focus", hear);
      return () => {
        for (const event of PROVIDER_EVENTS) provider.removeListener?.(event, hear);
        page.removeEventListener("focus", hear);
      };
    },
  } as const;
  return watchChanges(wallet, known, signal);
}
