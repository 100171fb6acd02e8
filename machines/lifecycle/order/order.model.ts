import { orderLifecycle, type OrderLifecycleEvent } from "./order.machine.ts";
import { viewOrder } from "./order.view.ts";
import { defineModel } from "#tests/models/model.ts";

interface OrderLifecycleShape {
  context: Record<string, never>;
  event: OrderLifecycleEvent;
  outputs: Record<string, never>;
}

export const model = defineModel<OrderLifecycleShape>({
  machine: orderLifecycle,
  view: viewOrder,
  inputs: [undefined],
  events: {},
  outcomes: {},
  key: () => null,
  invariants: {},
});
