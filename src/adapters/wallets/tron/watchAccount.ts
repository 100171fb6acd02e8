import type { ConnectedAccount } from "#machines/walletConnection/walletConnection.machine.ts";

import { watchChanges } from "../watchChanges.ts";
import type { WalletPage } from "./discoverProviders.ts";
import { readConnected } from "./readConnected.ts";
import { PROVIDER_EVENTS, type Tip1193Provider } from "./tip1193.ts";
import { toWalletFailure } from "./toWalletFailure.ts";

/** What wallets tell the page in messages, with events or instead of them. */
const MESSAGES: ReadonlySet<unknown> = new Set([
  "accountsChanged",
  "setAccount",
  "setNode",
  "connect",
  "connectWeb",
  "disconnect",
  "disconnectWeb",
]);

function readAction(event: Event): unknown {
  const data: unknown = event instanceof MessageEvent ? event.data : null;
  const message: unknown = typeof data === "object" && data !== null && "message" in data ? data.message : null;
  return typeof message === "object" && message !== null && "action" in message ? message.action : null;
}

/** Waits for another account or network than the known. Rejects with `notLoggedIn` once the wallet shows none. */
export function watchAccount(
  page: WalletPage,
  find: () => Tip1193Provider,
  known: ConnectedAccount | null,
  signal: AbortSignal,
): Promise<ConnectedAccount> {
  const wallet = {
    walletType: "Tron",
    read: () => readConnected(find()),
    toFailure: (error: unknown) => toWalletFailure(error, "connect"),
    goneReason: "notLoggedIn",
    listen: (hear: () => void) => {
      const hearMessage = (event: Event): void => {
        if (MESSAGES.has(readAction(event))) hear();
      };
      const provider = find();
      for (const event of PROVIDER_EVENTS) provider.on?.(event, hear);
      page.addEventListener("message", hearMessage);
      // A wallet that makes a new provider tells the old one's listeners nothing.
      page.addEventListener("focus", hear);
      return () => {
        for (const event of PROVIDER_EVENTS) provider.removeListener?.(event, hear);
        page.removeEventListener("message", hearMessage);
        page.removeEventListener("focus", hear);
      };
    },
  } as const;
  return watchChanges(wallet, known, signal);
}
