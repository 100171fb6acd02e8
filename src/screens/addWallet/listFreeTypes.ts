import type { WalletBindingView } from "#machines/walletBinding/walletBinding.view.ts";

/** Wallet types that hold no wallet yet. */
export function listFreeTypes(view: WalletBindingView): WalletBindingView["walletTypes"] {
  return view.walletTypes.filter((type) => !view.wallets.some((wallet) => wallet.type === type));
}
