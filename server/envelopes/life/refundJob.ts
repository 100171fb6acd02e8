import { sql } from "kysely";
import type { App } from "#server/app.ts";
import { retryConflict } from "#server/db/retryConflict.ts";
import type { Job } from "#server/job.ts";
import { ACCOUNTS } from "#server/ledger/accounts.ts";
import { postEntries } from "#server/ledger/postEntries.ts";
import { changeStatus } from "#server/db/changeStatus.ts";

const BATCH = 50;

/** Closes expired envelopes and returns the unclaimed rest to the sender's balance, once. */
export const refundJob: Job = {
  name: "refund",
  intervalMs: 1000,
  async run(app) {
    if (!(await hasDue(app))) return;
    const at = await app.clockGuard.readTrustedTime();
    if (at === null) return;
    while ((await retryConflict(() => expireSome(app, at))) === BATCH);
    while ((await retryConflict(() => refundSome(app))) === BATCH);
  },
};

async function hasDue({ database, clock }: App): Promise<boolean> {
  const { rows } = await sql`
    (select from envelope where status = 'open' and expires_at <= ${clock.now()} limit 1)
    union all
    (select from envelope where status = 'expired' limit 1)
  `.execute(database.kysely);
  return rows.length > 0;
}

/** `at` is the time that was compared with other clocks; the clock may have jumped since. */
async function expireSome({ database }: App, at: Date): Promise<number> {
  const change = changeStatus("envelope", "envelope.timePassed", { at, cause: "refund" });
  const { status, changed_at: changedAt, changed_by: changedBy } = change;
  const { rows } = await sql<{ envelope_id: string }>`
    with due as (
      select envelope_id from envelope where status = 'open' and expires_at <= ${at}
      order by expires_at limit ${BATCH} for update skip locked
    ),
    stale as (
      update group_post set is_stale = true where envelope_id in (select envelope_id from due)
    )
    update envelope set status = ${status}, ended_at = ${at}, changed_at = ${changedAt}, changed_by = ${changedBy}
    where envelope_id in (select envelope_id from due)
    returning envelope_id
  `.execute(database.kysely);
  return rows.length;
}

function refundSome({ database, clock }: App): Promise<number> {
  const at = clock.now();
  return database.kysely.transaction().execute(async (trx) => {
    const expired = await trx
      .selectFrom("envelope")
      .select(["envelope_id", "sender_id", "coin_type", "total_base", "claimed_base"])
      .where("status", "=", "expired")
      .orderBy("expires_at")
      .limit(BATCH)
      .forUpdate()
      .skipLocked()
      .execute();
    // In the order of senders, like every batch that adds to balances.
    expired.sort((left, right) => Number(left.sender_id - right.sender_id));
    for (const envelope of expired) {
      const { envelope_id: envelopeId, coin_type: coinType } = envelope;
      const restBase = envelope.total_base - envelope.claimed_base;
      await trx
        .updateTable("envelope")
        .set({ ...changeStatus("envelope", "envelope.restReturned", { at, cause: "refund" }), refunded_base: restBase })
        .where("envelope_id", "=", envelopeId)
        .execute();
      await postEntries(trx, {
        transactionId: `refund:${envelopeId}`,
        kind: "refund",
        at,
        home: envelopeId,
        entries: [
          { account: ACCOUNTS.envelope(envelopeId), coinType, amountBase: -restBase },
          { account: ACCOUNTS.user(envelope.sender_id, coinType), coinType, amountBase: restBase },
        ],
      });
    }
    return expired.length;
  });
}
