import type { TransitionTable } from "../../kit/transitionTable.ts";
import type { PayoutLifecycleEvent } from "./payout.machine.ts";

export interface PayoutLifecycleShape {
  context: Record<string, never>;
  event: PayoutLifecycleEvent;
  outputs: Record<string, never>;
}

/** PRODUCT.md 3: queued → sending → confirming → paid; queued ↔ held; queued|held → cancelled; sending|confirming → returned. */
export const payoutLifecycleTable: TransitionTable<PayoutLifecycleShape> = {
  context: () => ({}),
  states: {
    "(machine)": { initial: "queued" },
    queued: {
      "payout.signed": { target: "sending" },
      "payout.held": { target: "held" },
      "payout.cancelled": { target: "cancelled" },
    },
    held: {
      "payout.released": { target: "queued" },
      "payout.cancelled": { target: "cancelled" },
    },
    sending: {
      "payout.seen": { target: "confirming" },
      "payout.lost": { target: "returned" },
    },
    confirming: {
      "payout.final": { target: "paid" },
      "payout.lost": { target: "returned" },
    },
    paid: {},
    cancelled: {},
    returned: {},
  },
};
