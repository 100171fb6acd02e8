import type { App } from "#server/app.ts";
import { readChatStartParam, readPostStartParam } from "#server/bot/startParams.ts";

/**
 * Links a user to the group whose signed start parameter opened the app. Links can be forwarded, so they work only for
 * members, as the messenger confirms. Ignores any other start parameter.
 */
export async function linkChat(app: App, tgUserId: bigint, startParam: string): Promise<void> {
  const { appSecrets } = app.config;
  const chatId = readPostStartParam(appSecrets, startParam) ?? readChatStartParam(appSecrets, startParam);
  if (chatId === null || !(await isLinkable(app, chatId, tgUserId))) return;
  if (!(await isMember(app, chatId, tgUserId))) return;
  await app.database.kysely
    .insertInto("chat_link")
    .values({ tg_user_id: tgUserId, chat_id: chatId, linked_at: app.clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether the group is known and not linked yet: later visits of a member need no question to the messenger. */
async function isLinkable(app: App, chatId: bigint, tgUserId: bigint): Promise<boolean> {
  const chat = await app.database.kysely
    .selectFrom("chat")
    .leftJoin("chat_link", (join) =>
      join.onRef("chat_link.chat_id", "=", "chat.chat_id").on("chat_link.tg_user_id", "=", tgUserId),
    )
    .select("chat_link.linked_at")
    .where("chat.chat_id", "=", chatId)
    .executeTakeFirst();
  return chat !== undefined && chat.linked_at === null;
}

/** Also false while the messenger is unreachable: the login continues, and a later visit asks again. */
async function isMember(app: App, chatId: bigint, tgUserId: bigint): Promise<boolean> {
  try {
    return await app.telegram.isChatMember(chatId, tgUserId);
  } catch (error) {
    app.logger.warn({ chatId: String(chatId), error }, "a group was not linked: the messenger could not be asked");
    return false;
  }
}
