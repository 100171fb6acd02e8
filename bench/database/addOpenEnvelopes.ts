import type pg from "pg";
import { toPassphraseKey } from "#domain/passphrase/toPassphraseKey.ts";
import { hashKeyed } from "#server/crypto/keyed.ts";
import { TEST_SETTINGS } from "#tests/support/testApp.ts";

export const SHARES = 100;
export const PASSPHRASE = "Good fortune";

/**
 * Opens envelopes `<prefix>0` to `<prefix><count - 1>` of person 1 with equal shares and one passphrase, ledger
 * included.
 */
export async function addOpenEnvelopes(client: pg.Client, prefix: string, count: number, at: Date): Promise<void> {
  const [hash] = hashKeyed([TEST_SETTINGS.APP_SECRET], "passphrase.hash", toPassphraseKey(PASSPHRASE));
  await client.query(
    `insert into envelope (envelope_id, sender_id, status, type, coin_type, total_base, count, passphrase_hash,
       passphrase_cipher, order_id, best_base, created_at, opened_at, expires_at)
     select $1::text || n, 1, 'open', 'luckyDraw', 'eth', 1000000000000000000, $3, $4,
       '', 'order', 10000000000000000, $5, $5, $5::timestamptz + interval '1 day'
     from generate_series(0, $2::integer - 1) n`,
    [prefix, count, SHARES, hash, at],
  );
  await client.query(
    `insert into share (envelope_id, slot, amount_base)
     select $1::text || n, slot, 10000000000000000
     from generate_series(0, $2::integer - 1) n, generate_series(1, $3::integer) slot`,
    [prefix, count, SHARES],
  );
  await client.query(
    `insert into ledger_entry (transaction_id, line, kind, account, coin_type, amount_base, created_at, home)
     select 'open:' || $1::text || n, line, 'open', case line when 1 then 'treasury:eth' else 'envelope:' || $1::text || n end,
       'eth', case line when 1 then -1000000000000000000 else 1000000000000000000 end, $3,
       $1::text || n
     from generate_series(0, $2::integer - 1) n, (values (1::smallint), (2::smallint)) as l (line)`,
    [prefix, count, at],
  );
  await client.query(
    `insert into coin_balance as b (coin_type, treasury_base) values ('eth', -1000000000000000000 * $1::numeric)
     on conflict (coin_type) do update set treasury_base = b.treasury_base + excluded.treasury_base`,
    [count],
  );
}
