import type { Wallet } from "@wallet-standard/base";

import type { ConnectedAccount } from "#machines/walletConnection/walletConnection.machine.ts";

import { isSameAccount } from "../isSameAccount.ts";
import { readConnected, type Wanted } from "./readConnected.ts";
import { findMethod } from "./standardWallet.ts";

/**
 * Waits until the wallet shows another account or network than the known. Checks at the start too, so that no
 * change between two watches is missed. Rejects with `locked` once a wallet that showed an account shows none.
 */
export function watchAccount(
  wallet: Wallet,
  wanted: Wanted,
  known: ConnectedAccount | null,
  signal: AbortSignal,
): Promise<ConnectedAccount> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      try {
        const account = readConnected(wallet, wanted);
        if (isSameAccount("Solana", account, known)) return;
        stop();
        resolve(account);
      } catch (error) {
        // A locked wallet that stays locked is no change.
        if (known === null) return;
        stop();
        reject(error);
      }
    };
    // Some wallets have no events.
    const off = findMethod(wallet, "standard:events")?.("change", look);
    const stop = (): void => {
      if (typeof off === "function") Reflect.apply(off, undefined, []);
    };
    signal.addEventListener("abort", stop);
    look();
  });
}
