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
  events: {},
  outcomes: {},
  key: () => null,
  invariants: {},
});
