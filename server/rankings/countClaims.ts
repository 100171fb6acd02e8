import { type Kysely, sql } from "kysely";
import type { App } from "#server/app.ts";
import { creditEnvelopes, findUncredited } from "#server/db/citus/claims.ts";
import { retryConflict } from "#server/db/retryConflict.ts";
import type { Schema } from "#server/db/schema.ts";
import type { Job } from "#server/job.ts";
import { isDue, workThrough } from "#server/outbox/failedWork.ts";
import { PACE } from "#server/outbox/notificationPace.ts";
import { type ClaimedShare, rankShares } from "./rankShares.ts";
import { weekOf } from "./weekOf.ts";

/**
 * Serialises writes of ranking sums, which many envelopes share. Must be taken before any row; held until the
 * transaction ends.
 */
export async function lockRankings(trx: Kysely<Schema>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('rankings', 0))`.execute(trx);
}

/** What a person's envelopes count for so far, in millionths of a USDT. */
export async function readClaimedValue(database: Kysely<Schema>, tgUserId: bigint): Promise<bigint> {
  const row = await database
    .selectFrom("ranking_sum")
    .select("value_micros")
    .where("kind", "=", "user")
    .where("subject_id", "=", tgUserId)
    .where("period", "=", "all")
    .executeTakeFirst();
  return row?.value_micros ?? 0n;
}

const BATCH = 100;

/**
 * Counts at most BATCH ended envelopes into the sums of their senders and groups, and returns the number of envelopes
 * that it counted or set aside. A claim counts in its week, at the price of the opening; one's own claims do not count.
 */
export async function countClaims(app: Pick<App, "database" | "clock" | "logger">): Promise<number> {
  const credit = (ids: readonly string[]) => creditEnvelopes(app.database, ids, { at: app.clock.now(), pace: PACE });
  const work = { job: "rankings" as const, findId: (id: string) => id };
  await workThrough(app, { ...work, perform: credit }, await findUncredited(app.database, BATCH));
  const { rows } = await sql<{ envelope_id: string }>`
    select envelope_id from envelope
    where is_ranking_due and ended_at is not null and ${isDue(app, "rankings", sql.ref("envelope_id"))}
    order by envelope_id limit ${BATCH}
  `.execute(app.database.kysely);
  const due = rows.map(({ envelope_id: envelopeId }) => envelopeId);
  // Another process may count some meanwhile.
  let skipped = 0;
  const perform = async (ids: readonly string[]) => {
    await credit(ids);
    skipped += ids.length - (await addClaims(app, ids));
  };
  await workThrough(app, { ...work, perform }, due);
  return due.length - skipped;
}

/** Returns the number of envelopes. Locks none of them before the end, so that late claims do not wait. */
async function addClaims({ database }: Pick<App, "database">, due: readonly string[]): Promise<number> {
  return retryConflict(() =>
    database.kysely.transaction().execute(async (trx) => {
      await lockRankings(trx);
      const envelopes = await trx
        .selectFrom("envelope")
        .select("envelope_id")
        .where("envelope_id", "in", due)
        .where("is_ranking_due", "=", true)
        .execute();
      const envelopeIds = envelopes.map((row) => row.envelope_id);
      if (envelopeIds.length > 0) await rankShares(trx, await readShares(trx, envelopeIds));
      await sql`update envelope set is_ranking_due = false where envelope_id = any(${envelopeIds}::text[])`.execute(
        trx,
      );
      return envelopeIds.length;
    }),
  );
}

async function readShares(trx: Kysely<Schema>, envelopeIds: readonly string[]): Promise<ClaimedShare[]> {
  const { rows } = await sql<ClaimedShare>`
    select e.sender_id, c.tg_user_id as claimer_id, ${weekOf(sql`c.claimed_at`)} as week, e.envelope_id, e.chat_id,
      c.claimed_at, coalesce(div(c.amount_base * e.value_micros, e.total_base), 0) as value_micros
    from envelope e join claim c on c.envelope_id = e.envelope_id
    where e.envelope_id = any(${envelopeIds}::text[])
  `.execute(trx);
  return rows;
}

/** Counts ended envelopes into the rankings. */
export const rankingsJob: Job = {
  name: "rankings",
  intervalMs: 1_000,
  async run(app, signal) {
    while (!signal.aborted && (await countClaims(app)) > 0);
  },
};
