import type { App } from "#server/app.ts";
import type { Handler } from "#server/calls/handler.ts";
import { allowAttempt } from "#server/limits/attempts.ts";
import { LIMITS, ofIp, ofUser } from "#server/limits/limits.ts";
import { linkChat } from "#server/messenger/chats.ts";
import { refuseOldLaunch } from "./departures.ts";
import { createSession } from "./sessions.ts";
import { toUserItem, upsertUser } from "./users.ts";
import { type LaunchData, verifyInitData } from "./verifyInitData.ts";

/**
 * Logs in with raw launch data and links the group of the launch. The new session replaces the one whose bearer was
 * sent, so a repeated login leaves no old session. Throws notAvailable where the account was deleted after the launch.
 */
export const telegramAuth: Handler<"telegramAuth"> = async (call, app) => {
  const at = app.clock.now();
  const launch = verifyInitData(call.body.initData, app.config.botToken, at);
  const { user, startParam, launchHash } = launch;
  await allowAttempt(app, ofUser(LIMITS.loginsOfUser, user.id));
  await allowAttempt(app, ofIp(LIMITS.loginsOfIp, call.ip));
  const isNew = await storePerson(app, launch, at);
  if (startParam !== null) await linkChat(app, user.id, startParam);
  const { token, expiresAt } = await createSession(app, user.id, { replaced: call.bearer, launchHash });
  return { token, expiresAt: expiresAt.toISOString(), isNewUser: isNew, userItem: await toUserItem(app, user.id) };
};

/** Returns whether the person is new. Looks again once the row is locked: a deletion that runs meanwhile ends first. */
function storePerson({ database }: App, { user, authDate, launchHash }: LaunchData, at: Date): Promise<boolean> {
  return database.kysely.transaction().execute(async (trx) => {
    await refuseOldLaunch(trx, { user, authDate, launchHash });
    const { isNew } = await upsertUser(trx, user, { authDate, at });
    await refuseOldLaunch(trx, { user, authDate, launchHash });
    return isNew;
  });
}
