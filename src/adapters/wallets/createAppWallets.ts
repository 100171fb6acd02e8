import { createBrowserWallets, type BrowserWallets } from "#src/adapters/wallets/browserWallets.ts";
import type { App } from "#src/createApp.ts";

import { readSystemInfo } from "#src/adapters/readSystemInfo.ts";

/** The wallets of this page, which lead back to the app. */
export function createAppWallets(root: App["root"]): BrowserWallets {
  const readAppUrl = async () => (await readSystemInfo(root)).appUrl;
  return createBrowserWallets(async (walletType) => {
    const { loadWallet } = await import("#src/adapters/wallets/loadWallet.ts");
    return loadWallet(walletType, { readAppUrl });
  });
}
