import { batchByShard } from "#server/db/citus/batchByShard.ts";
import type { Database } from "#server/db/database.ts";
import { retryConflict } from "#server/db/retryConflict.ts";
import { creditEnvelope } from "#server/rankings/creditEnvelope.ts";
import type { ClaimAsk, ClaimOutcome } from "./claimShares.ts";

interface ShardAnswer {
  ask: number;
  outcome: ClaimOutcome;
  slot: number;
  amount_base: bigint;
  coin_type: string;
  /** The first or the last share of its envelope, which the sender hears of. */
  is_edge: boolean;
}

/**
 * Claims shares where their envelopes are, and then credits them where the people are: two transactions, so that a claim
 * waits for one node alone. What is not credited in between is found by `credit_envelope`.
 */
export const claimOnShard = batchByShard<ClaimAsk, ClaimOutcome>({
  name: "claimOnShard",
  run: runClaims,
  maxSize: 256,
});

async function runClaims(database: Database, asks: readonly ClaimAsk[]): Promise<ClaimOutcome[]> {
  const at = new Date(Math.max(...asks.map((ask) => ask.at.getTime())));
  const { rows } = await retryConflict(() =>
    database.pool.query<ShardAnswer>({
      name: "claim_on_shard",
      text: "select * from claim_on_shard($1, $2, $3, $4, $5)",
      values: [
        asks[0]?.envelopeId,
        asks.map((ask) => ask.envelopeId),
        asks.map((ask) => ask.tgUserId),
        asks.map((ask) => ask.claimId),
        at,
      ],
    }),
  );
  const answers = new Map(rows.map((row) => [row.ask, row]));
  await credit(database, asks, answers, at);
  return asks.map((_, index) => {
    const answer = answers.get(index + 1);
    if (answer === undefined) throw new Error("claim_on_shard left an ask without an answer");
    return answer.outcome;
  });
}

async function credit(
  database: Database,
  asks: readonly ClaimAsk[],
  answers: ReadonlyMap<number, ShardAnswer>,
  at: Date,
): Promise<void> {
  const won = asks.flatMap(({ envelopeId, tgUserId }, index) => {
    const answer = answers.get(index + 1);
    return answer?.outcome === "won" ? [{ envelopeId, tgUserId, ...answer }] : [];
  });
  if (won.length === 0) return;
  const late = new Set(won.filter((claim) => claim.is_edge).map((claim) => claim.envelopeId));
  const plain = won.filter((claim) => !late.has(claim.envelopeId));
  if (plain.length > 0) {
    const { rows } = await retryConflict(() =>
      database.pool.query<{ late_id: string }>({
        name: "credit_claims",
        text: "select late_id from credit_claims($1, $2, $3, $4, $5)",
        values: [
          plain.map((claim) => claim.envelopeId),
          plain.map((claim) => claim.slot),
          plain.map((claim) => claim.tgUserId),
          plain.map((claim) => claim.coin_type),
          plain.map((claim) => String(claim.amount_base)),
        ],
      }),
    );
    for (const row of rows) late.add(row.late_id);
  }
  for (const envelopeId of late) await creditEnvelope(database, envelopeId, at);
}
