import { batchByEnvelope } from "#server/db/citus/batchByEnvelope.ts";
import { claimAndCredit } from "#server/db/citus/claims.ts";
import { PACE } from "#server/outbox/queues.ts";

export interface ClaimAsk {
  envelopeId: string;
  tgUserId: bigint;
  /** Id of the claim if a share is won. */
  claimId: string;
  at: Date;
}

export type ClaimOutcome = "won" | "alreadyClaimed" | "soldOut" | "expired" | "notOpen";

/**
 * Claims one share, in one batch with simultaneous callers. A person who already has a claim on the envelope gets
 * "alreadyClaimed", whatever its state; "soldOut" is returned only once every share is committed.
 */
export const claimShares = batchByEnvelope<ClaimAsk, ClaimOutcome>({
  name: "claimShares",
  async run(database, asks) {
    const answers = await claimAndCredit<ClaimOutcome>(database, {
      envelopeIds: asks.map((ask) => ask.envelopeId),
      tgUserIds: asks.map((ask) => ask.tgUserId),
      claimIds: asks.map((ask) => ask.claimId),
      // The latest time counts for the whole batch, so no share is given after an envelope's end.
      at: new Date(Math.max(...asks.map((ask) => ask.at.getTime()))),
      pace: PACE,
    });
    const outcomes = new Map(answers.map(({ ask, outcome }) => [ask, outcome]));
    return asks.map((_, index) => {
      const outcome = outcomes.get(index + 1);
      if (outcome === undefined) throw new Error("claim_shares left an ask without an answer");
      return outcome;
    });
  },
  maxSize: 256,
});
