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
