import type { components } from "#contract/schema.d.ts";
import type { WalletKind, WalletKinds } from "./walletConnection.setup.ts";

type WalletType = components["schemas"]["WalletType"];

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
