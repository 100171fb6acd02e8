import { sql } from "kysely";
import type { App } from "#server/app.ts";
import { changeStatus } from "#server/db/changeStatus.ts";
import { retryConflict } from "#server/db/retryConflict.ts";
import type { Job } from "#server/job.ts";
import { isDue, workOnDue } from "#server/outbox/failedWork.ts";
import { selectInTurns } from "#server/outbox/inTurns.ts";
import { endOpen, refundExpired } from "./refundExpired.ts";

const BATCH = 50;

/** Closes expired envelopes and returns the unclaimed rest to the sender's balance, once. Senders take turns. */
export const refundJob: Job = {
  name: "refund",
  intervalMs: 1000,
  async run(app, signal) {
    if (!(await hasDue(app))) return;
    const at = await app.clockGuard.readTrustedTime();
    if (at === null) return;
    // The time that was compared with other clocks: the clock may have jumped since.
    const change = changeStatus("envelope", "envelope.timePassed", { at, cause: "refund" });
    await workOff(
      () => selectDue(app, sql`status = 'open' and expires_at <= ${at}`),
      (id) => endOpen(app, id, change, sql`expires_at <= ${at}`),
    );
    await workOff(
      () => selectDue(app, sql`status = 'expired'`),
      (id) => refundExpired(app, id, "refund"),
    );

    async function workOff(select: () => Promise<string[]>, perform: (id: string) => Promise<void>): Promise<void> {
      let due: string[];
      do {
        due = await select();
        for (const id of due) await workOnDue(app, "refund", id, () => retryConflict(() => perform(id)));
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

async function selectDue(app: App, isWanted: ReturnType<typeof sql>): Promise<string[]> {
  const select = sql`
    select envelope_id as id, sender_id as taker, expires_at as due from envelope
    where ${isWanted} and ${isDue(app, "refund", sql.ref("envelope_id"))}`;
  const { rows } = await selectInTurns({ select, limit: BATCH }).execute(app.database.kysely);
  return rows.map(({ id }) => id);
}
