import { payoutLifecycle } from "./payout.machine.ts";
import { viewPayout } from "./payout.view.ts";
import { defineModel } from "#tests/models/model.ts";

export const model = defineModel({
  machine: payoutLifecycle,
  view: viewPayout,
  inputs: [undefined],
  events: {},
  outcomes: {},
  key: () => null,
  invariants: {},
});
