import { orderLifecycle } from "./order.machine.ts";
import { viewOrder } from "./order.view.ts";
import { defineModel } from "#tests/models/model.ts";

export const model = defineModel({
  machine: orderLifecycle,
  view: viewOrder,
  inputs: [undefined],
  events: {},
  outcomes: {},
  key: () => null,
  invariants: {},
});
