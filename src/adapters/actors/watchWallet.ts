import type { ConnectedAccount, WalletWatch } from "#machines/walletConnection/walletConnection.machine.ts";
import type { BrowserWallets } from "#src/adapters/wallets/browserWallets.ts";

/** Follows the wallet, for its connection and for the review of the payment. */
export async function watchWallet(
  wallets: BrowserWallets,
  { walletType, connectorId, account }: WalletWatch,
  signal: AbortSignal,
): Promise<ConnectedAccount> {
  const wallet = await wallets(walletType, signal);
  return wallet.watch(connectorId, account, signal);
}
