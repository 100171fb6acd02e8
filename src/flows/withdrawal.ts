import { withdrawalMachine } from "#machines/withdrawal/withdrawal.machine.ts";
import { viewWithdrawal, type WithdrawalView } from "#machines/withdrawal/withdrawal.view.ts";
import { createWithdrawalActors } from "#src/adapters/actors/withdrawal.ts";

import type { Flow } from "./flow.ts";

/** Open with `{ type: "ui.open" }`; emits `openProof` with the link to open outside and `draft.changed` with what to keep. */
export const withdrawalFlow: Flow<"withdrawal", WithdrawalView> = {
  name: "withdrawal",
  create: ({ api }) => withdrawalMachine.provide({ actors: createWithdrawalActors({ api }) }),
  view: viewWithdrawal,
};
