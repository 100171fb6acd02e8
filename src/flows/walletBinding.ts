import { walletBindingMachine } from "#machines/walletBinding/walletBinding.machine.ts";
import { viewWalletBinding, type WalletBindingView } from "#machines/walletBinding/walletBinding.view.ts";
import { createWalletBindingActors } from "#src/adapters/actors/walletBinding.ts";

import { createAppWallets } from "./createAppWallets.ts";
import type { Flow } from "./flow.ts";
import { readSystemInfo } from "./readSystemInfo.ts";

/** Open with `{ type: "ui.open" }`. */
export const walletBindingFlow: Flow<"walletBinding", WalletBindingView> = {
  name: "walletBinding",
  create: ({ api, root }) =>
    walletBindingMachine.provide({
      actors: createWalletBindingActors({
        api,
        wallets: createAppWallets(root),
        readSystemInfo: () => readSystemInfo(root),
      }),
    }),
  view: viewWalletBinding,
};
