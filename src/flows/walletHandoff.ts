import { walletHandoffMachine } from "#machines/walletHandoff/walletHandoff.machine.ts";
import { viewWalletHandoff, type WalletHandoffView } from "#machines/walletHandoff/walletHandoff.view.ts";
import { createWalletHandoffActors } from "#src/adapters/actors/walletHandoff.ts";

import type { Flow } from "./flow.ts";

/** One order of the person who is logged in. */
export const orderHandoffFlow: Flow<"orderHandoff", WalletHandoffView> = {
  name: "orderHandoff",
  create: ({ api }) => walletHandoffMachine.provide({ actors: createWalletHandoffActors({ api }) }),
  view: viewWalletHandoff,
};

/** The input's `apps` are those of `listWalletApps`, or none on a desktop. */
export const walletHandoffFlow: Flow<"walletHandoff", WalletHandoffView> = {
  name: "walletHandoff",
  create: ({ paymentApi }) => walletHandoffMachine.provide({ actors: createWalletHandoffActors({ api: paymentApi }) }),
  view: viewWalletHandoff,
};
