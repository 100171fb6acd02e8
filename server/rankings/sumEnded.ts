import { type Kysely, sql } from "kysely";
import type { App } from "#server/app.ts";
import { creditEnvelopes, findUncredited } from "#server/db/citus/claims.ts";
import { transact } from "#server/db/transact.ts";
import type { Schema } from "#server/db/schema.ts";
import type { Job } from "#server/job.ts";
import { addCounts, countEnded } from "#server/ledger/statusCounts.ts";
import { isDue, workThrough } from "#server/outbox/failedWork.ts";
import { PACE } from "#server/outbox/queues.ts";
import { type ClaimedShare, rankShares, weekOf } from "./rankShares.ts";

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

const BATCH = 200;

const isEnded = sql<boolean>`not is_summed and status in ('finished', 'refunded', 'cancelled')`;

/**
 * Adds at most BATCH ended envelopes to their senders' totals, to the counts of ended ones and to the rankings, each once,
 * and returns how many it added or set aside. Until then readers of totals and counts add them to the open ones.
 */
export async function sumEnded(app: Pick<App, "database" | "clock" | "logger">): Promise<number> {
  const work = { job: "totals" as const, findId: (id: string) => id };
  const credit = (ids: readonly string[]) => creditEnvelopes(app.database, ids, { at: app.clock.now(), pace: PACE });
  await workThrough(app, { ...work, perform: credit }, await findUncredited(app.database, BATCH));
  const { rows } = await sql<{ envelope_id: string }>`
    select envelope_id from envelope where ${isEnded} and ${isDue(app, "totals", sql.ref("envelope_id"))}
    order by ended_at limit ${BATCH}
  `.execute(app.database.kysely);
  const ended = rows.map(({ envelope_id: envelopeId }) => envelopeId);
  // Another process may add some meanwhile.
  let skipped = 0;
  const perform = async (ids: readonly string[]) => {
    await credit(ids);
    skipped += ids.length - (await addToTotals(app, ids));
  };
  await workThrough(app, { ...work, perform }, ended);
  return ended.length - skipped;
}

async function addToTotals({ database }: Pick<App, "database">, envelopeIds: readonly string[]): Promise<number> {
  return transact(database.kysely, async (trx) => {
    await lockRankings(trx);
    // By itself: a sharded database has it elsewhere than what follows.
    const { rows } = await sql<Summed>`
        update envelope set is_summed = true where envelope_id = any (${envelopeIds}::text[]) and ${isEnded}
        returning envelope_id, status, sender_id::text, coin_type, claimed_base::text, record_status,
          (case when opened_at is null then 0 else total_base - refunded_base end)::text as sent_base
      `.execute(trx);
    if (rows.length === 0) return 0;
    const summed = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s (status text, sender_id bigint,
        coin_type text, claimed_base numeric, record_status text, sent_base numeric)`;
    await sql`
        insert into account_total as t (tg_user_id, coin_type, sent_base, paid_out_base,
          not_received_count, partially_received_count, received_count)
        select sender_id, coin_type, sum(sent_base), sum(claimed_base),
          count(*) filter (where record_status = 'notReceived'),
          count(*) filter (where record_status = 'partiallyReceived'),
          count(*) filter (where record_status = 'received')
        from ${summed} group by 1, 2 order by 1, 2
        on conflict (tg_user_id, coin_type) do update set
          sent_base = t.sent_base + excluded.sent_base,
          paid_out_base = t.paid_out_base + excluded.paid_out_base,
          not_received_count = t.not_received_count + excluded.not_received_count,
          partially_received_count = t.partially_received_count + excluded.partially_received_count,
          received_count = t.received_count + excluded.received_count
      `.execute(trx);
    await sql`with ${addCounts("envelope", summed)} select`.execute(trx);
    const summedIds = rows.map((row) => row.envelope_id);
    await rankShares(trx, await readShares(trx, summedIds));
    return rows.length;
  });
}

interface Summed {
  envelope_id: string;
  status: string;
  sender_id: string;
  coin_type: string;
  claimed_base: string;
  record_status: string;
  sent_base: string;
}

/** A claim counts in its week, at the price of the opening; one's own claims do not count. */
async function readShares(trx: Kysely<Schema>, envelopeIds: readonly string[]): Promise<ClaimedShare[]> {
  const { rows } = await sql<ClaimedShare>`
    select e.sender_id, c.tg_user_id as claimer_id, ${weekOf(sql`c.claimed_at`)} as week, e.envelope_id, e.chat_id,
      c.claimed_at, coalesce(div(c.amount_base * e.value_micros, e.total_base), 0) as value_micros
    from envelope e join claim c on c.envelope_id = e.envelope_id
    where e.envelope_id = any(${envelopeIds}::text[])
  `.execute(trx);
  return rows;
}

/** Adds up what has ended, and counts it. */
export const totalsJob: Job = {
  name: "totals",
  intervalMs: 1_000,
  async run(app, signal) {
    while (!signal.aborted && (await sumEnded(app)) > 0);
    while (!signal.aborted && (await countEnded(app)) > 0);
  },
};
