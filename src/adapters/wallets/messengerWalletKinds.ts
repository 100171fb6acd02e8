import type { WalletType } from "#domain/coins.ts";
import type { WalletKind } from "#machines/walletConnection/walletKind.ts";

/** What may be connected inside the messenger: Telegram allows only TON there. */
export const MESSENGER_WALLET_KINDS: Readonly<Partial<Record<WalletType, WalletKind>>> & { readonly Ton: WalletKind } =
  {
    Ton: {
      capabilities: { discovery: true, networkSwitch: false, messageSigning: false, proofWhileConnecting: true },
      installUrl: "https://ton.org/wallets",
    },
  };
