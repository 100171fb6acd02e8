import type { User } from "grammy/types";
import { chooseLanguage } from "#domain/language/chooseLanguage.ts";
import type { Language } from "#domain/language/language.ts";
import { toLanguage } from "#domain/language/toLanguage.ts";
import type { App } from "#server/app.ts";

/** The language that a person chose in the app, else the one of their messenger. */
export async function readLanguage({ database }: App, from: User): Promise<Language> {
  const known = await database.kysely
    .selectFrom("tg_user")
    .select("lang")
    .where("tg_user_id", "=", BigInt(from.id))
    .executeTakeFirst();
  return known === undefined ? chooseLanguage(from.language_code ?? null) : toLanguage(known.lang);
}
