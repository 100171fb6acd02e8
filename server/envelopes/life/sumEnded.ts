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
  return retryConflict(() =>
    database.kysely.transaction().execute(async (trx) => {
      // By itself: a sharded database has it elsewhere than what follows.
      const { rows } = await sql<Summed>`
        update envelope set is_summed = true where envelope_id = any (${envelopeIds}::text[]) and ${isEnded}
        returning status, sender_id::text, coin_type, claimed_base::text, record_status,
          (case when opened_at is null then 0 else total_base - refunded_base end)::text as sent_base
      `.execute(trx);
      const summed = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s (status text, sender_id bigint,
        coin_type text, claimed_base numeric, record_status text, sent_base numeric)`;
      await sql`
        insert into person_total as t (tg_user_id, coin_type, sent_base, paid_out_base,
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
      return rows.length;
    }),
  );
}

interface Summed {
  status: string;
  sender_id: string;
  coin_type: string;
  claimed_base: string;
  record_status: string;
  sent_base: string;
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
