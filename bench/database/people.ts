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
