import type { DrawRule } from "../envelope/validateSend.ts";
import { parseDecimal } from "../money/amount.ts";
import { toHex } from "../hex.ts";
import { canonicalFairness, type FairnessRecord } from "./canonicalFairness.ts";

/** What everyone can see of a finished draw; amounts are whole-coin decimal strings. */
export interface FairnessEvidence {
  drawRule: DrawRule;
  /** Lower-case hex of the SHA-256 that was shown before any claim. */
  commitment: string;
  revealed: FairnessRecord;
  /** Null if the viewer may not know it. */
  totalAmount: string | null;
  baseDecimals: number;
  /** Claimed amounts in the order of the claims: where each takes its share at once, the n-th must have slot n. */
  claimedAmounts: readonly string[];
}

export type FairnessFailure = "commitment" | "total" | "claims";

/** Checks a finished draw against its commitment, its total and its claims; an empty result means it is fair. */
export async function verifyFairness(
  evidence: FairnessEvidence,
  sha256: (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>,
): Promise<FairnessFailure[]> {
  const { drawRule, commitment, revealed, totalAmount, baseDecimals, claimedAmounts } = evidence;
  // Few draws need it.
  const together = drawRule === "together" ? await import("./commitTogether.ts") : null;
  const found =
    together?.commitTogether(revealed) ?? toHex(await sha256(new TextEncoder().encode(canonicalFairness(revealed))));
  const failures: FairnessFailure[] = [];
  if (found !== commitment) failures.push("commitment");
  const sum = revealed.shares.reduce((total, share) => total + parseDecimal(share, baseDecimals), 0n);
  if (totalAmount !== null && sum !== parseDecimal(totalAmount, baseDecimals)) failures.push("total");
  const isEachShare =
    together?.areAmong(claimedAmounts, revealed.shares) ??
    claimedAmounts.every((amount, slot) => amount === revealed.shares[slot]);
  if (!isEachShare) failures.push("claims");
  return failures;
}
