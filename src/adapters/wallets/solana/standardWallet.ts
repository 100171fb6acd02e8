import type { Wallet, WalletAccount } from "@wallet-standard/base";

import { readField } from "../readField.ts";

const NAMESPACE = "solana:";

/** What is asked of wallets, by the feature of the Wallet Standard that has the method. */
const METHODS = {
  "standard:connect": "connect",
  "standard:events": "on",
  "solana:signMessage": "signMessage",
  "solana:signTransaction": "signTransaction",
  "solana:signAndSendTransaction": "signAndSendTransaction",
} as const;

export type Feature = keyof typeof METHODS;

/** The method of a feature, or null where the wallet lacks it. */
export function findMethod({ features }: Wallet, feature: Feature): ((...inputs: unknown[]) => unknown) | null {
  const owner = readField(features, feature);
  const method = readField(owner, METHODS[feature]);
  return typeof method === "function" ? (...inputs) => Reflect.apply(method, owner, inputs) as unknown : null;
}

/** Whether the wallet sends what it signs. */
export function canSend(wallet: Wallet): boolean {
  return findMethod(wallet, "solana:signAndSendTransaction") !== null;
}

/** Whether a wallet that announced itself is one of Solana and can pay. */
export function isSolanaWallet(wallet: Wallet): boolean {
  if (!wallet.chains.some((chain) => chain.startsWith(NAMESPACE))) return false;
  const canSign = canSend(wallet) || findMethod(wallet, "solana:signTransaction") !== null;
  return canSign && findMethod(wallet, "standard:connect") !== null;
}

/** The accounts that the wallet shows now. */
export function listAccounts({ accounts }: Wallet): readonly WalletAccount[] {
  return accounts.filter(({ chains }) => chains.some((chain) => chain.startsWith(NAMESPACE)));
}

/** What the Wallet Standard calls the networks that wallets know, by their CAIP-2 ids. */
const NETWORK_NAMES: ReadonlyMap<string, string> = new Map([
  ["solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", "solana:mainnet"],
  ["solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z", "solana:testnet"],
  ["solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1", "solana:devnet"],
]);

/** Any other network. */
const LOCAL = "solana:localnet";

/** How the Wallet Standard names a network. */
export function toChainName(networkId: string): string {
  return NETWORK_NAMES.get(networkId) ?? LOCAL;
}

/** The CAIP-2 id of a network that the Wallet Standard names. */
export function toNetworkId(chainName: string): string {
  return [...NETWORK_NAMES].find(([, name]) => name === chainName)?.[0] ?? chainName;
}
