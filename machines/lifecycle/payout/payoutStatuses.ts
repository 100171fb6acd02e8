import type { components } from "#contract/schema.d.ts";

type PayoutStatus = components["schemas"]["PayoutStatus"];

/** Statuses in which nothing is signed yet, so that the owner can take the money back. */
const CANCELLABLE_PAYOUTS = ["queued", "held"] as const satisfies readonly PayoutStatus[];

/** Statuses in which a signed transaction may land. */
export const SIGNED_PAYOUTS = ["sending", "confirming"] as const satisfies readonly PayoutStatus[];

/** Statuses of a payout that has not ended. */
export const LIVE_PAYOUTS = [...CANCELLABLE_PAYOUTS, ...SIGNED_PAYOUTS] as const;

export function isCancellablePayout(status: PayoutStatus): boolean {
  return CANCELLABLE_PAYOUTS.some((cancellable) => cancellable === status);
}

/** Whether a payout has not ended, so that its status can still change. */
export function isLivePayout(status: PayoutStatus): boolean {
  return LIVE_PAYOUTS.some((live) => live === status);
}
