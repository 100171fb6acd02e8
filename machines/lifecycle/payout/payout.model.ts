import { payoutLifecycle, type PayoutLifecycleEvent } from "./payout.machine.ts";
import { viewPayout } from "./payout.view.ts";
import { defineModel } from "#tests/models/model.ts";

interface PayoutLifecycleShape {
  context: Record<string, never>;
  event: PayoutLifecycleEvent;
  outputs: Record<string, never>;
}

export const model = defineModel<PayoutLifecycleShape>({
  machine: payoutLifecycle,
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
