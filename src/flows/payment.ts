import { paymentMachine } from "#machines/payment/payment.machine.ts";
import { viewPayment, type PaymentView } from "#machines/payment/payment.view.ts";
import { createPaymentActors } from "#src/adapters/actors/payment.ts";
import { createEthereumWallet } from "#src/adapters/wallets/ethereum.ts";

import type { Flow } from "./flow.ts";

/** Open with `{ type: "ui.open" }`; the input's `walletKinds` is `WALLET_KINDS`. */
export const paymentFlow: Flow<"payment", PaymentView> = {
  name: "payment",
  create: ({ paymentApi }) =>
    paymentMachine.provide({
      actors: createPaymentActors({ api: paymentApi, wallets: { ETH: createEthereumWallet(window) } }),
    }),
  view: viewPayment,
};
