import type { LifecycleTable } from "../lifecycleTable.ts";
import type { OrderLifecycleEvent } from "./order.machine.ts";

/** PRODUCT.md 5: the chain decides at finality; only an order that nothing is confirming for can be cancelled or expire. */
export const orderLifecycleTable: LifecycleTable<OrderLifecycleEvent> = {
  awaitingPayment: {
    "payment.seen": "confirming",
    "payment.partFinal": "partiallyPaid",
    "payment.fullFinal": "paid",
    "order.cancelled": "cancelled",
    "order.graceOver": "expired",
  },
  partiallyPaid: {
    "payment.seen": "confirming",
    "payment.fullFinal": "paid",
    "order.cancelled": "cancelled",
    "order.graceOver": "expired",
  },
  confirming: {
    "payment.fullFinal": "paid",
    "payment.partFinal": "partiallyPaid",
    "payment.dropped": "awaitingPayment",
    "payment.droppedAfterPart": "partiallyPaid",
  },
  paid: {},
  cancelled: {},
  expired: {},
};
