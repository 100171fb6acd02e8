import { setup } from "xstate";

export type PayoutLifecycleEvent =
  | { type: "payout.signed" }
  | { type: "payout.held" }
  | { type: "payout.released" }
  | { type: "payout.cancelled" }
  | { type: "payout.seen" }
  | { type: "payout.final" }
  | { type: "payout.lost" };

/**
 * Life of a payout. Once its transaction is signed nobody can cancel it: the signed bytes may land at any time. A
 * payout whose block a reorganisation dropped stays `confirming`, and the same bytes are sent again.
 */
export const payoutLifecycle = setup({ types: { events: {} as PayoutLifecycleEvent } }).createMachine({
  id: "payout",
  description: "Life of a payout from the balance to the owner's wallet.",
  initial: "queued",
  states: {
    queued: {
      description: "Its money has left the balance; it waits for its turn.",
      on: {
        "payout.signed": { target: "sending", description: "Its transaction is signed and stored." },
        "payout.held": { target: "held", description: "A limit, the treasury, the fee or a stop is in its way." },
        "payout.cancelled": { target: "cancelled", description: "Its owner took it back." },
      },
    },
    held: {
      description: "Something is in its way, and the owner is told what.",
      on: {
        "payout.released": { target: "queued", description: "An operator released it, or what held it is over." },
        "payout.cancelled": { target: "cancelled", description: "Its owner took it back, or an operator refused it." },
      },
    },
    sending: {
      description: "Its transaction is on its way to the chain and in no block yet.",
      on: {
        "payout.seen": { target: "confirming", description: "A block holds its transaction." },
        "payout.lost": { target: "returned", description: "Its transaction can never land." },
      },
    },
    confirming: {
      description: "A block that is not final holds its transaction, or held it until a reorganisation.",
      on: {
        "payout.final": { target: "paid", description: "Its transaction is final and has moved the money." },
        "payout.lost": {
          target: "returned",
          description: "Its transaction can never land, or is final and moved nothing.",
        },
      },
    },
    paid: { type: "final", description: "The money is in the owner's wallet." },
    cancelled: { type: "final", description: "The money is in the balance again; nothing was sent." },
    returned: { type: "final", description: "The money is in the balance again; nothing arrived." },
  },
});
