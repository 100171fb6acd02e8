import { walletHandoffMachine } from "#machines/walletHandoff/walletHandoff.machine.ts";
import { viewWalletHandoff, type WalletHandoffView } from "#machines/walletHandoff/walletHandoff.view.ts";
import { createWalletHandoffActors } from "#src/adapters/actors/walletHandoff.ts";

import type { Flow } from "./flow.ts";

/** The input's `apps` are those of `listWalletApps`. */
export const walletHandoffFlow: Flow<"walletHandoff", WalletHandoffView> = {
  name: "walletHandoff",
  create: ({ paymentApi }) => walletHandoffMachine.provide({ actors: createWalletHandoffActors({ api: paymentApi }) }),
  view: viewWalletHandoff,
};
