import type { App } from "#server/app.ts";
import { readChatStartParam } from "./startParams.ts";

/** Links a user to the group whose signed start parameter opened the app. Any other start parameter changes nothing. */
export async function linkChat(app: App, tgUserId: bigint, startParam: string): Promise<void> {
  const chatId = readChatStartParam(app.config.appSecrets, startParam);
  if (chatId === null) return;
  const { kysely } = app.database;
  const chat = await kysely.selectFrom("chat").select("chat_id").where("chat_id", "=", chatId).executeTakeFirst();
  if (chat === undefined) return;
  await kysely
    .insertInto("chat_link")
    .values({ tg_user_id: tgUserId, chat_id: chatId, linked_at: app.clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
