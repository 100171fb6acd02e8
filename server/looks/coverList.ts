import type { Handler } from "#server/calls/handler.ts";
import { listCovers } from "./listCovers.ts";
import { readLook } from "./readLook.ts";

export const coverList: Handler<"coverList"> = async ({ user, language }, app) => {
  const { coverId } = await readLook(app.database.kysely, user.tgUserId);
  return { coverImgs: listCovers(language, coverId) };
};
