import type { components } from "#contract/schema.d.ts";
import { type Language, toLanguage } from "#domain/language/language.ts";
import type { Handler } from "#server/calls/handler.ts";

/** A language in the spelling of the wire and the database. */
type WireLanguage = components["schemas"]["Lang"];

const WIRE: Readonly<Record<Language, WireLanguage>> = {
  en: "en",
  es: "es",
  id: "id",
  km: "km",
  vi: "vi",
  "zh-CN": "zh_CN",
  "zh-TW": "zh_TW",
};

/** Converts either spelling to the wire's. An unknown language becomes English. */
export function toWireLanguage(text: string): WireLanguage {
  return WIRE[toLanguage(text)];
}

export const getLang: Handler<"getLang"> = async (call, app) => {
  const { lang } = await app.database.kysely
    .selectFrom("tg_user")
    .select("lang")
    .where("tg_user_id", "=", call.user.tgUserId)
    .executeTakeFirstOrThrow();
  return { lang: toWireLanguage(lang) };
};

export const setLang: Handler<"setLang"> = async (call, app) => {
  const lang = toWireLanguage(call.body.lang);
  await app.database.kysely
    .updateTable("tg_user")
    .set({ lang, updated_at: app.clock.now() })
    .where("tg_user_id", "=", call.user.tgUserId)
    .execute();
  return { lang };
};
