import { type Kysely, type RawBuilder, sql } from "kysely";
import { toLanguage } from "#domain/language/toLanguage.ts";
import type { Schema } from "#server/db/schema.ts";
import { FREEZE_SCOPES } from "#server/limits/freezes.ts";
import { tellPlain } from "#server/messenger/botText.ts";
import { noteDeparture } from "./departures.ts";

interface Person {
  tgUserId: bigint;
  /** Takes the person's place in rows of money. */
  pseudonym: bigint;
  at: Date;
}

/**
 * Deletes what tells who a person is, in the caller's transaction. Rows that money rests on stay, under the pseudonym;
 * counters against guessing stay under the number until `cleanUp` deletes them, or deleting would reset them.
 */
export async function forgetPerson(trx: Kysely<Schema>, person: Person): Promise<void> {
  await insertPseudonym(trx, person);
  await noteDeparture(person).execute(trx);
  for (const statement of [...listRenamings(person), ...listDeletions(person)]) await statement.execute(trx);
}

/** In the language that the person's posts are written in. */
async function insertPseudonym(trx: Kysely<Schema>, { tgUserId, pseudonym, at }: Person): Promise<void> {
  const { lang } = await trx
    .selectFrom("tg_user")
    .select("lang")
    .where("tg_user_id", "=", tgUserId)
    .executeTakeFirstOrThrow();
  await trx
    .insertInto("tg_user")
    .values({
      tg_user_id: pseudonym,
      first_name: tellPlain(toLanguage(lang), "deletedAccount"),
      lang,
      hides_from_ranking: true,
      allows_notifications: false,
      created_at: at,
      updated_at: at,
    })
    .execute();
}

/** Messages that name the person are written anew, once the names have changed. */
function listRenamings({ tgUserId, pseudonym, at }: Person): RawBuilder<unknown>[] {
  const rename = (table: string, column = "tg_user_id") =>
    sql`update ${sql.table(table)} set ${sql.ref(column)} = ${pseudonym} where ${sql.ref(column)} = ${tgUserId}`;
  return [
    sql`update group_post set is_stale = true, posted_text = null, next_attempt_at = ${at}, attempts = 0
      where message_id is not null and failed_at is null and (
        envelope_id in (select envelope_id from envelope where sender_id = ${tgUserId})
        or envelope_id in (select envelope_id from claim where tg_user_id = ${tgUserId}))`,
    sql`update inline_message set sent_at = null, next_attempt_at = ${at}, attempts = 0
      where failed_at is null and envelope_id in (select envelope_id from envelope where sender_id = ${tgUserId})`,
    sql`update envelope set sender_id = ${pseudonym}, remark = '', passphrase_cipher = case when passphrase_cipher is not null then ''::bytea end
      where sender_id = ${tgUserId}`,
    rename("claim"),
    sql`delete from payment_report where order_id in (select order_id from payment_order where tg_user_id = ${tgUserId})`,
    sql`delete from handoff_code where order_id in (select order_id from payment_order where tg_user_id = ${tgUserId})`,
    // What is sent to an old order later is for whoever proves the sender.
    sql`update payment_order set tg_user_id = ${pseudonym}, from_address = null, from_address_key = null, reference = null
      where tg_user_id = ${tgUserId}`,
    rename("payout"),
    rename("chain_transfer"),
    rename("person_total"),
    sql`update ledger_entry set account = ${`user:${pseudonym}:`} || coin_type
      where account in (select ${`user:${tgUserId}:`} || coin_type from person_total where tg_user_id = ${pseudonym})`,
    sql`update ranking_sum set subject_id = ${pseudonym}, is_hidden = true where kind = 'user' and subject_id = ${tgUserId}`,
    sql`update operator_action set tg_user_id = case when tg_user_id is not null then ${pseudonym}::bigint end,
        subject = case when subject = ${FREEZE_SCOPES.person(tgUserId)} then ${FREEZE_SCOPES.person(pseudonym)} else subject end
      where tg_user_id = ${tgUserId} or (tg_user_id is null and subject = ${FREEZE_SCOPES.person(tgUserId)})`,
    // A confirmed report warns others on; who made it and why is gone.
    sql`update fraud_report set tg_user_id = ${pseudonym}, reason = null
      where tg_user_id = ${tgUserId} and confirmed_at is not null`,
  ];
}

/** What is left of the person, and the person last: no other row may still name it. */
function listDeletions({ tgUserId }: Person): RawBuilder<unknown>[] {
  const codes = sql`select code_hash from payment_code where tg_user_id = ${tgUserId}`;
  const owned = [
    "payment_code",
    "session",
    "chat_link",
    "wallet_challenge",
    "wallet",
    "verification_code",
    "payout_quote",
    "auto_payout",
    "deposit_reference",
    "spending_block",
    "fraud_report",
    "idempotency_key",
    "notification_sum",
    "notification",
  ];
  return [
    sql`delete from payment_code_order where code_hash in (${codes})`,
    ...owned.map((table) => sql`delete from ${sql.table(table)} where tg_user_id = ${tgUserId}`),
    // A private chat has the number of its person.
    sql`delete from bot_answer where chat_id = ${tgUserId}`,
    sql`delete from tg_user where tg_user_id = ${tgUserId}`,
  ];
}
