import type { Handler } from "#server/calls/handler.ts";
import { toWireLanguage } from "./toWireLanguage.ts";

export const setLang: Handler<"setLang"> = async (call, app) => {
  const lang = toWireLanguage(call.body.lang);
  await app.database.kysely
    .updateTable("tg_user")
    .set({ lang, updated_at: app.clock.now() })
    .where("tg_user_id", "=", call.user.tgUserId)
    .execute();
  return { lang };
};
