import type pg from "pg";
import { addPeople } from "./people.ts";

const PEOPLE = 100;
const CLAIMS_PER_ENVELOPE = 18;
/** Ledger lines of a paid order: its deposit, its opening and the claims. */
const LINES_PER_ORDER = 4 + 2 * CLAIMS_PER_ENVELOPE;
/** The newest of each, so that what is under way is the same however long the history. */
const MOST_OPEN = 50;
const HELD = 10;
const STRAY = 20;
const ORDERS_PER_PAYOUT = 5;
/** One in this many orders is cancelled. */
const CANCELLED_EVERY = 10;
const TOTAL_BASE = 18_000;
const PAYOUT_BASE = 1_000;

export interface History {
  months: number;
  ordersPerMonth: number;
}

export function describeHistory({ months, ordersPerMonth }: History): string {
  const lines = months * ordersPerMonth * LINES_PER_ORDER;
  return `${months} months, some ${lines.toLocaleString("en")} ledger lines`;
}

/**
 * Fills a database with so many months of orders, each of one envelope, with payouts, alarms and what operators did. Omits
 * what nothing here reads (shares, claims). Skips foreign-key checks, so the database's user must be a superuser.
 */
export async function fillHistory(client: pg.Client, { months, ordersPerMonth }: History, at: Date): Promise<void> {
  const orders = months * ordersPerMonth;
  const open = Math.min(MOST_OPEN, Math.floor(ordersPerMonth / 2));
  const month = `interval '30 days' / ${ordersPerMonth}`;
  await client.query("set session_replication_role = replica");
  await addPeople(client, PEOPLE, at);
  // The newest is the first; it lies at the highest position.
  await client.query(
    `insert into payment_order (order_id, tg_user_id, status, coin_type, amount_base, paid_base, treasury_address,
       from_address, from_address_key, network, envelope_ids, is_counted, created_position, created_at, expires_at, settled_at)
     select 'order-' || n, person, status, 'eth', ${TOTAL_BASE}, case status when 'paid' then ${TOTAL_BASE} else 0 end, '0x0',
       '0xpayer' || person, '0xpayer' || person, 'bench', array['envelope-' || n], true, $1::integer - n, made,
       made + interval '1 hour', made + interval '10 minutes'
     from generate_series(1, $1::integer) n cross join lateral (
       select $2::timestamptz - n * ${month} as made, 1 + n % ${PEOPLE} as person,
         case when n % ${CANCELLED_EVERY} = 0 then 'cancelled' else 'paid' end as status) o`,
    [orders, at],
  );
  await client.query(
    `insert into envelope (envelope_id, sender_id, status, type, coin_type, total_base, count, claimed_count, claimed_base,
       passphrase_hash, passphrase_cipher, order_id, commitment, best_base, created_at, opened_at, expires_at, ended_at,
       is_summed)
     select 'envelope-' || n, tg_user_id, state, 'luckyDraw', 'eth', ${TOTAL_BASE}, ${CLAIMS_PER_ENVELOPE},
       case state when 'finished' then ${CLAIMS_PER_ENVELOPE} else 0 end, case state when 'finished' then ${TOTAL_BASE} else 0 end,
       sha256(convert_to(order_id, 'UTF8')), '', order_id, repeat('c', 64), 1000, created_at,
       case state when 'cancelled' then null else settled_at end, $2::timestamptz + interval '1 day',
       case state when 'open' then null else settled_at end, state <> 'open'
     from payment_order cross join lateral (select split_part(order_id, '-', 2)::integer as n) i cross join lateral (
       select case when status = 'cancelled' then status when n <= $1 then 'open' else 'finished' end as state) s`,
    [open, at],
  );
  await client.query(
    `insert into chain_transfer (coin_type, tx_hash, transfer_index, from_address, from_address_key, amount_base, position,
       block_ref, block_time, seen_at, settled_at, outcome, order_id, tg_user_id)
     select 'eth', '0x' || order_id, 0, from_address, from_address, amount_base, created_position, '0xb', settled_at,
       settled_at, settled_at, 'order', order_id, tg_user_id
     from payment_order where status = 'paid'
     union all
     select 'eth', '0xstray-' || n, 0, '0xstray', '0xstray', 1, 1, '0xb', $1, $1, $1, 'unmatched', null, null
     from generate_series(1, ${STRAY}) n`,
    [at],
  );
  await client.query(
    "insert into payment_report select 'eth', '0x' || order_id, order_id, created_at from payment_order where status = 'paid'",
  );
  await fillPayouts(client, Math.floor(orders / ORDERS_PER_PAYOUT), at);
  await fillLedger(client, open);
  await client.query("set session_replication_role = origin");
  await sumUp(client);
  await client.query("vacuum analyze");
}

