import { walletBindingMachine } from "#machines/walletBinding/walletBinding.machine.ts";
import { viewWalletBinding, type WalletBindingView } from "#machines/walletBinding/walletBinding.view.ts";
import { createWalletBindingActors } from "#src/adapters/actors/walletBinding.ts";

import { createAppWallets } from "./createAppWallets.ts";
import type { Flow } from "./flow.ts";
import { readSystemInfo } from "./readSystemInfo.ts";

/** Wallets of Ethereum alone. Open with `{ type: "ui.open" }`. */
export const ethereumBindingFlow: Flow<"ethereumBinding", WalletBindingView> = {
  name: "ethereumBinding",
  create: ({ api, root }) =>
    walletBindingMachine.provide({
      actors: createWalletBindingActors({
        api,
        wallets: createAppWallets(root),
        readSystemInfo: () => readSystemInfo(root),
        onlyType: "ETH",
      }),
    }),
  view: viewWalletBinding,
};
