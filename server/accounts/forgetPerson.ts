import { type Kysely, type RawBuilder, sql } from "kysely";
import { toLanguage } from "#domain/language/language.ts";
import type { Schema } from "#server/db/schema.ts";
import { tellPlain } from "#server/messenger/botText.ts";
import { noteDeparture } from "./departures.ts";

export interface Person {
  tgUserId: bigint;
  /** Takes the person's place in rows of money. */
  pseudonym: bigint;
  at: Date;
}

/**
 * Deletes what tells who a person is and lets them act, in the caller's transaction, and marks them as leaving. Rows that
 * money rests on stay; `renameRows` puts the pseudonym there. Counters against guessing stay under the number until
 * `cleanUp` deletes them, or deleting would reset them.
 */
export async function forgetPerson(trx: Kysely<Schema>, person: Person): Promise<void> {
  await nameNobody(trx, person);
  await noteDeparture(person).execute(trx);
  for (const statement of listDeletions(person)) await statement.execute(trx);
}

/** In the language that the person's posts are written in. */
async function nameNobody(trx: Kysely<Schema>, { tgUserId, pseudonym, at }: Person): Promise<void> {
  const { lang } = await trx
    .selectFrom("tg_user")
    .select("lang")
    .where("tg_user_id", "=", tgUserId)
    .executeTakeFirstOrThrow();
  const nobody = {
    first_name: tellPlain(toLanguage(lang), "deletedAccount"),
    hides_from_ranking: true,
    allows_notifications: false,
    updated_at: at,
  };
  await trx
    .insertInto("tg_user")
    .values({ ...nobody, tg_user_id: pseudonym, lang, created_at: at })
    .execute();
  await trx
    .updateTable("tg_user")
    .set({
      ...nobody,
      last_name: null,
      username: null,
      photo_url: null,
      email_sealed: null,
      security_code_hash: null,
      cover_id: null,
      message_id: null,
      allows_write_to_pm: false,
      leaving_as: pseudonym,
    })
    .where("tg_user_id", "=", tgUserId)
    .execute();
}

/** Messages that name the person are written anew. */
function listDeletions({ tgUserId, pseudonym, at }: Person): RawBuilder<unknown>[] {
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
    "past_reference",
    "past_payer",
    "spending_block",
    "fraud_report",
    "idempotency_key",
    "proof_credit",
    "notification_sum",
    "letter",
  ];
  return [
    sql`update group_post set is_stale = true, posted_text = null, due_at = ${at}, attempts = 0
      where message_id is not null and failed_at is null and (
        envelope_id in (select envelope_id from envelope where sender_id = ${tgUserId})
        or envelope_id in (select envelope_id from claim where tg_user_id = ${tgUserId}))`,
    sql`update letter set sent_at = null, due_at = ${at}, attempts = 0
      where queue = 'inline_message' and failed_at is null and taker in (select envelope_id from envelope where sender_id = ${tgUserId})`,
    sql`update ranking_sum set is_hidden = true where kind = 'user' and subject_id = ${tgUserId} and not is_hidden`,
    sql`delete from payment_report where order_id in (select order_id from payment_order where tg_user_id = ${tgUserId})`,
    sql`delete from handoff_code where order_id in (select order_id from payment_order where tg_user_id = ${tgUserId})`,
    // What is sent to an old order later is for whoever proves the sender.
    sql`update payment_order set from_address = null, from_address_key = null, reference = null
      where tg_user_id = ${tgUserId}`,
    // A confirmed report warns others on; who made it and why is gone.
    sql`update fraud_report set tg_user_id = ${pseudonym}, reason = null
      where tg_user_id = ${tgUserId} and confirmed_at is not null`,
    sql`delete from payment_code_order where code_hash in (${codes})`,
    ...owned.map((table) => sql`delete from ${sql.table(table)} where tg_user_id = ${tgUserId}`),
    sql`update letter set payload = payload || '{"askedBy": null}'
      where queue = 'bot_answer' and payload ->> 'askedBy' = ${String(tgUserId)}`,
    // A private chat has the number of its person.
    sql`delete from letter where queue = 'bot_answer' and letter_id = ${String(tgUserId)}`,
  ];
}
