import type { ITonConnect } from "@tonconnect/ui-react";

import type { Failure } from "#machines/kit/failure.ts";
import type { ConnectedAccount } from "#machines/walletConnection/walletConnection.machine.ts";

import { isSameAccount } from "../isSameAccount.ts";
import { toConnectedAccount } from "./readConnected.ts";

/** A wallet that changes its account may cut the link first, and make another at once. */
const CUT_MS = 3_000;

/**
 * Waits until the wallet is connected with another account than the known. Rejects once a wallet that was connected is
 * not any more: it cut the link, and made no other.
 */
export function watchAccount(
  connector: ITonConnect,
  known: ConnectedAccount | null,
  signal: AbortSignal,
): Promise<ConnectedAccount> {
  return new Promise((resolve, reject) => {
    let cut: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      clearTimeout(cut);
      const account = connector.account === null ? null : toConnectedAccount(connector.account);
      if (account !== null && !isSameAccount("Ton", account, known)) resolve(account);
      if (account !== null || known === null) return;
      cut = setTimeout(() => reject({ kind: "wallet", reason: "notConnected" } satisfies Failure), CUT_MS);
    };
    const stop = connector.onStatusChange(look);
    signal.addEventListener("abort", () => {
      clearTimeout(cut);
      stop();
    });
    look();
  });
}
