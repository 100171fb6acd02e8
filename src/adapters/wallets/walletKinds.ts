import type { components } from "#contract/schema.d.ts";
import type { WalletKind } from "#machines/payment/payment.types.ts";

import type { BrowserWallet } from "./browserWallet.ts";

type WalletType = components["schemas"]["WalletType"];

interface BuiltWallet {
  kind: WalletKind;
  /** A chunk of its own: a page loads only the kinds that it pays with. */
  load: () => Promise<BrowserWallet>;
}

/** The kinds of browser wallets that this build can connect. */
const BUILT_WALLETS: Readonly<Partial<Record<WalletType, BuiltWallet>>> = {
  ETH: {
    kind: {
      capabilities: { discovery: true, networkSwitch: true, messageSigning: true },
      installUrl: "https://metamask.io/download/",
    },
    load: async () => (await import("./ethereum/wallet.ts")).createEthereumWallet(window),
  },
};

/** What each kind can do, as the payment page's input. */
export const WALLET_KINDS: Readonly<Partial<Record<WalletType, WalletKind>>> = Object.fromEntries(
  Object.entries(BUILT_WALLETS).map(([type, { kind }]) => [type, kind]),
);

/** Null where this build cannot connect the kind. */
export function loadWallet(walletType: WalletType): Promise<BrowserWallet> | null {
  return BUILT_WALLETS[walletType]?.load() ?? null;
}
