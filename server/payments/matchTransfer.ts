/** An order that a transfer could count toward. */
export interface Candidate {
  orderId: string;
  /** Base units still to pay, more than zero. */
  dueBase: bigint;
  /** Whether the transfer's sender is the wallet that the order is to be paid from. */
  isFromItsWallet: boolean;
}

/** What else says which order is meant. */
export interface Hints {
  /** The order whose reference the transfer carries, open or not. */
  namedOrderId: string | null;
  /** Orders that somebody says its transaction pays, earliest report first. */
  reportedOrderIds: readonly string[];
}

/**
 * Which order a transfer counts toward. `candidates` are the payer's open orders that the transfer's position can still
 * pay, oldest first. The reference that the transfer carries names its order, and where that can no longer be paid, none;
 * else a report points at it; else it is the oldest order of exactly this amount; else the wallet's only open order;
 * else none, and the money goes to the balance.
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
