import { setTimeout as wait } from "node:timers/promises";
import type { Database } from "#server/db/database.ts";
import { LIFETIMES_S } from "./world/hostileWorld.ts";

/** Once nothing fails any more, everything ends so soon after its own lifetime. */
const LIVENESS_MS = (LIFETIMES_S.ORDER_TTL_S + LIFETIMES_S.ENVELOPE_TTL_S + LIFETIMES_S.ORDER_GRACE_S + 60) * 1_000;
const LOOK_EVERY_MS = 500;

/**
 * What has not come to its end yet. A clock that was ahead may have put off the end of an order, or the next try of a message
 * and so of its person's others: what is due in more than three minutes is left out.
 */
const OPEN = `
  select 'order ' || order_id || ' is ' || status as what from payment_order
    where (status not in ('paid', 'cancelled', 'expired') or is_opening_due) and expires_at < now() + interval '3 minutes'
  union all
  select 'envelope ' || envelope_id || ' is ' || e.status from envelope e join payment_order o using (order_id)
    where e.status in ('awaitingPayment', 'open', 'expired')
      and coalesce(e.expires_at, o.expires_at) < now() + interval '3 minutes'
  union all
  select format('payout %s of %s %s is %s%s, signed %s times', payout_id, gross_base, coin_type, status,
      ': ' || held_reason, (select count(*) from payout_attempt a where a.payout_id = p.payout_id)) from payout p
    where status not in ('paid', 'cancelled', 'returned')
  union all
  select 'transfer ' || coin_type || ' ' || tx_hash || ' is not settled' from chain_transfer where settled_at is null
  union all
  select 'message ' || kind || ' waits: ' || coalesce(last_error, 'never tried') from letter n
    where queue = 'notification' and sent_at is null and failed_at is null and not exists (
      select from letter before where before.tg_user_id = n.tg_user_id and before.sent_at is null
        and before.failed_at is null and before.due_at >= now() + interval '3 minutes')
  union all
  select 'post ' || envelope_id || ' waits' from group_post
    where is_stale and failed_at is null and due_at < now() + interval '3 minutes'
  union all
  select 'money of ' || name || ' is missing' from job_state where name like 'payoutsStopped:%'
  union all
  select 'update ' || letter_id || ' waits' from letter
    where queue = 'bot_update' and sent_at is null and failed_at is null`;

/** Ends that are none: money that is nobody's though its payer is known, and messages that could have been delivered. */
const LOST = `
  select 'money of nobody: ' || kind || ' ' || transaction_id || ' ' || amount_base as what
    from ledger_entry where kind = 'surplus' and amount_base > 0
  union all
  select 'unmatched: ' || coin_type || ' ' || tx_hash from chain_transfer where outcome = 'unmatched'
  union all
  select 'message ' || kind || ' was given up: ' || last_error from letter
    where queue = 'notification' and failed_at is not null and last_error !~ 'Forbidden|not found'`;

/** Answers what has been lost. */
export async function findLost(database: Database): Promise<string[]> {
  const { rows } = await database.pool.query<{ what: string }>(LOST);
  return rows.map(({ what }) => what);
}

/** Answers what has not ended in time; empty where everything has. */
export async function waitForEnds(database: Database): Promise<string[]> {
  const deadline = performance.now() + LIVENESS_MS;
  for (;;) {
    const { rows } = await database.pool.query<{ what: string }>(OPEN);
    if (rows.length === 0 || performance.now() > deadline) return rows.map(({ what }) => what);
    await wait(LOOK_EVERY_MS);
  }
}
