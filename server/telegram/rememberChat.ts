import type { App } from "#server/app.ts";

interface SeenChat {
  chatId: bigint;
  title: string;
  isBotMember: boolean;
}

/** Stores the messenger's data of a group. */
export async function rememberChat(app: App, { chatId, title, isBotMember }: SeenChat): Promise<void> {
  const seen = { title, is_bot_member: isBotMember, updated_at: app.clock.now() };
  await app.database.kysely
    .insertInto("chat")
    .values({ ...seen, chat_id: chatId })
    .onConflict((conflict) => conflict.column("chat_id").doUpdateSet(seen))
    .execute();
}
