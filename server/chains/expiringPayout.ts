import { findDispute } from "./findDispute.ts";
import type { PayoutSighting } from "./payoutRoute.ts";

/** One endpoint's reading of the transactions of payouts, on a chain where a transaction that is late cannot land. */
export type ExpiringReading =
  | { kind: "absent" }
  | { kind: "landed"; txHash: string; position: bigint; feeBase: bigint; moved: readonly boolean[]; isFinal: boolean }
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
  const { txHash, position, feeBase, moved } = one;
  if (landed.length < readings.length || !landed.every(({ isFinal }) => isFinal)) {
    return { kind: "landed", txHash, position };
  }
  return findDispute(landed, describe) ?? { kind: "final", txHash, position, feeBase, moved };
}

function describe(reading: Extract<ExpiringReading, { kind: "landed" }>): string {
  const { txHash, position, feeBase, moved } = reading;
  const places = moved.flatMap((hasMoved, place) => (hasMoved ? [place] : []));
  return `${txHash} at ${position} for ${feeBase}, ${places.length === 0 ? "nothing moved" : `moved ${places.join(" ")}`}`;
}
