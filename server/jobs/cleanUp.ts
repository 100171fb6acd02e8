import { type RawBuilder, sql } from "kysely";
import { COIN_TYPES, COINS } from "#domain/coins.ts";
import type { App } from "../app.ts";
import { DEPARTURE_KEPT_MS } from "#server/accounts/departures.ts";
import type { LetterQueue } from "#server/db/schema.ts";
import { hasUnownedFrom } from "#server/db/selectTold.ts";
import type { Job } from "#server/job.ts";
import { listLongLimits } from "#server/limits/limits.ts";
import { forgetOrders } from "#server/orders/forgetOrders.ts";
import { workOnDue } from "#server/outbox/failedWork.ts";

const HOUR_MS = 3_600_000;
/** How long used payment codes are kept, and letters that say nothing any more. */
const KEPT_MS = 24 * HOUR_MS;
/** How long letters are kept after they were delivered or given up. */
const MESSAGES_KEPT_MS = 30 * 24 * HOUR_MS;
const LETTERS_KEPT_MS = {
  notification: MESSAGES_KEPT_MS,
  inline_message: MESSAGES_KEPT_MS,
  alarm_message: MESSAGES_KEPT_MS,
  bot_answer: KEPT_MS,
  bot_update: KEPT_MS,
} as const satisfies Record<LetterQueue, number>;
/** How long a wallet is kept after it was unbound. */
const WALLETS_KEPT_MS = 30 * 24 * HOUR_MS;
/** How long a status history is kept after its end. */
const HISTORY_KEPT_MS = 90 * 24 * HOUR_MS;
/** How long the roots of draws stay published. */
const ROOTS_KEPT_MS = 366 * 24 * HOUR_MS;
/** Longer than an attempt or its lock counts, but for those of a day. */
const ATTEMPT_KEPT_MS = HOUR_MS;
const LONG_ATTEMPT_KEPT_MS = 24 * HOUR_MS;
/** Rows per statement, few enough not to block other queries for long. */
const BATCH = 1_000;

/**
 * Statements that each delete at most `BATCH` rows. Where a row may come into use again meanwhile, the condition is
 * repeated outside the subquery: it is checked again once the row is locked.
 */
