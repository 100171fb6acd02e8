import type { ITonConnect } from "@tonconnect/ui-react";

import type { Failure } from "#machines/kit/failure.ts";
import type { ConnectedAccount } from "#machines/walletConnection/walletConnection.setup.ts";

import { isSameAccount } from "../isSameAccount.ts";
import { toConnectedAccount } from "./readConnected.ts";

/**
 * Waits until the wallet is connected with another account than the known. Rejects once a wallet that was connected is
 * not any more: it cut the link.
 */
export function watchAccount(
  connector: ITonConnect,
  known: ConnectedAccount | null,
  signal: AbortSignal,
): Promise<ConnectedAccount> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      const account = connector.account === null ? null : toConnectedAccount(connector.account);
      if (account !== null && !isSameAccount("Ton", account, known)) resolve(account);
      if (account === null && known !== null) reject({ kind: "wallet", reason: "notConnected" } satisfies Failure);
    };
    const stop = connector.onStatusChange(look);
    signal.addEventListener("abort", stop);
    look();
  });
}
