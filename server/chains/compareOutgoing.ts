import type { OutgoingReading, OutgoingTransaction } from "./chain.ts";
import { findDispute } from "./findDispute.ts";

/** Agreed where all endpoints have the same transaction, or none has it. */
export function compareOutgoing(readings: readonly (OutgoingTransaction | null)[]): OutgoingReading {
  const [first = null] = readings;
  return findDispute(readings, describe) ?? { kind: "agreed", transaction: first };
}

function describe(transaction: OutgoingTransaction | null): string {
  if (transaction === null) return "no final transaction of the treasury";
  const { amountBase, toKey, feeBase, position, time } = transaction;
  return `${amountBase} to ${toKey} for ${feeBase} at ${position} of ${time.toISOString()}`;
}
