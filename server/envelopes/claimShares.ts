import type { Database } from "#server/db/database.ts";
import { retryConflict } from "#server/db/retryConflict.ts";
import { createBatcher } from "#server/db/batch.ts";

export interface ClaimAsk {
  envelopeId: string;
  tgUserId: bigint;
  /** Id of the claim that is made if a share is won. */
  claimId: string;
  at: Date;
}

export type ClaimOutcome = "won" | "alreadyClaimed" | "soldOut" | "expired" | "notOpen";

/**
 * Claims one share, together with whoever else claims at this moment. A person who has a claim on the envelope gets
 * "alreadyClaimed", whatever its state; "soldOut" is told only when every share is committed.
 */
export const claimShares = createBatcher<ClaimAsk, ClaimOutcome>({
  run: runClaims,
  keyOf: ({ envelopeId }) => envelopeId,
  lanes: 2,
  maxSize: 256,
});

async function runClaims(database: Database, asks: readonly ClaimAsk[]): Promise<ClaimOutcome[]> {
  // The latest time holds for the whole batch: no share is given after an envelope's end.
  const at = new Date(Math.max(...asks.map((ask) => ask.at.getTime())));
  const { rows } = await retryConflict(() =>
    database.pool.query<{ ask: number; outcome: ClaimOutcome }>({
      name: "claim_shares",
      text: "select ask, outcome from claim_shares($1, $2, $3, $4)",
      values: [asks.map((ask) => ask.envelopeId), asks.map((ask) => ask.tgUserId), asks.map((ask) => ask.claimId), at],
    }),
  );
  const outcomes = new Map(rows.map((row) => [row.ask, row.outcome]));
  return asks.map((_, index) => {
    const outcome = outcomes.get(index + 1);
    if (outcome === undefined) throw new Error("claim_shares left an ask without an answer");
    return outcome;
  });
}
