import { paymentMachine } from "#machines/payment/payment.machine.ts";
import { viewPayment, type PaymentView } from "#machines/payment/payment.view.ts";
import { createPaymentActors } from "#src/adapters/actors/payment.ts";
import { openPaymentAccess } from "#src/adapters/paymentAccess.ts";

import { createAppWallets } from "./createAppWallets.ts";
import type { Flow } from "./flow.ts";

/** One order, paid inside the messenger. Open with `{ type: "ui.open" }`. */
export const orderPaymentFlow: Flow<"orderPayment", PaymentView> = {
  name: "orderPayment",
  create: ({ api, root }) =>
    paymentMachine.provide({ actors: createPaymentActors({ api, wallets: createAppWallets(root) }) }),
  view: viewPayment,
};

/** Open with `{ type: "ui.open" }`; the input's `walletKinds` is `WALLET_KINDS`. */
export const paymentFlow: Flow<"payment", PaymentView> = {
  name: "payment",
  create: (app) =>
    paymentMachine.provide({
      actors: createPaymentActors({
        api: app.paymentApi,
        wallets: createAppWallets(app.root),
        ensureAccess: openPaymentAccess(app, window.sessionStorage),
      }),
    }),
  view: viewPayment,
};
