import { orderLifecycle } from "./order.machine.ts";
import { orderLifecycleTable, type OrderLifecycleShape } from "./order.table.ts";
import { viewOrder } from "./order.view.ts";
import { defineModel } from "#tests/models/model.ts";

export const model = defineModel<OrderLifecycleShape>({
  machine: orderLifecycle,
  table: orderLifecycleTable,
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
