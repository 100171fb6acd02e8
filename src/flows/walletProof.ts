import { walletProofMachine } from "#machines/walletProof/walletProof.machine.ts";
import { viewWalletProof, type WalletProofView } from "#machines/walletProof/walletProof.view.ts";
import { createWalletProofActors } from "#src/adapters/actors/walletProof.ts";
import { openPaymentAccess } from "#src/adapters/paymentAccess.ts";

import { createAppWallets } from "./createAppWallets.ts";
import type { Flow } from "./flow.ts";

/** Open with `{ type: "ui.open" }`; the input's `walletKinds` is `WALLET_KINDS`. */
export const walletProofFlow: Flow<"walletProof", WalletProofView> = {
  name: "walletProof",
  create: (app) =>
    walletProofMachine.provide({
      actors: createWalletProofActors({
        api: app.paymentApi,
        wallets: createAppWallets(app.root),
        ensureAccess: openPaymentAccess(app, window.sessionStorage),
      }),
    }),
  view: viewWalletProof,
};
