import type { WalletType } from "#domain/coins.ts";

import type { BrowserWallet } from "./browserWallet.ts";

/** What a kind may need of the app that it is loaded in. */
interface WalletHost {
  /** The app inside the messenger, for wallets to lead back to. */
  readAppUrl: () => Promise<string>;
}

/** Each in a chunk of its own: a page loads only the kinds that it pays with. */
const LOADERS: Readonly<Record<WalletType, (host: WalletHost) => Promise<BrowserWallet>>> = {
  ETH: async () => (await import("./ethereum/wallet.ts")).createEthereumWallet(window),
  Solana: async () => (await import("./solana/wallet.ts")).createSolanaWallet(),
  Tron: async () => (await import("./tron/wallet.ts")).createTronWallet(window),
  Ton: async ({ readAppUrl }) => {
    const [{ createTonWallet }, appUrl] = await Promise.all([import("./ton/wallet.ts"), readAppUrl()]);
    return createTonWallet(window, appUrl);
  },
};

export function loadWallet(walletType: WalletType, host: WalletHost): Promise<BrowserWallet> {
  return LOADERS[walletType](host);
}
