import { payoutLifecycle } from "#machines/lifecycle/payout/payout.machine.ts";
import { payoutLifecycleTable, type PayoutLifecycleShape } from "#machines/lifecycle/payout/payout.table.ts";
import { viewPayout } from "#machines/lifecycle/payout/payout.view.ts";
import { defineModel } from "./model.ts";

export const model = defineModel<PayoutLifecycleShape>({
  machine: payoutLifecycle,
  table: payoutLifecycleTable,
  view: viewPayout,
  inputs: [undefined],
  events: {
    "payout.signed": [{ type: "payout.signed" }],
    "payout.held": [{ type: "payout.held" }],
    "payout.released": [{ type: "payout.released" }],
    "payout.cancelled": [{ type: "payout.cancelled" }],
    "payout.seen": [{ type: "payout.seen" }],
    "payout.final": [{ type: "payout.final" }],
    "payout.lost": [{ type: "payout.lost" }],
  },
  outcomes: {},
  key: () => null,
  invariants: {},
});
