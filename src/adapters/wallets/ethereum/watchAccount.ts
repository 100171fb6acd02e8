import type { ConnectedAccount } from "#machines/walletConnection/walletConnection.setup.ts";

import { watchChanges } from "../watchChanges.ts";
import { PROVIDER_EVENTS, type Eip1193Provider } from "./eip1193.ts";
import { readConnected } from "./readConnected.ts";
import { toWalletFailure } from "./toWalletFailure.ts";

/** Waits for another account or network than the known. Rejects with `locked` once the wallet shows none. */
export function watchAccount(
  provider: Eip1193Provider,
  known: ConnectedAccount | null,
  signal: AbortSignal,
): Promise<ConnectedAccount> {
  const wallet = {
    walletType: "ETH",
    read: () => readConnected(provider),
    toFailure: (error: unknown) => toWalletFailure(error, "connect"),
    goneReason: "locked",
    listen: (hear: () => void) => {
      for (const event of PROVIDER_EVENTS) provider.on?.(event, hear);
      return () => {
        for (const event of PROVIDER_EVENTS) provider.removeListener?.(event, hear);
      };
    },
  } as const;
  return watchChanges(wallet, known, signal);
}
