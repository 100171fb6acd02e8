import type { WalletType } from "#domain/coins.ts";
import type { WalletKind } from "#machines/walletConnection/walletKind.ts";

import { MESSENGER_WALLET_KINDS } from "./messengerWalletKinds.ts";

/** What each kind can do, as the payment page's input; `loadWallet.ts` has the wallets themselves. */
export const WALLET_KINDS: Readonly<Record<WalletType, WalletKind>> = {
  ETH: {
    capabilities: { discovery: true, networkSwitch: true, messageSigning: true, proofWhileConnecting: false },
    installUrl: "https://metamask.io/download/",
  },
  Solana: {
    capabilities: { discovery: true, networkSwitch: false, messageSigning: true, proofWhileConnecting: false },
    installUrl: "https://phantom.com/download",
  },
  Tron: {
    capabilities: { discovery: true, networkSwitch: true, messageSigning: true, proofWhileConnecting: false },
    installUrl: "https://www.tronlink.org/",
  },
  ...MESSENGER_WALLET_KINDS,
};
