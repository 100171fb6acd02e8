import type { SnapshotFrom } from "xstate";
import type { envelopeLifecycle } from "./envelope.machine.ts";

export interface EnvelopeLifecycleView {
  tone: "plain" | "warn";
  isClaimable: boolean;
  /** Nobody drives a life cycle from a screen: facts do. */
  actions: readonly [];
}

/** An envelope by its status, which is the state value of its life cycle. */
export function viewEnvelope({ value }: Pick<SnapshotFrom<typeof envelopeLifecycle>, "value">): EnvelopeLifecycleView {
  return {
    tone: value === "awaitingPayment" ? "warn" : "plain",
    isClaimable: value === "open",
    actions: [],
  };
}
