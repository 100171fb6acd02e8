import type { WalletType } from "#domain/coins.ts";
import type { Failure, WalletFailureReason } from "#machines/kit/failure.ts";
import type { ConnectedAccount } from "#machines/walletConnection/walletConnection.machine.ts";

import { isSameAccount } from "./isSameAccount.ts";

interface WatchedWallet {
  walletType: WalletType;
  read: () => Promise<ConnectedAccount>;
  toFailure: (error: unknown) => Failure;
  /** Why a wallet cannot be read that shows no account. */
  goneReason: WalletFailureReason;
  /** Calls back at each sign of a change. @returns a function that ends it */
  listen: (hear: () => void) => () => void;
}

/**
 * Waits until the wallet shows another account or network than the known. Checks at the start too, so that no
 * change between two watches is missed. Rejects with `goneReason` once a wallet that showed an account shows none.
 */
export function watchChanges(
  { walletType, read, toFailure, goneReason, listen }: WatchedWallet,
  known: ConnectedAccount | null,
  signal: AbortSignal,
): Promise<ConnectedAccount> {
  return new Promise((resolve, reject) => {
    const look = async (isChange: boolean): Promise<void> => {
      try {
        const account = await read();
        if (isSameAccount(walletType, account, known)) return;
        stop();
        resolve(account);
      } catch (error) {
        const failure = toFailure(error);
        const isGone = failure.kind === "wallet" && failure.reason === goneReason;
        // A wallet that cannot be read now may only have lost its node.
        if (!isGone || !isChange || known === null) return;
        stop();
        reject(failure);
      }
    };
    const stop = listen(() => void look(true));
    signal.addEventListener("abort", stop);
    void look(false);
  });
}
