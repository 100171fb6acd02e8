import type { Kysely } from "kysely";
import { chooseLanguage } from "#domain/language/chooseLanguage.ts";
import type { Schema } from "#server/db/schema.ts";
import { toWireLanguage } from "./toWireLanguage.ts";
import type { MessengerUser } from "./verifyInitData.ts";

/** Stores what the messenger says of a person. The language is chosen once, at the first sight; later it is theirs. */
export async function upsertUser(database: Kysely<Schema>, user: MessengerUser, at: Date): Promise<void> {
  const seen = {
    username: user.username,
    first_name: user.firstName,
    last_name: user.lastName,
    photo_url: user.photoUrl,
    allows_write_to_pm: user.allowsWriteToPm,
    updated_at: at,
  };
  await database
    .insertInto("tg_user")
    .values({ ...seen, tg_user_id: user.id, lang: toWireLanguage(chooseLanguage(user.languageCode)), created_at: at })
    .onConflict((conflict) => conflict.column("tg_user_id").doUpdateSet(seen))
    .execute();
}
