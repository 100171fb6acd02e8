import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type pg from "pg";
import { canonicalFairness } from "#domain/draw/canonicalFairness.ts";

/** A database of the oldest version that is kept, with rows in every status. */
const DUMP = fileURLToPath(new URL("../../server/db/dumps/0012.sql", import.meta.url));
const FIRST_PERSON = 1_000_000;
const PEOPLE = 1_000;
/** By one person each. */
const CLAIMS = 20;
const SHARE_BASE = 10n ** 15n;
/** Ledger lines of an envelope: its deposit, its opening and the claims. */
const LINES = 4 + 2 * CLAIMS;
const SALT = "01";
const PLACEHOLDER = "@";

/** Turns an empty database into one of that version, and adds finished envelopes until there are so many ledger lines. */
export async function fillOldVersion(client: pg.Client, ledgerLines: number): Promise<void> {
  await client.query("drop schema public cascade; create schema public");
  await client.query(readFileSync(DUMP, "utf8"));
  const total = SHARE_BASE * BigInt(CLAIMS);
  const record = { envelopeId: PLACEHOLDER, salt: SALT, shares: Array.from({ length: CLAIMS }, () => "0.001") };
  const [before = "", after = ""] = canonicalFairness(record).split(PLACEHOLDER);
  await client.query("set session_replication_role = replica");
  await client.query(
    `create temporary table old as
     select 'old-' || n as id, ${FIRST_PERSON} + n % ${PEOPLE} as person, timestamptz '2026-01-01' + n * interval '1 minute' as at,
       1000 + n as position, n from generate_series(1, $1::integer) n`,
    [Math.ceil(ledgerLines / LINES)],
  );
  const statements = [
    `insert into tg_user (tg_user_id, first_name, lang, created_at, updated_at)
     select ${FIRST_PERSON} + n, 'Person ' || n, 'en', '2026-01-01', '2026-01-01' from generate_series(0, ${PEOPLE - 1}) n`,
    `insert into payment_order (order_id, tg_user_id, status, coin_type, amount_base, paid_base, treasury_address, from_address,
       from_address_key, network, created_position, created_at, expires_at, settled_at)
     select id, person, 'paid', 'eth', ${total}, ${total}, '0xT', '0xa', '0xa', 'eip155:31337', position, at, at, at from old`,
    `insert into chain_transfer (coin_type, tx_hash, transfer_index, from_address, from_address_key, amount_base, position,
       block_ref, block_time, seen_at, settled_at, outcome, order_id, tg_user_id)
     select 'eth', id, 0, '0xa', '0xa', ${total}, position, '0xb', at, at, at, 'order', id, person from old`,
    `insert into envelope (envelope_id, sender_id, status, type, coin_type, total_base, count, claimed_count, claimed_base,
       passphrase_hash, passphrase_cipher, order_id, commitment, salt, best_base, created_at, opened_at, expires_at, ended_at,
       ranked_count)
     select id, person, 'finished', 'ordinary', 'eth', ${total}, ${CLAIMS}, ${CLAIMS}, ${total}, sha256(convert_to(id, 'UTF8')), '',
       id, encode(sha256(convert_to($$${before}$$ || id || $$${after}$$, 'UTF8')), 'hex'), '\\x${SALT}', ${SHARE_BASE}, at, at, at,
       at, ${CLAIMS} from old`,
    `insert into share select id, slot, ${SHARE_BASE} from old cross join generate_series(1, ${CLAIMS}) slot`,
    `insert into claim (envelope_id, tg_user_id, slot, claim_id, coin_type, amount_base, claimed_at)
     select id, ${FIRST_PERSON} + (n + slot) % ${PEOPLE}, slot, id || '-' || slot, 'eth', ${SHARE_BASE}, at
     from old cross join generate_series(1, ${CLAIMS}) slot`,
    `insert into ledger_entry (transaction_id, line, kind, account, coin_type, amount_base, created_at)
     select m.id, line, kind, case line when 1 then payer else payee end, 'eth', case line when 1 then -amount else amount end, at
     from old cross join lateral (
       select 'transfer:eth:' || id || ':0', 'deposit', 'treasury:eth', 'order:' || id, ${total}
       union all select 'open:' || id, 'open', 'order:' || id, 'envelope:' || id, ${total}
       union all select 'claim:' || id || '-' || slot, 'claim', 'envelope:' || id,
         'user:' || (${FIRST_PERSON} + (n + slot) % ${PEOPLE}) || ':eth', ${SHARE_BASE} from generate_series(1, ${CLAIMS}) slot
     ) m (id, kind, payer, payee, amount) cross join generate_series(1, 2) line`,
  ];
  for (const statement of statements) await client.query(statement);
  await client.query("set session_replication_role = origin");
  await client.query("vacuum analyze");
}
