import type { App } from "#server/app.ts";
import { forgetHidden } from "./memberships.ts";

interface LearntChat {
  title: string;
  username: string | null;
  isBotAdministrator: boolean;
}

/**
 * Asks the messenger what a known chat is now, and what the bot is in it, and stores that. What was hidden from the bot
 * before it became an administrator is asked again. Rejects if the messenger is unreachable.
 */
export async function learnChat(app: App, chatId: bigint): Promise<LearntChat> {
  const chat = await app.telegram.readChat(chatId).catch((error: unknown) => {
    app.logger.warn({ chatId: String(chatId), error }, "asking the messenger for a chat failed");
    throw error;
  });
  const isBotAdministrator = chat?.isBotAdministrator === true;
  if (isBotAdministrator) forgetHidden(app, chatId);
  const stored = await app.database.kysely
    .updateTable("chat")
    .set({
      is_bot_administrator: isBotAdministrator,
      ...(chat === null ? {} : { title: chat.title, username: chat.username }),
    })
    .where("chat_id", "=", chatId)
    .returning(["title", "username"])
    .executeTakeFirstOrThrow();
  return { ...stored, isBotAdministrator };
}