function listDeletions(now: Date): Readonly<Record<string, RawBuilder<unknown>>> {
  const keptSince = new Date(now.getTime() - KEPT_MS);
  const messagesSince = new Date(now.getTime() - MESSAGES_KEPT_MS);
  const lettersSince = Object.values(LETTERS_KEPT_MS).map((keptMs) => new Date(now.getTime() - keptMs));
  const walletsSince = new Date(now.getTime() - WALLETS_KEPT_MS);
  const historiesSince = new Date(now.getTime() - HISTORY_KEPT_MS);
  const rootsSince = new Date(now.getTime() - ROOTS_KEPT_MS);
  const departuresSince = new Date(now.getTime() - DEPARTURE_KEPT_MS);
  const attemptsSince = sql`case when split_part(scope, ':', 1) = any (${listLongLimits()}::text[])
    then ${new Date(now.getTime() - LONG_ATTEMPT_KEPT_MS)}::timestamptz
    else ${new Date(now.getTime() - ATTEMPT_KEPT_MS)}::timestamptz end`;
  // The page of a used code needs it until its orders have ended.
  const oldCodes = sql`
    select c.code_hash from payment_code c
    where c.expires_at <= ${keptSince} and not exists (
      select from payment_code_order s join payment_order o on o.order_id = s.order_id
      where s.code_hash = c.code_hash and (o.settled_at is null or o.settled_at > ${keptSince})
    ) order by c.expires_at limit ${BATCH}`;
  const coinTypes = [...COIN_TYPES];
  const walletTypes = COIN_TYPES.map((coinType) => COINS[coinType].walletType);
  // What arrived while it was bound and is nobody's yet goes to no other person by itself. That a wallet of the type was
  // proven is known by the last one that was.
  const oldWallets = sql`
    select w.wallet_id from wallet w
    where w.unbound_at <= ${walletsSince}
      and not exists (
        select from unnest(${coinTypes}::text[], ${walletTypes}::text[]) as c (coin_type, wallet_type)
        where c.wallet_type = w.type and ${hasUnownedFrom(sql.ref("w.address_key"), sql.ref("c.coin_type"))})
      and (w.proven_at is null or exists (
        select from wallet later
        where later.tg_user_id = w.tg_user_id and later.type = w.type
          and (later.proven_at, later.wallet_id) > (w.proven_at, w.wallet_id)))
      and not exists (select from payment_code p where p.proven_wallet_id = w.wallet_id)
    order by w.unbound_at limit ${BATCH}`;
  const isOldAttempt = sql`coalesce(locked_until <= ${attemptsSince}, true) and not ${attemptsSince} < any (counted_at)`;
  return {
    idempotency_key: sql`delete from idempotency_key where (tg_user_id, authority, operation, key) in (
      select tg_user_id, authority, operation, key from idempotency_key where expires_at <= ${now}
      order by expires_at limit ${BATCH}) and expires_at <= ${now}`,
    wallet_challenge: sql`delete from wallet_challenge where challenge_id in (
      select challenge_id from wallet_challenge where expires_at <= ${now} order by expires_at limit ${BATCH})`,
    handoff_code: sql`delete from handoff_code where code_hash in (
      select code_hash from handoff_code where expires_at <= ${now} order by expires_at limit ${BATCH})`,
    payout_quote: sql`delete from payout_quote where quote_id in (
      select quote_id from payout_quote where expires_at <= ${now} order by expires_at limit ${BATCH})`,
    verification_code: sql`delete from verification_code where code_id in (
      select code_id from verification_code where expires_at <= ${now} order by expires_at limit ${BATCH})`,
    payment_code: sql`with old as materialized (${oldCodes}),
      shown as (delete from payment_code_order where code_hash in (select code_hash from old))
      delete from payment_code where code_hash in (select code_hash from old)`,
    // Skips what is counted just now: that may count for others too, whose rows this deletes, and would wait for them.
    attempt: sql`delete from attempt where scope in (
      select scope from attempt where ${isOldAttempt} limit ${BATCH} for update skip locked) and ${isOldAttempt}`,
    session: sql`delete from session where session_id in (
      select session_id from session where last_possible_at <= ${now} order by last_possible_at limit ${BATCH})`,
    past_payer: sql`delete from past_payer where (coin_type, address_key, tg_user_id) in (
      select coin_type, address_key, tg_user_id from past_payer p
      where not ${hasUnownedFrom(sql.ref("p.address_key"), sql.ref("p.coin_type"))}
      limit ${BATCH})`,
    departed_person: sql`delete from departed_person where (tg_user_id, deleted_at) in (
      select tg_user_id, deleted_at from departed_person where deleted_at <= ${departuresSince} limit ${BATCH})`,
    wallet: sql`delete from wallet where wallet_id in (${oldWallets})`,
    // Neither an update that is carried out nor a greeting says anything any more. Nobody waits for an update for so long.
    letter: sql`delete from letter where (queue, letter_id) in (
      select queue, letter_id from letter
      join unnest(${Object.keys(LETTERS_KEPT_MS)}::text[], ${lettersSince}::timestamptz[]) as kept (queue, since) using (queue)
      where (sent_at is not null or failed_at is not null) and coalesce(sent_at, failed_at) <= since
        and (last_error is null or coalesce(sent_at, failed_at) <= ${messagesSince})
      union all
      select queue, letter_id from letter
      where queue = 'bot_update' and sent_at is null and failed_at is null and created_at <= ${messagesSince}
      limit ${BATCH}) and coalesce(sent_at, failed_at, created_at) <= ${keptSince}`,
    // Whole lives alone, so more rows than the batch has lives. The auditor reads until when they may be gone.
    status_history: sql`with over as materialized (
        select chart, id from status_history where is_end and at <= ${historiesSince} order by at limit ${BATCH}),
      noted as (
        insert into job_state (name, value) select 'historyDeletedUntil', ${historiesSince.toISOString()}
        where exists (select from over) on conflict (name) do update set value = excluded.value)
      delete from status_history where (chart, id) in (select chart, id from over)`,
    spending_block: sql`delete from spending_block where (tg_user_id, coin_type, cause) in (
      select tg_user_id, coin_type, cause from spending_block where until <= ${now} limit ${BATCH}) and until <= ${now}`,
    draw_root: sql`delete from draw_root where round in (
      select round from draw_root where made_at <= ${rootsSince} order by made_at limit ${BATCH})`,
    // Who works on it has not met it for a day: it is over.
    failed_work: sql`delete from failed_work where (job, item) in (
      select job, item from failed_work where due_at <= ${keptSince} limit ${BATCH})
      and due_at <= ${keptSince}`,
  };
}

/**
 * Deletes rows that are no longer needed, in batches; a table where that fails holds up no other. Money, claims, and orders
 * and envelopes that were paid are kept for ever.
 */
export const cleanUp: Job = {
  name: "cleanUp",
  intervalMs: HOUR_MS,
  async run(app, signal) {
    const now = await app.clockGuard.readTrustedTime();
    if (now === null) return;
    for (const [table, deletion] of Object.entries(listDeletions(now))) {
      await workOnDue(app, "cleanUp", table, () => repeat(app, deletion, signal));
    }
    await workOnDue(app, "cleanUp", "payment_order", async () => {
      while (!signal.aborted && (await forgetOrders(app, now)));
    });
  },
};

async function repeat(app: App, deletion: RawBuilder<unknown>, signal: AbortSignal): Promise<void> {
  let deleted = BATCH;
  while (deleted >= BATCH && !signal.aborted) {
    const { numAffectedRows = 0n } = await deletion.execute(app.database.kysely);
    deleted = Number(numAffectedRows);
  }
}
