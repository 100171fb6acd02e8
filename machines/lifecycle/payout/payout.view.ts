import type { SnapshotFrom } from "xstate";
import type { payoutLifecycle } from "./payout.machine.ts";
import { isCancellablePayout } from "./payoutStatuses.ts";

export interface PayoutLifecycleView {
  tone: "plain" | "warn" | "good";
  /** Whether its owner can take the money back now. */
  isCancellable: boolean;
  /** Facts drive a life cycle; a screen has no controls for it. */
  actions: readonly [];
}

const TONES = {
  queued: "plain",
  held: "warn",
  sending: "good",
  confirming: "good",
  paid: "good",
  cancelled: "plain",
  returned: "warn",
} as const;

/** A payout by its status, which is the state value of its life cycle. */
export function viewPayout({ value }: Pick<SnapshotFrom<typeof payoutLifecycle>, "value">): PayoutLifecycleView {
  return { tone: TONES[value], isCancellable: isCancellablePayout(value), actions: [] };
}
