import type pg from "pg";
import { systemRandom } from "#server/random.ts";
import { sealText } from "#server/crypto/keyed.ts";
import { TEST_SETTINGS } from "#tests/support/testApp.ts";
import { addOrder, addPeople, sumTotals } from "./people.ts";

/** People per size, since the limit of calls is per person. */
const PEOPLE_PER_SIZE = 4;
/** One in this many envelopes is never claimed, so that filters have a rare match. */
const UNCLAIMED_EVERY = 1_000;

/** A person whose records are read, and one of their envelopes. */
export interface RecordsSample {
  tgUserId: number;
  envelopeId: string;
}

/**
 * Fills a database with people who have these numbers of records, half sent and half claimed, and returns them by size.
 * Skips foreign-key checks, so the database's user must be a superuser.
 */
export async function fillRecords(
  client: pg.Client,
  sizes: readonly number[],
  at: Date,
): Promise<readonly (readonly RecordsSample[])[]> {
  const groups = sizes.map((records, group) =>
    Array.from({ length: PEOPLE_PER_SIZE }, (_, index) => ({
      tgUserId: 1 + group * PEOPLE_PER_SIZE + index,
      half: records / 2,
    })),
  );
  const people = groups.flat();
  const other = people.length + 1;
  await client.query("set session_replication_role = replica");
  await addPeople(client, other, at);
  await addOrder(client, at);
  // Each person's newest envelope is `own-<person>-1`; one sender sent all that they claimed.
  await client.query(
    `insert into envelope (envelope_id, sender_id, status, type, coin_type, total_base, count, claimed_count, claimed_base,
       refunded_base, passphrase_hash, passphrase_cipher, remark, order_id, commitment, best_base, created_at, opened_at,
       expires_at, ended_at, is_summed)
     select side.prefix || p.id || '-' || n, case side.prefix when 'own-' then p.id else $3 end,
       case when is_unclaimed then 'refunded' else 'finished' end, 'luckyDraw', 'eth', 1000, 1,
       case when is_unclaimed then 0 else 1 end, case when is_unclaimed then 0 else 1000 end,
       case when is_unclaimed then 1000 else 0 end, sha256(convert_to(p.id || '-' || n, 'UTF8')), '',
       'Good fortune to all of you', 'order', repeat('c', 64), 1000, made, made, made + interval '1 day',
       made + interval '1 hour', true
     from unnest($1::integer[], $2::integer[]) p (id, half)
     cross join (values ('own-'), ('for-')) side (prefix)
     cross join lateral generate_series(1, p.half) n
     cross join lateral (
       select $4::timestamptz - n * interval '1 second' as made, side.prefix = 'own-' and n % $5 = 0 as is_unclaimed
     ) m`,
    [people.map(({ tgUserId }) => tgUserId), people.map(({ half }) => half), other, at, UNCLAIMED_EVERY],
  );
  await client.query(
    `insert into claim (envelope_id, tg_user_id, slot, number, claim_id, coin_type, amount_base, claimed_at)
     select envelope_id, case when envelope_id like 'for-%' then split_part(envelope_id, '-', 2)::bigint else $1 end, 1, 1,
       'claim-' || envelope_id, coin_type, total_base, created_at + interval '1 minute'
     from envelope where claimed_count = 1`,
    [other],
  );
  await client.query("set session_replication_role = origin");
  await sumTotals(client);
  await sealPassphrases(
    client,
    people.map(({ tgUserId }) => tgUserId),
  );
  await client.query("vacuum analyze");
  return groups.map((group) => group.map(({ tgUserId }) => ({ tgUserId, envelopeId: `own-${tgUserId}-1` })));
}

/** A sender's list decrypts the passphrase of each envelope that it shows. */
async function sealPassphrases(client: pg.Client, people: readonly number[]): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `select e.envelope_id as id from unnest($1::bigint[]) p (id) cross join lateral (
       (select envelope_id from envelope where sender_id = p.id order by created_at desc limit 100)
       union
       (select envelope_id from envelope where sender_id = p.id and claimed_count = 0 order by created_at desc limit 100)
     ) e`,
    [people],
  );
  const ciphers = rows.map(({ id }) =>
    sealText([TEST_SETTINGS.APP_SECRET], "passphrase.seal", id, "Good fortune", systemRandom),
  );
  await client.query(
    `update envelope set passphrase_cipher = c.cipher
     from unnest($1::text[], $2::bytea[]) as c (id, cipher) where envelope_id = c.id`,
    [rows.map(({ id }) => id), ciphers],
  );
}
