import { creditEnvelopes } from "#server/db/citus/claims.ts";
import type { Database } from "#server/db/database.ts";
import { retryConflict } from "#server/db/failures.ts";
import { PACE } from "#server/outbox/queues.ts";

interface DrawEnd {
  envelopeId: string;
  round: number;
  /** Of the round, 48 bytes; null where the beacon was silent for too long. */
  signature: Uint8Array | null;
  at: Date;
}

/** What who has won gets besides, in the same statement. */
const SETTLE_AND_CREDIT = `
  with result as materialized (select * from settle_draw($1, $2, $3, $4)),
  credited as materialized (
    select credit_claims(array_agg(w.envelope_id), array_agg(w.tg_user_id), array_agg(w.claim_id), array_agg(w.number),
      array_agg(w.amount_base), array_agg(w.coin_type), array_agg(w.sender_id), array_agg(w.count),
      array_agg(w.best_base), $4, $5, $6)
    from (select * from result order by number) w
    having count(*) > 0
  )
  select count(*)::integer as won from result r left join credited on true`;

/**
 * Gives the shares of a window to those whom its round has drawn, and credits them, in one statement; on Citus in two, and
 * what a process leaves between them is found as of claims. A repeat, or another process, changes nothing. Resolves with
 * how many have won.
 */
export async function settleDraw(database: Database, { envelopeId, round, signature, at }: DrawEnd): Promise<number> {
  const { pool, isSharded } = database;
  const settle = isSharded
    ? { name: "settle_on_shard", text: "select settle_on_shard($1, $2, $3, $4) as won" }
    : { name: "settle_and_credit", text: SETTLE_AND_CREDIT };
  const pace = isSharded ? [] : [PACE.mostWaiting, PACE.gapMs];
  const values = [envelopeId, round, signature === null ? null : Buffer.from(signature), at, ...pace];
  const { rows } = await retryConflict(() => pool.query<{ won: number }>({ ...settle, values }));
  await creditEnvelopes(database, [envelopeId], { at, pace: PACE });
  return rows[0]?.won ?? 0;
}
