import { type Kysely, sql } from "kysely";
import type { App } from "#server/app.ts";
import { retryConflict } from "#server/db/retryConflict.ts";
import type { Schema } from "#server/db/schema.ts";
import type { Job } from "#server/job.ts";
import { isDue, workThrough } from "#server/outbox/failedWork.ts";
import { creditEnvelope } from "./creditEnvelope.ts";
import { weekOf } from "./weekOf.ts";

/**
 * Serialises writes of ranking sums, which many envelopes share. Must be taken before any row; held until the
 * transaction ends.
 */
export async function lockRankings(trx: Kysely<Schema>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('rankings', 0))`.execute(trx);
}

/** What others have claimed from a person's envelopes so far, in millionths of a USDT. */
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
 * Adds uncounted claims of at most BATCH envelopes to the sums of their senders and groups, and returns the number of
 * envelopes that it counted or set aside. A claim counts in its week, at the price of the opening; one's own claims do not count.
 */
export async function countClaims(app: Pick<App, "database" | "clock" | "logger">): Promise<number> {
  const { rows } = await sql<{ envelope_id: string }>`
    select envelope_id from envelope where is_ranking_due and ${isDue(app, "rankings", sql.ref("envelope_id"))}
    order by envelope_id limit ${BATCH}
  `.execute(app.database.kysely);
  const due = rows.map(({ envelope_id: envelopeId }) => envelopeId);
  // Another process may count some meanwhile.
  let skipped = 0;
  const perform = async (ids: readonly string[]) => {
    if (!app.database.isSharded) {
      skipped += ids.length - (await addClaims(app, ids));
      return;
    }
    for (const id of ids) {
      // Claims whose process died before it credited them.
      await creditEnvelope(app.database, id, app.clock.now());
      skipped += 1 - (await addClaims(app, [id]));
    }
  };
  await workThrough(app, { job: "rankings", findId: (id) => id, perform }, due);
  return due.length - skipped;
}

/** Returns the number of envelopes. */
async function addClaims({ database }: Pick<App, "database">, due: readonly string[]): Promise<number> {
  return retryConflict(() =>
    database.kysely.transaction().execute(async (trx) => {
      await lockRankings(trx);
      const locked = await trx
        .selectFrom("envelope")
        .select("envelope_id")
        .where("envelope_id", "in", due)
        .where("is_ranking_due", "=", true)
        .orderBy("envelope_id")
        .forUpdate()
        .execute();
      const envelopeIds = locked.map((row) => row.envelope_id);
      // A separate statement: it must see every claim that the locked rows count.
      if (database.isSharded) await addOnShard(trx, envelopeIds);
      else
        await sql`
        insert into ranking_sum as r (kind, subject_id, period, value_micros, is_hidden)
        select s.kind, s.subject_id, p.period,
          sum(div(c.amount_base * e.value_micros, e.total_base)),
          coalesce(bool_or(u.hides_from_ranking), false)
        from envelope e
        join claim c on c.envelope_id = e.envelope_id and c.slot > e.ranked_count and c.tg_user_id <> e.sender_id
        cross join lateral (values ('user', e.sender_id), ('chat', e.chat_id)) s (kind, subject_id)
        cross join lateral (values ('all'), (${weekOf(sql`c.claimed_at`)})) p (period)
        left join tg_user u on s.kind = 'user' and u.tg_user_id = s.subject_id
        where e.envelope_id = any(${envelopeIds}::text[]) and s.subject_id is not null
        group by 1, 2, 3
        having sum(div(c.amount_base * e.value_micros, e.total_base)) > 0
        on conflict (kind, subject_id, period) do update set value_micros = r.value_micros + excluded.value_micros
      `.execute(trx);
      await sql`
        update envelope set ranked_count = claimed_count, is_ranking_due = false
        where envelope_id = any(${envelopeIds}::text[])
      `.execute(trx);
      return envelopeIds.length;
    }),
  );
}

/** As the statement of `addClaims`, with what is on the shard first. */
async function addOnShard(trx: Kysely<Schema>, envelopeIds: readonly string[]): Promise<void> {
  await sql`
    with counted as materialized (
      select e.sender_id, e.chat_id, ${weekOf(sql`c.claimed_at`)} as week,
        sum(div(c.amount_base * e.value_micros, e.total_base)) as value_micros
      from envelope e
      join claim c on c.envelope_id = e.envelope_id and c.slot > e.ranked_count and c.tg_user_id <> e.sender_id
      where e.envelope_id = any(${envelopeIds}::text[])
      group by 1, 2, 3
    )
    insert into ranking_sum as r (kind, subject_id, period, value_micros, is_hidden)
    select s.kind, s.subject_id, p.period, sum(c.value_micros), coalesce(bool_or(u.hides_from_ranking), false)
    from counted c
    cross join lateral (values ('user', c.sender_id), ('chat', c.chat_id)) s (kind, subject_id)
    cross join lateral (values ('all'), (c.week)) p (period)
    left join tg_user u on s.kind = 'user' and u.tg_user_id = s.subject_id
    where s.subject_id is not null
    group by 1, 2, 3
    having sum(c.value_micros) > 0
    on conflict (kind, subject_id, period) do update set value_micros = r.value_micros + excluded.value_micros
  `.execute(trx);
}

/** Counts claims into the rankings. */
export const rankingsJob: Job = {
  name: "rankings",
  intervalMs: 1_000,
  async run(app, signal) {
    while (!signal.aborted && (await countClaims(app)) > 0);
  },
};