/** With an alarm and an operator's action for each tenth. */
async function fillPayouts(client: pg.Client, payouts: number, at: Date): Promise<void> {
  await client.query(
    `insert into payout (payout_id, tg_user_id, coin_type, status, gross_base, fee_base, fee_cap_base, to_address,
       to_address_key, network, held_reason, created_at, signed_at, tx_hash, position, spent_base, settled_at)
     select 'payout-' || n, 1 + n % ${PEOPLE}, 'eth', case when is_held then 'held' else 'paid' end, ${PAYOUT_BASE}, 20, 20,
       '0xp', '0xp', 'bench', case when is_held then 'treasury' end, made, case when not is_held then made end,
       case when not is_held then '0xpayout-' || n end, case when not is_held then $1::integer - n end,
       case when not is_held then ${PAYOUT_BASE} - 10 end, case when not is_held then made end
     from generate_series(1, $1::integer) n cross join lateral (
       select n <= ${HELD} as is_held, $2::timestamptz - n * interval '6 hours' as made) p`,
    [payouts, at],
  );
  await client.query(
    `insert into payout_attempt (payout_id, attempt, coin_type, sender_key, sequence, tx_hash, raw, max_fee_base, signed_at,
       signed_position)
     select payout_id, 1, 'eth', '0xt', position, tx_hash, '', 20, signed_at, position
     from payout where status = 'paid'`,
  );
  await client.query(
    "insert into payout_sequence select 'eth', '0xt', position, payout_id, null from payout where status = 'paid'",
  );
  await client.query(
    `insert into alarm (alarm_id, kind, subject, details, raised_at, cleared_at)
     select 'alarm-' || n, 'watcherBehind', 'eth', 'it was behind', raised, raised
     from generate_series(1, $1::integer / 10) n cross join lateral (
       select $2::timestamptz - n * interval '60 hours' as raised) r`,
    [payouts, at],
  );
  await client.query(
    `insert into operator_action (transaction_id, kind, operator, reason, subject, created_at)
     select 'release:' || n, 'releasePayout', 'op', 'asked', 'payout-' || n, $2::timestamptz - n * interval '60 hours'
     from generate_series(1, $1::integer / 10) n`,
    [payouts, at],
  );
}

async function fillLedger(client: pg.Client, open: number): Promise<void> {
  const movements = [
    `select 'transfer:eth:0x' || order_id || ':0', 'deposit', 'treasury:eth', 'order:' || order_id, ${TOTAL_BASE}, settled_at,
       'transfer:eth:0x' || order_id || ':0' from payment_order where status = 'paid'`,
    `select 'open:' || envelope_id, 'open', 'order:' || order_id, 'envelope:' || envelope_id, ${TOTAL_BASE}, opened_at,
       envelope_id from envelope where opened_at is not null`,
    `select 'claim:' || envelope_id || '-' || slot, 'claim', 'envelope:' || envelope_id,
       'user:' || (1 + (n * ${CLAIMS_PER_ENVELOPE} + slot) % ${PEOPLE}) || ':eth', ${TOTAL_BASE / CLAIMS_PER_ENVELOPE}, ended_at,
       envelope_id
     from envelope cross join generate_series(1, ${CLAIMS_PER_ENVELOPE}) slot
       cross join lateral (select split_part(envelope_id, '-', 2)::integer as n) i
     where status = 'finished' and n > ${open}`,
    `select 'transfer:eth:0xstray-' || n || ':0', 'deposit', 'treasury:eth', 'unmatched:eth', 1, now(),
       'transfer:eth:0xstray-' || n || ':0' from generate_series(1, ${STRAY}) n`,
    `select 'payout:' || payout_id, 'payout', 'user:' || tg_user_id || ':eth', 'payout:' || payout_id, gross_base, created_at,
       'payout:' || payout_id from payout`,
    `select 'payoutPaid:' || payout_id, 'payoutPaid', 'payout:' || payout_id, 'treasury:eth', spent_base, settled_at,
       'payoutPaid:' || payout_id from payout where status = 'paid'`,
    `select 'payoutFee:' || payout_id, 'payoutPaid', 'payout:' || payout_id, 'fees:eth', gross_base - spent_base, settled_at,
       'payoutFee:' || payout_id from payout where status = 'paid'`,
  ];
  for (const movement of movements) {
    await client.query(
      `insert into ledger_entry (transaction_id, line, kind, account, coin_type, amount_base, created_at, home)
       select id, line, kind, case line when 1 then payer else payee end, 'eth',
         case line when 1 then -amount else amount end, at, home
       from (${movement}) m (id, kind, payer, payee, amount, at, home) cross join generate_series(1, 2) line`,
    );
  }
}

/** What the product keeps beside the rows. */
async function sumUp(client: pg.Client): Promise<void> {
  await client.query(
    `insert into account_total (tg_user_id, coin_type, balance_base, entry_count)
     select holder_of(account), coin_type, sum(amount_base), count(*)
     from ledger_entry where holder_of(account) is not null group by 1, 2`,
  );
  await client.query(
    `insert into ended_count (chart, status, count)
     select 'envelope', status, count(*) from envelope where is_summed group by status
     union all
     select 'order', status, count(*) from payment_order where is_counted group by status`,
  );
}
