/** An order that a transfer could pay. */
export interface Candidate {
  orderId: string;
  /** Base units still to pay, more than zero. */
  dueBase: bigint;
  /** Whether the transfer's sender is the wallet that should pay the order. */
  isFromItsWallet: boolean;
}

/** Other information about which order is meant. */
export interface Hints {
  /** The order whose reference the transfer carries, open or not. */
  namedOrderId: string | null;
  /** Orders that were reported as paid by this transaction, earliest report first. */
  reportedOrderIds: readonly string[];
}

/**
 * Picks the order that a transfer pays. `candidates` are the payer's open orders that the transfer's position can still
 * pay, oldest first. A reference decides alone: if its order can no longer be paid, no order is picked. Otherwise the
 * order is: the one a report names; else the oldest of exactly this amount; else the wallet's only open order; else
 * none, and the money goes to the balance.
 */
export function matchTransfer(
  amountBase: bigint,
  candidates: readonly Candidate[],
  { namedOrderId, reportedOrderIds }: Hints,
): string | null {
  if (namedOrderId !== null) {
    return candidates.some((candidate) => candidate.orderId === namedOrderId) ? namedOrderId : null;
  }
  for (const orderId of reportedOrderIds) {
    if (candidates.some((candidate) => candidate.orderId === orderId)) return orderId;
  }
  const own = candidates.filter((candidate) => candidate.isFromItsWallet);
  const exact = own.find((candidate) => candidate.dueBase === amountBase);
  if (exact !== undefined) return exact.orderId;
  return own.length === 1 ? (own[0]?.orderId ?? null) : null;
}
