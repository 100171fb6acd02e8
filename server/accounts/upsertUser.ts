import { type Kysely, sql } from "kysely";
import { chooseLanguage } from "#domain/language/chooseLanguage.ts";
import type { Schema } from "#server/db/schema.ts";
import { toWireLanguage } from "./toWireLanguage.ts";
import type { MessengerUser } from "./verifyInitData.ts";

interface Sight {
  /** When the messenger signed this. */
  authDate: Date;
  at: Date;
}

/**
 * Stores the messenger's data of a person, and returns whether the person is new. Sets the language only at the first
 * login; the person may change it later. Launch data only grants write access, and only if the person has not changed
 * it since: the data is up to an hour old, and omits access that was given to the bot.
 */
export async function upsertUser(
  database: Kysely<Schema>,
  user: MessengerUser,
  { authDate, at }: Sight,
): Promise<{ isNew: boolean }> {
  const seen = {
    username: user.username,
    first_name: user.firstName,
    last_name: user.lastName,
    photo_url: user.photoUrl,
    updated_at: at,
  };
  const isGiven = user.allowsWriteToPm;
  const mayWrite = sql<boolean>`tg_user.allows_write_to_pm
    or ${isGiven} and coalesce(tg_user.write_access_changed_at < ${authDate}, true)`;
  const { is_new: isNew } = await database
    .insertInto("tg_user")
    .values({
      ...seen,
      tg_user_id: user.id,
      lang: toWireLanguage(chooseLanguage(user.languageCode)),
      allows_write_to_pm: isGiven,
      created_at: at,
    })
    .onConflict((conflict) => conflict.column("tg_user_id").doUpdateSet({ ...seen, allows_write_to_pm: mayWrite }))
    .returning(sql<boolean>`xmax = 0`.as("is_new"))
    .executeTakeFirstOrThrow();
  return { isNew };
}
