import type { components } from "#contract/schema.d.ts";

type WalletType = components["schemas"]["WalletType"];

/** What a kind of wallet can do, so that one chart serves all four. */
export interface WalletCapabilities {
  /** Several wallets announce themselves, and the person chooses (EIP-6963, TIP-6963, Wallet Standard). */
  discovery: boolean;
  /** The page may ask the wallet to change its network. */
  networkSwitch: boolean;
  /** The wallet signs a text for free. */
  messageSigning: boolean;
  /** The wallet proves its address while it connects, so that the text is needed first. */
  proofWhileConnecting: boolean;
}

export interface WalletKind {
  capabilities: WalletCapabilities;
  /** Where the wallet can be installed from. */
  installUrl: string;
}

/** The kinds of wallets that can be connected. */
export type WalletKinds = Readonly<Partial<Record<WalletType, WalletKind>>>;

/** What a build that cannot connect the kind knows of it: no wallet is found. */
const UNKNOWN_KIND: WalletKind = {
  capabilities: { discovery: false, networkSwitch: false, messageSigning: false, proofWhileConnecting: false },
  installUrl: "",
};

/** The part of a connection's input that depends on the kind of wallet alone. */
export function describeKind(
  walletType: WalletType,
  walletKinds: WalletKinds,
): WalletKind & { walletType: WalletType } {
  return { walletType, ...(walletKinds[walletType] ?? UNKNOWN_KIND) };
}
