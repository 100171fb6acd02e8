import type { components } from "#contract/schema.d.ts";
import type { WalletKind } from "../payment/payment.types.ts";
import type { WalletConnectionInput } from "./walletConnection.setup.ts";

type WalletType = components["schemas"]["WalletType"];

/** What a build that cannot connect the kind knows of it: no wallet is found. */
const UNKNOWN_KIND: WalletKind = {
  capabilities: { discovery: false, networkSwitch: false, messageSigning: false, proofWhileConnecting: false },
  installUrl: "",
};

/** The part of a connection's input that depends on the kind of wallet alone. */
export function describeKind(
  walletType: WalletType,
  walletKinds: Readonly<Partial<Record<WalletType, WalletKind>>>,
): Pick<WalletConnectionInput, "walletType" | "capabilities" | "installUrl"> {
  const { capabilities, installUrl } = walletKinds[walletType] ?? UNKNOWN_KIND;
  return { walletType, capabilities, installUrl };
}
