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
  events: {
    "payment.seen": [{ type: "payment.seen" }],
    "payment.dropped": [{ type: "payment.dropped" }],
    "payment.droppedAfterPart": [{ type: "payment.droppedAfterPart" }],
    "payment.partFinal": [{ type: "payment.partFinal" }],
    "payment.fullFinal": [{ type: "payment.fullFinal" }],
    "order.cancelled": [{ type: "order.cancelled" }],
    "order.graceOver": [{ type: "order.graceOver" }],
  },
  outcomes: {},
  key: () => null,
  invariants: {},
});
