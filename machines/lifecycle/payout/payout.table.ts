import type { LifecycleTable } from "../lifecycleTable.ts";
import type { PayoutLifecycleEvent } from "./payout.machine.ts";

/** PRODUCT.md 3: queued → sending → confirming → paid; queued ↔ held; queued|held → cancelled; sending|confirming → returned. */
export const payoutLifecycleTable: LifecycleTable<PayoutLifecycleEvent> = {
  queued: {
    "payout.signed": "sending",
    "payout.held": "held",
    "payout.cancelled": "cancelled",
  },
  held: {
    "payout.released": "queued",
    "payout.cancelled": "cancelled",
  },
  sending: {
    "payout.seen": "confirming",
    "payout.lost": "returned",
  },
  confirming: {
    "payout.final": "paid",
    "payout.lost": "returned",
  },
  paid: {},
  cancelled: {},
  returned: {},
};
