import { paymentMachine } from "#machines/payment/payment.machine.ts";
import { viewPayment, type PaymentView } from "#machines/payment/payment.view.ts";
import { createPaymentActors } from "#src/adapters/actors/payment.ts";
import { createBrowserWallets } from "#src/adapters/wallets/browserWallets.ts";
import { loadWallet } from "#src/adapters/wallets/walletKinds.ts";

import type { Flow } from "./flow.ts";

/** Open with `{ type: "ui.open" }`; the input's `walletKinds` is `WALLET_KINDS`. */
export const paymentFlow: Flow<"payment", PaymentView> = {
  name: "payment",
  create: ({ paymentApi }) =>
    paymentMachine.provide({
      actors: createPaymentActors({ api: paymentApi, wallets: createBrowserWallets(loadWallet) }),
    }),
  view: viewPayment,
};
