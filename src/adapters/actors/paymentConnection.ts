import { createWalletConnection, type WalletConnectionDeps } from "./walletConnection.ts";

/**
 * What connects the wallet that an order is paid from. It is loaded late by this file alone: the bundler adds its own
 * helper to a chunk that others import at once.
 */
export function createPaymentConnection(deps: WalletConnectionDeps) {
  return { walletConnection: createWalletConnection(deps) };
}
