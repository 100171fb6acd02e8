import { findDispute } from "./findDispute.ts";
import type { PayoutSighting } from "./payoutRoute.ts";

/** One endpoint's reading of the transactions of a payout, on a chain where a transaction that is late cannot land. */
export type ExpiringReading =
  | { kind: "absent" }
  | { kind: "landed"; txHash: string; position: bigint; feeBase: bigint; hasMoved: boolean; isFinal: boolean }
  | { kind: "expired" };

/** Two readings, or the one of the only endpoint, as one sighting. `lostReason` goes to the log. */
export function combineExpiring(readings: readonly ExpiringReading[], lostReason: string): PayoutSighting {
  const landed = readings.flatMap((reading) => (reading.kind === "landed" ? [reading] : []));
  const [one] = landed;
  if (one === undefined) {
    return readings.every(({ kind }) => kind === "expired")
      ? { kind: "lost", isExpired: true, reason: lostReason }
      : { kind: "waiting" };
  }
  const { txHash, position, feeBase, hasMoved } = one;
  if (landed.length < readings.length || !landed.every(({ isFinal }) => isFinal)) {
    return { kind: "landed", txHash, position };
  }
  return findDispute(landed, describe) ?? { kind: "final", txHash, position, feeBase, hasMoved };
}

function describe(reading: Extract<ExpiringReading, { kind: "landed" }>): string {
  const { txHash, position, feeBase, hasMoved } = reading;
  return `${txHash} at ${position} for ${feeBase}, ${hasMoved ? "moved" : "nothing moved"}`;
}
