import type { App } from "#server/app.ts";
import { ApiError } from "#server/calls/apiError.ts";
import { askMembership } from "#server/telegram/memberships.ts";

/**
 * Reads the chats of a send, each once, in the given order. Throws notFound unless each is linked to the caller,
 * contains the bot, and the messenger confirms that the caller is a member now.
 */
export async function checkChats(app: App, tgUserId: bigint, texts: readonly string[]): Promise<readonly bigint[]> {
  const chatIds = [...new Set(texts.map(BigInt))];
  if (chatIds.length === 0) return [];
  if (chatIds.some((chatId) => BigInt.asIntN(64, chatId) !== chatId)) throw new ApiError("notFound");
  const linked = await app.database.kysely
    .selectFrom("chat_link")
    .innerJoin("chat", "chat.chat_id", "chat_link.chat_id")
    .select("chat.chat_id")
    .where("chat_link.tg_user_id", "=", tgUserId)
    .where("chat.is_bot_member", "=", true)
    .where("chat.chat_id", "in", chatIds)
    .execute();
  if (linked.length !== chatIds.length) throw new ApiError("notFound");
  const isMember = await Promise.all(chatIds.map((chatId) => askMembership(app, chatId, tgUserId)));
  if (!isMember.every(Boolean)) throw new ApiError("notFound");
  return chatIds;
}
