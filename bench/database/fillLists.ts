import type pg from "pg";
import { systemRandom } from "#server/random.ts";
import { sealText } from "#server/crypto/keyed.ts";
import { TEST_SETTINGS } from "#tests/support/testApp.ts";
import { addOrder, addPeople, sumTotals } from "./people.ts";

export const CLAIMS_PER_ENVELOPE = 5;
const SENT_PER_PERSON = 10;
const MOST_SAMPLES = 1_000;
/** Random-looking ids, like real ones. */
const ENVELOPE_ID = "substr(md5('envelope' || e), 1, 24)";

/** A person whose lists are read, and one of their envelopes. */
export interface ListSample {
  tgUserId: number;
  envelopeId: string;
}

/**
 * Fills a database with finished envelopes, ten per person and fifty claims by each, and returns people spread over all
 * of them. Omits what lists do not read (shares, ledger). Skips foreign-key checks, so the database's user must be a
 * superuser.
 */
export async function fillLists(client: pg.Client, envelopes: number, at: Date): Promise<ListSample[]> {
  const people = envelopes / SENT_PER_PERSON;
  const step = Math.max(1, Math.floor(people / MOST_SAMPLES));
  const sampled = Array.from({ length: Math.min(people, MOST_SAMPLES) }, (_, index) => 1 + index * step);
  await client.query("set session_replication_role = replica");
  await addPeople(client, people, at, sampled);
  await addOrder(client, at);
  await client.query(
    `insert into envelope (envelope_id, sender_id, status, type, coin_type, total_base, count, claimed_count, claimed_base,
       passphrase_hash, passphrase_cipher, remark, order_id, commitment, best_base, created_at, opened_at, expires_at, ended_at,
       is_summed)
     select ${ENVELOPE_ID}, 1 + e % $2::integer, 'finished', 'luckyDraw', 'eth', 1000000000000000000, $3, $3, 1000000000000000000,
       sha256(convert_to('hash' || e, 'UTF8')), '', 'Good fortune to all of you', 'order', repeat('c', 64), 200000000000000000,
       made, made, made + interval '1 day', made + interval '1 hour', true
     from generate_series(1, $1::integer) e, lateral (select $4::timestamptz - e * interval '1 second' as made) m`,
    [envelopes, people, CLAIMS_PER_ENVELOPE, at],
  );
  await client.query(
    `insert into claim (envelope_id, tg_user_id, slot, number, claim_id, coin_type, amount_base, claimed_at)
     select ${ENVELOPE_ID}, 1 + (e::bigint * $3 + slot) % $2, slot, slot, substr(md5('claim' || e || '-' || slot), 1, 24), 'eth',
       200000000000000000, $4::timestamptz - e * interval '1 second' + slot * interval '1 minute'
     from generate_series(1, $1::integer) e, generate_series(1, $3::integer) slot`,
    [envelopes, people, CLAIMS_PER_ENVELOPE, at],
  );
  await client.query("set session_replication_role = origin");
  await sumTotals(client);
  const { rows } = await client.query<{ tgUserId: string; envelopeId: string }>(
    `select sender_id as "tgUserId", envelope_id as "envelopeId" from envelope where sender_id = any ($1)`,
    [sampled],
  );
  // A sender's list decrypts the passphrase of each envelope.
  const ciphers = rows.map(({ envelopeId }) =>
    sealText([TEST_SETTINGS.APP_SECRET], "passphrase.seal", envelopeId, "Good fortune", systemRandom),
  );
  await client.query(
    `update envelope set passphrase_cipher = c.cipher
     from unnest($1::text[], $2::bytea[]) as c (id, cipher) where envelope_id = c.id`,
    [rows.map(({ envelopeId }) => envelopeId), ciphers],
  );
  await client.query("vacuum analyze");
  const envelopeOf = new Map(rows.map(({ tgUserId, envelopeId }) => [Number(tgUserId), envelopeId]));
  return [...envelopeOf].map(([tgUserId, envelopeId]) => ({ tgUserId, envelopeId }));
}
