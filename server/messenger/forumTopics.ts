import type { App } from "#server/app.ts";

/** Other topics that are tried where the chosen one and General take nothing. */
const MOST_OTHERS = 5;

/** Whether the messenger refused a message for its topic alone: it is closed or gone. */
export function isClosedTopic(reason: string): boolean {
  return /TOPIC_CLOSED|TOPIC_DELETED|TOPIC_ID_INVALID|message thread not found/i.test(reason);
}

/** Where a person's envelope may be posted in a group, best first: the topic they came from, General, then others. */
export async function listTopics({ database }: App, chatId: bigint, tgUserId: bigint): Promise<(bigint | null)[]> {
  const links = await database.kysely
    .selectFrom("chat_link")
    .select(["tg_user_id", "thread_id"])
    .where("chat_id", "=", chatId)
    .where("thread_id", "is not", null)
    .orderBy((order) => order("tg_user_id", "=", tgUserId), "desc")
    .orderBy("linked_at", "desc")
    .limit(100)
    .execute();
  const own = links.find((link) => link.tg_user_id === tgUserId)?.thread_id ?? null;
  const others = links.flatMap((link) => link.thread_id ?? []);
  return [...new Set([own, null, ...new Set(others)])].slice(0, MOST_OTHERS + 2);
}

/** The messenger's link to a message; null in a group that has none. */
export function linkMessage(chat: { chatId: bigint; username: string | null }, messageId: bigint): string | null {
  if (chat.username !== null) return `https://t.me/${chat.username}/${messageId}`;
  const [, supergroupId] = /^-100([0-9]+)$/.exec(String(chat.chatId)) ?? [];
  return supergroupId === undefined ? null : `https://t.me/c/${supergroupId}/${messageId}`;
}
