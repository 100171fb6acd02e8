import { setup } from "xstate";

export type OrderLifecycleEvent =
  | { type: "payment.seen" }
  | { type: "payment.dropped" }
  | { type: "payment.droppedAfterPart" }
  | { type: "payment.partFinal" }
  | { type: "payment.fullFinal" }
  | { type: "order.cancelled" }
  | { type: "order.graceOver" };

/**
 * Life of a payment order. A block mined up to the grace period after expiry still pays, so an order expires
 * only when the final head has passed expiry and grace: `expired` is never left again.
 */
export const orderLifecycle = setup({ types: { events: {} as OrderLifecycleEvent } }).createMachine({
  id: "order",
  description: "Life of a payment order, decided from the chain alone.",
  initial: "awaitingPayment",
  states: {
    awaitingPayment: {
      description: "Nothing has been credited to it and no payment for it is on its way.",
      on: {
        "payment.seen": {
          target: "confirming",
          description: "A transfer that would pay it is in a block that is not final.",
        },
        "payment.partFinal": {
          target: "partiallyPaid",
          description: "A transfer of less than the amount due is final.",
        },
        "payment.fullFinal": {
          target: "paid",
          description: "The amount due is final, first seen at finality or taken from the balance.",
        },
        "order.cancelled": { target: "cancelled", description: "The payer gave it up." },
        "order.graceOver": { target: "expired", description: "The final head has passed expiry and grace." },
      },
    },
    partiallyPaid: {
      description: "Less than the amount due is final; the rest can still be paid.",
      on: {
        "payment.seen": {
          target: "confirming",
          description: "A transfer of the rest is in a block that is not final.",
        },
        "payment.fullFinal": {
          target: "paid",
          description: "The rest is final, first seen at finality or taken from the balance.",
        },
        "order.cancelled": {
          target: "cancelled",
          description: "The payer gave it up; what was paid goes to the balance.",
        },
        "order.graceOver": {
          target: "expired",
          description: "The final head has passed expiry and grace; what was paid goes to the balance.",
        },
      },
    },
    confirming: {
      description: "A transfer for it is in a block that is not final; it can be neither cancelled nor expired now.",
      on: {
        "payment.fullFinal": { target: "paid", description: "The amount due is final." },
        "payment.partFinal": { target: "partiallyPaid", description: "What became final is less than the amount due." },
        "payment.dropped": {
          target: "awaitingPayment",
          description: "A reorganisation dropped the transfer and nothing was credited before.",
        },
        "payment.droppedAfterPart": {
          target: "partiallyPaid",
          description: "A reorganisation dropped the transfer of the rest.",
        },
      },
    },
    paid: { type: "final", description: "Paid in full at finality; later transfers go to the balance." },
    cancelled: { type: "final", description: "Given up by the payer; later transfers go to the balance." },
    expired: { type: "final", description: "Not paid in time; later transfers go to the balance." },
  },
});
