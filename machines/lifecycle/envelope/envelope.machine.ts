import { setup } from "xstate";

export type EnvelopeLifecycleEvent =
  | { type: "envelope.submitted" }
  | { type: "envelope.paid" }
  | { type: "envelope.orderEnded" }
  | { type: "envelope.allClaimed" }
  | { type: "envelope.timePassed" }
  | { type: "envelope.closed" }
  | { type: "envelope.restReturned" };

/** Life of an envelope. The server's status column holds the state value, and the database refuses any change that is not an edge here. */
export const envelopeLifecycle = setup({ types: { events: {} as EnvelopeLifecycleEvent } }).createMachine({
  id: "envelope",
  description: "Life of an envelope, from the sender's form to its last share.",
  initial: "draft",
  states: {
    draft: {
      description: "Being written; holds no money and nobody but the sender knows of it.",
      on: {
        "envelope.submitted": {
          target: "awaitingPayment",
          description: "The send was accepted and its order created.",
        },
      },
    },
    awaitingPayment: {
      description: "Its order is not paid; it cannot be claimed.",
      on: {
        "envelope.paid": {
          target: "open",
          description: "Its order is paid, on chain at finality or from the balance: the shares are drawn.",
        },
        "envelope.orderEnded": { target: "cancelled", description: "Its order was cancelled or expired unpaid." },
      },
    },
    open: {
      description: "Can be claimed.",
      on: {
        "envelope.allClaimed": { target: "finished", description: "The last share was claimed." },
        "envelope.timePassed": { target: "expired", description: "Its time passed with shares left." },
        "envelope.closed": { target: "expired", description: "Its sender ended it with shares left." },
      },
    },
    expired: {
      description: "Claims are closed; the rest is still to be returned.",
      on: {
        "envelope.restReturned": {
          target: "refunded",
          description: "The rest went back to the sender's balance, once.",
        },
      },
    },
    finished: { type: "final", description: "Every share is claimed." },
    refunded: { type: "final", description: "The rest is back with the sender." },
    cancelled: { type: "final", description: "Never paid; nothing was claimed." },
  },
});
