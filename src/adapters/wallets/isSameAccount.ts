import { isSameAddress } from "#domain/address/addressKey.ts";
import type { WalletType } from "#domain/coins.ts";
import type { ConnectedAccount } from "#machines/walletConnection/walletConnection.machine.ts";

/** Whether a wallet still shows the account that is known, on the same network. */
export function isSameAccount(type: WalletType, left: ConnectedAccount, right: ConnectedAccount | null): boolean {
  return right !== null && isSameAddress(type, left.address, right.address) && left.networkId === right.networkId;
}
