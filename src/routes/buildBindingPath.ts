import type { WalletType } from "#domain/coins.ts";

/**
 * Where a wallet is bound, and the way back from there.
 * @param path path and query of the page to come back to
 * @param walletType the type that is needed there
 */
export function buildBindingPath(path: string, walletType: WalletType): string {
  return `/addWallet?${new URLSearchParams({ redirect: path, type: walletType }).toString()}`;
}
