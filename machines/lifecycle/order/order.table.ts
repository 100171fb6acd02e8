import type { TransitionTable } from "../../kit/transitionTable.ts";
import type { OrderLifecycleEvent } from "./order.machine.ts";

export interface OrderLifecycleShape {
  context: Record<string, never>;
  event: OrderLifecycleEvent;
  outputs: Record<string, never>;
}

/** PRODUCT.md 5: the chain decides at finality; only an order that nothing is confirming for can be cancelled or expire. */
export const orderLifecycleTable: TransitionTable<OrderLifecycleShape> = {
  context: () => ({}),
  states: {
    "(machine)": { initial: "awaitingPayment" },
    awaitingPayment: {
      "payment.seen": { target: "confirming" },
      "payment.partFinal": { target: "partiallyPaid" },
      "payment.fullFinal": { target: "paid" },
      "order.cancelled": { target: "cancelled" },
      "order.graceOver": { target: "expired" },
    },
    partiallyPaid: {
      "payment.seen": { target: "confirming" },
      "payment.fullFinal": { target: "paid" },
      "order.cancelled": { target: "cancelled" },
      "order.graceOver": { target: "expired" },
    },
    confirming: {
      "payment.fullFinal": { target: "paid" },
      "payment.partFinal": { target: "partiallyPaid" },
      "payment.dropped": { target: "awaitingPayment" },
      "payment.droppedAfterPart": { target: "partiallyPaid" },
    },
    paid: {},
    cancelled: {},
    expired: {},
  },
};
