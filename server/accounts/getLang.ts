import type { Handler } from "#server/calls/handler.ts";
import { toWireLanguage } from "./toWireLanguage.ts";

export const getLang: Handler<"getLang"> = async (call, app) => {
  const { lang } = await app.database.kysely
    .selectFrom("tg_user")
    .select("lang")
    .where("tg_user_id", "=", call.user.tgUserId)
    .executeTakeFirstOrThrow();
  return { lang: toWireLanguage(lang) };
};
