import type { components } from "#contract/schema.d.ts";
import type { Failure } from "#machines/kit/failure.ts";
import { readSystemInfo } from "#src/adapters/readSystemInfo.ts";
import type { App } from "#src/createApp.ts";

import type { BrowserWallet } from "./browserWallet.ts";

type WalletType = components["schemas"]["WalletType"];

/**
 * The browser wallets of one page. Rejects with a Failure where the kind cannot be loaded, and where nobody
 * waits for it any more, so that no wallet is asked for nobody.
 */
export type BrowserWallets = (walletType: WalletType, signal: AbortSignal) => Promise<BrowserWallet>;

/**
 * Loads each kind once, when it is first needed: what a wallet found on the page must be there when it is asked to pay.
 */
export function createBrowserWallets(load: (walletType: WalletType) => Promise<BrowserWallet>): BrowserWallets {
  const loaded = new Map<WalletType, Promise<BrowserWallet>>();
  return async (walletType, signal) => {
    const loading = loaded.get(walletType) ?? load(walletType);
    loaded.set(walletType, loading);
    const wallet = await loading.catch(() => {
      // A later try loads it again.
      loaded.delete(walletType);
      throw { kind: "network" } satisfies Failure;
    });
    if (signal.aborted) throw { kind: "aborted" } satisfies Failure;
    return wallet;
  };
}

/** The wallets of this page, which lead back to the app. */
export function createAppWallets(root: App["root"]): BrowserWallets {
  const readAppUrl = async () => (await readSystemInfo(root)).appUrl;
  return createBrowserWallets(async (walletType) => {
    const { loadWallet } = await import("./loadWallet.ts");
    return loadWallet(walletType, { readAppUrl });
  });
}
