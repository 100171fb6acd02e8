import type { Wallet, WalletAccount } from "@wallet-standard/base";

import { isSameAddress } from "#domain/address/addressKey.ts";
import type { ConnectedAccount } from "#machines/walletConnection/walletConnection.machine.ts";

import { rejectWallet } from "../rejectWallet.ts";
import { listAccounts, toChainName, toNetworkId } from "./standardWallet.ts";

/** What a payment needs of a wallet. Each is null where anything will do. */
export interface Wanted {
  address: string | null;
  /** CAIP-2 id. */
  networkId: string | null;
}

/** A wallet may show several accounts: the wanted one, where it is among them. Rejects with `locked` where none shows. */
export function findAccount(wallet: Wallet, address: string | null): WalletAccount {
  const accounts = listAccounts(wallet);
  const wanted = address === null ? undefined : accounts.find((one) => isSameAddress("Solana", one.address, address));
  return wanted ?? accounts[0] ?? rejectWallet("locked");
}

/** The network of an account that can be used on several: the wanted one, where it is among them. */
function readNetworkId({ chains }: WalletAccount, wantedId: string | null): string | null {
  if (wantedId !== null) {
    const name = toChainName(wantedId);
    if (chains.some((chain) => chain === wantedId || chain === name)) return wantedId;
  }
  const [first] = chains;
  return first === undefined ? null : toNetworkId(first);
}

/** The account that the wallet shows now, without a question to the person. Rejects with `locked` where it shows none. */
export function readConnected(wallet: Wallet, { address, networkId }: Wanted): ConnectedAccount {
  const account = findAccount(wallet, address);
  return { address: account.address, networkId: readNetworkId(account, networkId) };
}
