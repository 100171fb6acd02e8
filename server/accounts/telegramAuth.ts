import type { Handler } from "#server/calls/handler.ts";
import { allowAttempt } from "#server/limits/attempts.ts";
import { LIMITS, ofIp, ofUser } from "#server/limits/limits.ts";
import { linkChat } from "#server/messenger/chats.ts";
import { createSession } from "./sessions.ts";
import { toUserItem, upsertUser } from "./users.ts";
import { verifyInitData } from "./verifyInitData.ts";

/**
 * Logs in with raw launch data and links the group of the launch. The new session replaces the one whose bearer was
 * sent, so a repeated login leaves no old session.
 */
export const telegramAuth: Handler<"telegramAuth"> = async (call, app) => {
  const at = app.clock.now();
  const { user, authDate, startParam } = verifyInitData(call.body.initData, app.config.botToken, at);
  await allowAttempt(app, ofUser(LIMITS.loginsOfUser, user.id));
  await allowAttempt(app, ofIp(LIMITS.loginsOfIp, call.ip));
  const { isNew } = await upsertUser(app.database.kysely, user, { authDate, at });
  if (startParam !== null) await linkChat(app, user.id, startParam);
  const { token, expiresAt } = await createSession(app, user.id, call.bearer);
  return { token, expiresAt: expiresAt.toISOString(), isNewUser: isNew, userItem: await toUserItem(app, user.id) };
};
