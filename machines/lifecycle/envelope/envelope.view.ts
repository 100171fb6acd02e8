import type { SnapshotFrom } from "xstate";
import type { envelopeLifecycle } from "./envelope.machine.ts";

export interface EnvelopeLifecycleView {
  tone: "plain" | "warn";
  isClaimable: boolean;
  /** Waits for its sender's money. */
  isPayable: boolean;
  /** Closed for good before everything in it was claimed. */
  isOver: boolean;
  /** Facts drive a life cycle; a screen has no controls for it. */
  actions: readonly [];
}

/** An envelope by its status, which is the state value of its life cycle. */
export function viewEnvelope({ value }: Pick<SnapshotFrom<typeof envelopeLifecycle>, "value">): EnvelopeLifecycleView {
  return {
    tone: value === "awaitingPayment" ? "warn" : "plain",
    isClaimable: value === "open",
    isPayable: value === "awaitingPayment",
    isOver: value === "expired" || value === "refunded" || value === "cancelled",
    actions: [],
  };
}
