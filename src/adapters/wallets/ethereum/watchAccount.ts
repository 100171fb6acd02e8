import { isSameAddress } from "#domain/address/addressKey.ts";
import type { ConnectedAccount } from "#machines/walletConnection/walletConnection.setup.ts";

import { PROVIDER_EVENTS, type Eip1193Provider } from "./eip1193.ts";
import { readConnected } from "./readConnected.ts";
import { toWalletFailure } from "./toWalletFailure.ts";

function isSame(left: ConnectedAccount, right: ConnectedAccount | null): boolean {
  return right !== null && isSameAddress("ETH", left.address, right.address) && left.networkId === right.networkId;
}

/**
 * Waits until the wallet shows another account or network than the known. Checks at the start too, so that no
 * change between two watches is missed. Rejects with `locked` once a wallet that showed an account shows none.
 */
export function watchAccount(
  provider: Eip1193Provider,
  known: ConnectedAccount | null,
  signal: AbortSignal,
): Promise<ConnectedAccount> {
  return new Promise((resolve, reject) => {
    const look = async (isChange: boolean): Promise<void> => {
      try {
        const account = await readConnected(provider);
        if (isSame(account, known)) return;
        stop();
        resolve(account);
      } catch (error) {
        const failure = toWalletFailure(error, "connect");
        const isLocked = failure.kind === "wallet" && failure.reason === "locked";
        // A wallet that cannot be read now may only have lost its node.
        if (!isLocked || !isChange || known === null) return;
        stop();
        reject(failure);
      }
    };
    const hear = (): void => void look(true);
    const stop = (): void => {
      for (const event of PROVIDER_EVENTS) provider.removeListener?.(event, hear);
    };
    for (const event of PROVIDER_EVENTS) provider.on?.(event, hear);
    signal.addEventListener("abort", stop);
    void look(false);
  });
}
