/** An order that a transfer could count toward. */
export interface Candidate {
  orderId: string;
  /** Base units still to pay, more than zero. */
  dueBase: bigint;
  /** Whether the transfer's sender is the wallet that the order is to be paid from. */
  isFromItsWallet: boolean;
}

/**
 * Which order a transfer counts toward. `candidates` are the open orders of the sender's owner that the transfer's
 * block can still pay, oldest first. A report points at its order; else the oldest order of exactly this amount;
 * else the wallet's only open order; else none, and the money goes to the balance.
 */
export function matchTransfer(
  amountBase: bigint,
  candidates: readonly Candidate[],
  reportedOrderIds: readonly string[],
): string | null {
  for (const orderId of reportedOrderIds) {
    if (candidates.some((candidate) => candidate.orderId === orderId)) return orderId;
  }
  const own = candidates.filter((candidate) => candidate.isFromItsWallet);
  const exact = own.find((candidate) => candidate.dueBase === amountBase);
  if (exact !== undefined) return exact.orderId;
  return own.length === 1 ? (own[0]?.orderId ?? null) : null;
}
