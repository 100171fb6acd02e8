import type { ConnectedAccount } from "#machines/walletConnection/walletConnection.machine.ts";

import type { Eip1193Provider } from "./eip1193.ts";
import { rejectWallet } from "../rejectWallet.ts";

export async function readAccount(
  provider: Eip1193Provider,
  method: "eth_requestAccounts" | "eth_accounts",
): Promise<string> {
  const accounts = await provider.request({ method });
  const [address] = Array.isArray(accounts) ? (accounts as unknown[]) : [];
  return typeof address === "string" ? address : rejectWallet("locked");
}

/** The CAIP-2 id of the wallet's network. */
async function readNetworkId(provider: Eip1193Provider): Promise<string> {
  const chainId = await provider.request({ method: "eth_chainId" });
  const value = Number(chainId);
  return Number.isSafeInteger(value) && value > 0 ? `eip155:${value}` : rejectWallet("connectionFailed");
}

/** The account that the wallet shows now, without a question to the person. Rejects with `locked` where it shows none. */
export async function readConnected(provider: Eip1193Provider): Promise<ConnectedAccount> {
  return { address: await readAccount(provider, "eth_accounts"), networkId: await readNetworkId(provider) };
}
