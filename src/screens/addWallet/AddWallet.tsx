import { walletBindingFlow } from "#src/flows/walletBinding.ts";

import { BindingPage } from "./BindingPage.tsx";

/** `/addWallet`: lists, binds and unbinds wallets. */
export function AddWallet() {
  return <BindingPage flow={walletBindingFlow} draftKey="wallet" />;
}
