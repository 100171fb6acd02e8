import type { Handler } from "#server/http/handler.ts";
import { linkChat } from "#server/telegram/linkChat.ts";
import { createSession } from "./createSession.ts";
import { toUserItem } from "./toUserItem.ts";
import { upsertUser } from "./upsertUser.ts";
import { verifyInitData } from "./verifyInitData.ts";

/** Logs in with raw launch data and links the group that the launch came from. */
export const telegramAuth: Handler<"telegramAuth"> = async (call, app) => {
  const { user, startParam } = verifyInitData(call.body.initData, app.config.botToken, app.clock.now());
  await upsertUser(app.database.kysely, user, app.clock.now());
  if (startParam !== null) await linkChat(app, user.id, startParam);
  const { token, expiresAt } = await createSession(app, user.id);
  return { token, expiresAt: expiresAt.toISOString(), userItem: await toUserItem(app, user.id) };
};
