import type { SnapshotFrom } from "xstate";
import type { orderLifecycle } from "./order.machine.ts";
import { isPayableStatus } from "./orderStatuses.ts";

export interface OrderLifecycleView {
  tone: "plain" | "warn" | "good";
  /** Whether a payment may be made for it now; false while one is under way. */
  isPayable: boolean;
  /** Facts drive a life cycle; a screen has no controls for it. */
  actions: readonly [];
}

const TONES = {
  awaitingPayment: "warn",
  partiallyPaid: "warn",
  confirming: "good",
  paid: "good",
  cancelled: "plain",
  expired: "plain",
} as const;

/** An order by its status, which is the state value of its life cycle. */
export function viewOrder({ value }: Pick<SnapshotFrom<typeof orderLifecycle>, "value">): OrderLifecycleView {
  return {
    tone: TONES[value],
    isPayable: isPayableStatus(value),
    actions: [],
  };
}
