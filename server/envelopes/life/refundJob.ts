import { sql } from "kysely";
import type { App } from "#server/app.ts";
import { changeStatus } from "#server/db/changeStatus.ts";
import { retryConflict } from "#server/db/retryConflict.ts";
import type { Job } from "#server/job.ts";
import { isDue, workThrough } from "#server/outbox/failedWork.ts";
import { selectInTurns } from "#server/outbox/inTurns.ts";
import { refundExpired } from "./refundExpired.ts";

const BATCH = 50;

/** Closes expired envelopes and returns the unclaimed rest to the sender's balance, once. Senders take turns. */
export const refundJob: Job = {
  name: "refund",
  intervalMs: 1000,
  async run(app, signal) {
    if (!(await hasDue(app))) return;
    const at = await app.clockGuard.readTrustedTime();
    if (at === null) return;
    await workOff(
      () => selectOpen(app, at),
      (ids) => expireSome(app, at, ids),
    );
    await workOff(
      () => selectExpired(app),
      (ids) => refundExpired(app, ids, "refund"),
    );

    async function workOff(
      select: () => Promise<string[]>,
      perform: (ids: readonly string[]) => Promise<void>,
    ): Promise<void> {
      const work = { job: "refund" as const, findId: (id: string) => id };
      let due: string[];
      do {
        due = await select();
        // A sharded database locks rows on one shard only.
        const batches = app.database.isSharded ? due.map((id) => [id]) : [due];
        for (const batch of batches) {
          await workThrough(app, { ...work, perform: (ids) => retryConflict(() => perform(ids)) }, batch);
        }
      } while (due.length === BATCH && !signal.aborted);
    }
  },
};

async function hasDue({ database, clock }: App): Promise<boolean> {
  const { rows } = await sql`
    (select 1 from envelope where status = 'open' and expires_at <= ${clock.now()} limit 1)
    union all
    (select 1 from envelope where status = 'expired' limit 1)
  `.execute(database.kysely);
  return rows.length > 0;
}

function selectOpen(app: App, at: Date): Promise<string[]> {
  return selectDue(app, sql`status = 'open' and expires_at <= ${at}`);
}

function selectExpired(app: App): Promise<string[]> {
  return selectDue(app, sql`status = 'expired'`);
}

async function selectDue(app: App, isWanted: ReturnType<typeof sql>): Promise<string[]> {
  const select = sql`
    select envelope_id as id, sender_id as taker, expires_at as due from envelope
    where ${isWanted} and ${isDue(app, "refund", sql.ref("envelope_id"))}`;
  const { rows } = await selectInTurns({ select, limit: BATCH }).execute(app.database.kysely);
  return rows.map(({ id }) => id);
}

/** `at` is the time that was compared with other clocks; the clock may have jumped since. */
async function expireSome({ database }: App, at: Date, envelopeIds: readonly string[]): Promise<void> {
  const change = changeStatus("envelope", "envelope.timePassed", { at, cause: "refund" });
  const { status, changed_at: changedAt, changed_by: changedBy, changed_event: event } = change;
  if (database.isSharded) return expireOnShard(database, envelopeIds, change);
  await sql`
    with due as (
      select envelope_id from envelope
      where envelope_id = any (${envelopeIds}::text[]) and status = 'open' and expires_at <= ${at}
      order by envelope_id for update
    ),
    stale as (
      update group_post set is_stale = true where envelope_id in (select envelope_id from due)
    )
    update envelope set status = ${status}, ended_at = ${at},
      changed_at = ${changedAt}, changed_by = ${changedBy}, changed_event = ${event}
    where envelope_id in (select envelope_id from due)
  `.execute(database.kysely);
}

/** As `expireSome`, for one envelope in statements that each name it. */
async function expireOnShard(
  { kysely }: App["database"],
  [envelopeId = ""]: readonly string[],
  change: ReturnType<typeof changeStatus<"envelope">>,
): Promise<void> {
  const { changed_at: at } = change;
  await kysely.transaction().execute(async (trx) => {
    await trx
      .updateTable("envelope")
      .set({ ...change, ended_at: at })
      .where("envelope_id", "=", envelopeId)
      .where("status", "=", "open")
      .where("expires_at", "<=", at)
      .execute();
    await trx.updateTable("group_post").set({ is_stale: true }).where("envelope_id", "=", envelopeId).execute();
  });
}
