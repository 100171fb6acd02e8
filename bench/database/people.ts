import type pg from "pg";

/** The bearer of a person from `addPeople`. */
export function tokenOf(tgUserId: number): string {
  return `bench-${tgUserId}`;
}

/** Adds people 1 to `count`, with a session for each of `loggedIn`. */
export async function addPeople(
  client: pg.Client,
  count: number,
  at: Date,
  loggedIn?: readonly number[],
): Promise<void> {
  await client.query(
    `insert into tg_user (tg_user_id, first_name, lang, created_at, updated_at)
     select n, 'Person ' || n, 'en', $2, $2 from generate_series(1, $1::integer) n`,
    [count, at],
  );
  await client.query(
    `insert into session (session_id, token_hash, tg_user_id, created_at, expires_at, last_possible_at)
     select 'session-' || n, sha256(convert_to('bench-' || n, 'UTF8')), n, $2,
       $2::timestamptz + interval '7 days', $2::timestamptz + interval '30 days'
     from generate_series(1, $1::integer) n where $3::integer[] is null or n = any ($3)`,
    [count, at, loggedIn ?? null],
  );
}

/** Adds the one paid order of all envelopes. */
export async function addOrder(client: pg.Client, at: Date): Promise<void> {
  await client.query(
    `insert into payment_order
       (order_id, tg_user_id, status, coin_type, amount_base, paid_base, treasury_address, network, created_at, expires_at)
     values ('order', 1, 'paid', 'eth', 1, 1, '0x0', 'bench', $1, $1)`,
    [at],
  );
}

/** Stores people's totals of ended envelopes and claims that were inserted without the product. */
export async function sumTotals(client: pg.Client): Promise<void> {
  await client.query(
    `insert into account_total (tg_user_id, coin_type, claim_count, claimed_base, sent_base, paid_out_base,
       not_received_count, received_count)
     select tg_user_id, coin_type, sum(claims), sum(claimed), sum(sent), sum(paid_out), sum(not_received), sum(received)
     from (
       select tg_user_id, coin_type, count(*) as claims, sum(amount_base) as claimed, 0 as sent, 0 as paid_out,
         0 as not_received, 0 as received
       from claim group by 1, 2
       union all
       select sender_id, coin_type, 0, 0, sum(total_base - refunded_base), sum(claimed_base),
         count(*) filter (where claimed_count = 0), count(*) filter (where claimed_count = count)
       from envelope where is_summed group by 1, 2
     ) sums
     group by 1, 2`,
  );
}
