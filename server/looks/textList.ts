import type { Handler } from "#server/calls/handler.ts";
import { listTexts } from "./listTexts.ts";
import { readLook } from "./readLook.ts";

export const textList: Handler<"textList"> = async ({ user, language }, app) => {
  const { messageId } = await readLook(app.database.kysely, user.tgUserId);
  return { coverImgs: listTexts(language, messageId) };
};
