import { type RawBuilder, sql } from "kysely";
import { COINS } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/amount.ts";
import type { App } from "#server/app.ts";
import { changeStatus, type StatusCause } from "#server/db/changeStatus.ts";
import { ACCOUNTS } from "#server/ledger/accounts.ts";
import { postEntries } from "#server/ledger/postEntries.ts";
import { queueNews } from "#server/messenger/queueNotification.ts";
import { transact } from "#server/db/transact.ts";
import type { Job } from "#server/job.ts";
import { isDue, workOnDue } from "#server/outbox/failedWork.ts";
import { selectInTurns } from "#server/outbox/inTurns.ts";

/** Whether no draw of an envelope waits for its round: until then its shares are neither anybody's nor its sender's. */
const IS_SETTLED = sql<boolean>`not exists (
  select from draw_window d where d.envelope_id = envelope.envelope_id and d.settled_at is null)`;

/** Ends an envelope, if it is open still, no draw waits and the condition holds. */
export function endOpen(
  { database }: Pick<App, "database">,
  envelopeId: string,
  change: ReturnType<typeof changeStatus<"envelope">>,
  condition: RawBuilder<boolean>,
): Promise<void> {
  return transact(database.kysely, async (trx) => {
    await trx
      .updateTable("envelope")
      .set({ ...change, ended_at: sql`coalesce(ended_at, ${change.changed_at})` })
      .where("envelope_id", "=", envelopeId)
      .where("status", "=", "open")
      .where(IS_SETTLED)
      .where(condition)
      .execute();
    await trx.updateTable("group_post").set({ is_stale: true }).where("envelope_id", "=", envelopeId).execute();
  });
}

/** Returns the rest of an expired envelope to its sender's balance, once, and tells them. What is not expired it leaves alone. */
export function refundExpired(
  app: Pick<App, "database" | "clock" | "random">,
  envelopeId: string,
  cause: StatusCause,
): Promise<void> {
  const at = app.clock.now();
  return transact(app.database.kysely, async (trx) => {
    const envelope = await trx
      .selectFrom("envelope")
      .select(["sender_id", "coin_type", "total_base", "claimed_base", "count", "claimed_count"])
      .where("envelope_id", "=", envelopeId)
      .where("status", "=", "expired")
      .forUpdate()
      .executeTakeFirst();
    if (envelope === undefined) return;
    const { coin_type: coinType, sender_id: tgUserId } = envelope;
    const restBase = envelope.total_base - envelope.claimed_base;
    await trx
      .updateTable("envelope")
      .set({ ...changeStatus("envelope", "envelope.restReturned", { at, cause }), refunded_base: restBase })
      .where("envelope_id", "=", envelopeId)
      .execute();
    await postEntries(trx, {
      transactionId: `refund:${envelopeId}`,
      kind: "refund",
      at,
      home: envelopeId,
      entries: [
        { account: ACCOUNTS.envelope(envelopeId), coinType, amountBase: -restBase },
        { account: ACCOUNTS.user(tgUserId, coinType), coinType, amountBase: restBase },
      ],
    });
    const amount = formatAmount(restBase, COINS[coinType].baseDecimals);
    const shares = { left: String(envelope.count - envelope.claimed_count), count: String(envelope.count) };
    await queueNews(trx, app, {
      about: envelopeId,
      tgUserId,
      kind: "refunded",
      params: { envelopeId, amount, coinType, ...shares },
    });
  });
}

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
    const passed = changeStatus("envelope", "envelope.timePassed", { at, cause: "refund" });
    await workOff(
      () => selectDue(app, sql`status = 'open' and ended_at is null and expires_at <= ${at} and ${IS_SETTLED}`),
      (id) => endOpen(app, id, passed, sql`expires_at <= ${at}`),
    );
    // Its sender has ended it while a draw waited.
    const closed = changeStatus("envelope", "envelope.closed", { at, cause: "refund" });
    await workOff(
      () => selectDue(app, sql`status = 'open' and ended_at is not null and ${IS_SETTLED}`),
      (id) => endOpen(app, id, closed, sql`ended_at is not null`),
    );
    await workOff(
      () => selectDue(app, sql`status = 'expired'`),
      (id) => refundExpired(app, id, "refund"),
    );

    async function workOff(select: () => Promise<string[]>, perform: (id: string) => Promise<void>): Promise<void> {
      let due: string[];
      do {
        due = await select();
        for (const id of due) await workOnDue(app, "refund", id, () => perform(id));
      } while (due.length === BATCH && !signal.aborted);
    }
  },
};

async function hasDue({ database, clock }: App): Promise<boolean> {
  const { rows } = await sql`
    (select 1 from envelope where status = 'open' and (expires_at <= ${clock.now()} or ended_at is not null) limit 1)
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
