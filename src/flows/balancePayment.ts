import { balancePaymentMachine } from "#machines/balancePayment/balancePayment.machine.ts";
import { viewBalancePayment, type BalancePaymentView } from "#machines/balancePayment/balancePayment.view.ts";
import { createBalancePaymentActors } from "#src/adapters/actors/balancePayment.ts";

import type { Flow } from "./flow.ts";

/** Open with `{ type: "ui.open" }`. */
export const balancePaymentFlow: Flow<"balancePayment", BalancePaymentView> = {
  name: "balancePayment",
  create: ({ api }) => balancePaymentMachine.provide({ actors: createBalancePaymentActors({ api }) }),
  view: viewBalancePayment,
};
