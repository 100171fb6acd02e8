import type { TransitionTable } from "../../kit/transitionTable.ts";
import type { EnvelopeLifecycleEvent } from "./envelope.machine.ts";

export interface EnvelopeLifecycleShape {
  context: Record<string, never>;
  event: EnvelopeLifecycleEvent;
  outputs: Record<string, never>;
}

/** PRODUCT.md 4: draft → awaitingPayment → open → finished; open → expired → refunded; awaitingPayment → cancelled. Its sender may end an open one (9). */
export const envelopeLifecycleTable: TransitionTable<EnvelopeLifecycleShape> = {
  context: () => ({}),
  states: {
    "(machine)": { initial: "draft" },
    draft: { "envelope.submitted": { target: "awaitingPayment" } },
    awaitingPayment: { "envelope.paid": { target: "open" }, "envelope.orderEnded": { target: "cancelled" } },
    open: {
      "envelope.allClaimed": { target: "finished" },
      "envelope.timePassed": { target: "expired" },
      "envelope.closed": { target: "expired" },
    },
    expired: { "envelope.restReturned": { target: "refunded" } },
    finished: {},
    refunded: {},
    cancelled: {},
  },
};
