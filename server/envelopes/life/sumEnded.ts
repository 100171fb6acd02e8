import { sql } from "kysely";
import type { App } from "#server/app.ts";
import { retryConflict } from "#server/db/retryConflict.ts";
import type { Job } from "#server/job.ts";
import { addUpCoins } from "#server/ledger/coinBalance.ts";
import { isDue, workThrough } from "#server/outbox/failedWork.ts";
import { addCounts, countEnded } from "#server/records/statusCounts.ts";

const BATCH = 200;

const isEnded = sql<boolean>`not is_summed and status in ('finished', 'refunded', 'cancelled')`;

/**
 * Adds at most BATCH ended envelopes to their senders' totals and to the counts of ended ones, each once, and returns how
 * many it added or set aside. Until then readers count them with the open ones.
 */
export async function sumEnded(app: Pick<App, "database" | "clock" | "logger">): Promise<number> {
  const { rows } = await sql<{ envelope_id: string }>`
    select envelope_id from envelope where ${isEnded} and ${isDue(app, "totals", sql.ref("envelope_id"))}
    order by ended_at limit ${BATCH}
  `.execute(app.database.kysely);
  const ended = rows.map(({ envelope_id: envelopeId }) => envelopeId);
  // Another process may add some meanwhile.
  let skipped = 0;
  const perform = async (ids: readonly string[]) => {
    skipped += ids.length - (await addToTotals(app, ids));
  };
  await workThrough(app, { job: "totals", findId: (id) => id, perform }, ended);
  return ended.length - skipped;
}

async function addToTotals({ database }: Pick<App, "database">, envelopeIds: readonly string[]): Promise<number> {
  if (database.isSharded) {
    let added = 0;
    for (const envelopeId of envelopeIds) added += await retryConflict(() => addOnShard(database, envelopeId));
    return added;
  }
  const { rows } = await retryConflict(() =>
    sql`
      with ended as materialized (
        select envelope_id from envelope
        where envelope_id = any (${envelopeIds}::text[]) and ${isEnded}
        order by envelope_id for update
      ),
      summed as (
        update envelope e set is_summed = true from ended where e.envelope_id = ended.envelope_id
        returning e.status, e.sender_id, e.coin_type, e.claimed_base, e.record_status,
          case when e.opened_at is null then 0 else e.total_base - e.refunded_base end as sent_base
      ),
      added as (
        insert into person_total as t (tg_user_id, coin_type, sent_base, paid_out_base,
          not_received_count, partially_received_count, received_count)
        select sender_id, coin_type, sum(sent_base), sum(claimed_base),
          count(*) filter (where record_status = 'notReceived'),
          count(*) filter (where record_status = 'partiallyReceived'),
          count(*) filter (where record_status = 'received')
        from summed group by 1, 2 order by 1, 2
        on conflict (tg_user_id, coin_type) do update set
          sent_base = t.sent_base + excluded.sent_base,
          paid_out_base = t.paid_out_base + excluded.paid_out_base,
          not_received_count = t.not_received_count + excluded.not_received_count,
          partially_received_count = t.partially_received_count + excluded.partially_received_count,
          received_count = t.received_count + excluded.received_count
      ),
      ${addCounts("envelope", sql`summed`)}
      select from summed
    `.execute(database.kysely),
  );
  return rows.length;
}

/** As `addToTotals`, for one envelope: its row is on a shard, the totals are not. */
function addOnShard({ kysely }: App["database"], envelopeId: string): Promise<number> {
  return kysely.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable("envelope")
      .set({ is_summed: true })
      .where("envelope_id", "=", envelopeId)
      .where(isEnded)
      .returning([
        "status",
        "sender_id",
        "coin_type",
        "claimed_base",
        "record_status",
        "opened_at",
        "total_base",
        "refunded_base",
      ])
      .executeTakeFirst();
    if (row === undefined) return 0;
    const sentBase = row.opened_at === null ? 0n : row.total_base - row.refunded_base;
    const isOf = (status: typeof row.record_status) => (row.record_status === status ? 1 : 0);
    await sql`
      insert into person_total as t (tg_user_id, coin_type, sent_base, paid_out_base,
        not_received_count, partially_received_count, received_count)
      values (${row.sender_id}, ${row.coin_type}, ${sentBase}, ${row.claimed_base},
        ${isOf("notReceived")}, ${isOf("partiallyReceived")}, ${isOf("received")})
      on conflict (tg_user_id, coin_type) do update set
        sent_base = t.sent_base + excluded.sent_base,
        paid_out_base = t.paid_out_base + excluded.paid_out_base,
        not_received_count = t.not_received_count + excluded.not_received_count,
        partially_received_count = t.partially_received_count + excluded.partially_received_count,
        received_count = t.received_count + excluded.received_count
    `.execute(trx);
    await sql`with ended as (select ${row.status} as status), ${addCounts("envelope", sql`ended`)} select`.execute(trx);
    return 1;
  });
}

/** Adds up what coins hold, adds ended envelopes to their senders' totals, and counts those and ended orders. */
export const totalsJob: Job = {
  name: "totals",
  intervalMs: 1_000,
  async run(app, signal) {
    while (!signal.aborted && (await addUpCoins(app)) > 0);
    while (!signal.aborted && (await sumEnded(app)) > 0);
    while (!signal.aborted && (await countEnded(app)) > 0);
  },
};
