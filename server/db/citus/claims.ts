import { sql } from "kysely";
import type { Database } from "../database.ts";
import { retryConflict } from "../failures.ts";

export interface ClaimBatch {
  envelopeIds: readonly string[];
  tgUserIds: readonly bigint[];
  claimIds: readonly string[];
  at: Date;
  pace: Pace;
}

/** Of messages to one person: how many wait at most, and how far apart they are. */
interface Pace {
  mostWaiting: number;
  gapMs: number;
}

export interface Answer<Outcome> {
  ask: number;
  outcome: Outcome;
}

/** What who has won gets besides, in the same statement: $4 is the time, $5 and $6 are the pace. */
export function creditWinners(winners: string): string {
  return `credited as materialized (
    select credit_claims(array_agg(w.envelope_id), array_agg(w.tg_user_id), array_agg(w.claim_id), array_agg(w.number),
      array_agg(w.amount_base), array_agg(w.coin_type), array_agg(w.sender_id), array_agg(w.count),
      array_agg(w.best_base), $4, $5, $6)
    from (${winners}) w
    having count(*) > 0
  )`;
}

export const CLAIM_AND_CREDIT = `
  with result as materialized (select * from claim_shares($1, $2, $3, $4)),
  ${creditWinners("select * from result where outcome = 'won' order by ask")}
  select r.ask, r.outcome from result r left join credited on true`;

/**
 * Claims shares and credits them. On Citus the envelopes are of one shard, and people are elsewhere: two transactions, so
 * that a claim waits for one node alone. What is not credited in between is found by `findUncredited`.
 */
export async function claimAndCredit<Outcome extends string>(
  database: Database,
  { envelopeIds, tgUserIds, claimIds, at, pace }: ClaimBatch,
): Promise<Answer<Outcome>[]> {
  const claim = database.isSharded
    ? { name: "claim_on_shard", text: "select ask, outcome from claim_on_shard($5, $1, $2, $3, $4)" }
    : { name: "claim_shares", text: CLAIM_AND_CREDIT };
  const rest = database.isSharded ? [envelopeIds[0]] : [pace.mostWaiting, pace.gapMs];
  const values = [envelopeIds, tgUserIds, claimIds, at, ...rest];
  const { rows } = await retryConflict(() => database.pool.query<Answer<Outcome>>({ ...claim, values }));
  const won = rows.flatMap(({ ask, outcome }) => (outcome === "won" ? (envelopeIds[ask - 1] ?? []) : []));
  await creditEnvelopes(database, won, { at, pace });
  return rows;
}

/** Credits what is not credited yet of these envelopes' claims. A repeat changes nothing. */
export async function creditEnvelopes(
  { pool, isSharded }: Database,
  envelopeIds: readonly string[],
  { at, pace }: Pick<ClaimBatch, "at" | "pace">,
): Promise<void> {
  if (!isSharded || envelopeIds.length === 0) return;
  await retryConflict(() =>
    pool.query({
      name: "credit_envelopes",
      text: "select credit_envelopes($1, $2, $3, $4)",
      values: [[...new Set(envelopeIds)].toSorted(), at, pace.mostWaiting, pace.gapMs],
    }),
  );
}

/** Some envelopes with claims that a process has made, and not credited when it died. */
export async function findUncredited({ kysely, isSharded }: Database, limit: number): Promise<string[]> {
  if (!isSharded) return [];
  const { rows } = await sql<{ envelope_id: string }>`
    select e.envelope_id
    from (select envelope_id, claimed_count from envelope where not is_summed and claimed_count > 0 offset 0) e
    left join credited_envelope c on c.envelope_id = e.envelope_id
    where e.claimed_count <> coalesce(c.claims, 0) limit ${limit}
  `.execute(kysely);
  return rows.map((row) => row.envelope_id);
}
