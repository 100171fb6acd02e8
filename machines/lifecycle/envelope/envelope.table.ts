import type { LifecycleTable } from "../lifecycleTable.ts";
import type { EnvelopeLifecycleEvent } from "./envelope.machine.ts";

/** PRODUCT.md 4: draft → awaitingPayment → open → finished; open → expired → refunded; awaitingPayment → cancelled. Its sender may end an open one (9). */
export const envelopeLifecycleTable: LifecycleTable<EnvelopeLifecycleEvent> = {
  draft: { "envelope.submitted": "awaitingPayment" },
  awaitingPayment: { "envelope.paid": "open", "envelope.orderEnded": "cancelled" },
  open: {
    "envelope.allClaimed": "finished",
    "envelope.timePassed": "expired",
    "envelope.closed": "expired",
  },
  expired: { "envelope.restReturned": "refunded" },
  finished: {},
  refunded: {},
  cancelled: {},
};
