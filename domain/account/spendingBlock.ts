/** How long payouts and payments from the balance are blocked after a recovery or a change of the email. */
export const SPENDING_BLOCK_MS = 24 * 60 * 60 * 1000;

/** When a block ends that began at the given time; both as ISO 8601. */
export function findSpendingBlockEnd(changedAt: string): string {
  return new Date(Date.parse(changedAt) + SPENDING_BLOCK_MS).toISOString();
}
