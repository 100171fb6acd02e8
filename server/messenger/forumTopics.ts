import type { Message } from "grammy/types";
import type { App } from "#server/app.ts";
import type { BotMessage, SendOutcome } from "./botApi.ts";
import { moveChat } from "./moveChat.ts";

/** Other topics that are tried where the chosen one and General take nothing. */
const MOST_OTHERS = 5;

/** Whether the messenger refused a message for its topic alone: it is closed or gone. */
export function isClosedTopic(reason: string): boolean {
  return /TOPIC_CLOSED|TOPIC_DELETED|TOPIC_ID_INVALID|message thread not found/i.test(reason);
}

/** Writes in the first of these topics that is not closed or gone; null is General. The outcome is that of the last one tried. */
export async function tryTopics<Outcome extends SendOutcome | { kind: "later" }>(
  topics: Iterable<bigint | null> | AsyncIterable<bigint | null>,
  write: (threadId: bigint | null) => Promise<Outcome>,
): Promise<{ outcome: Outcome; threadId: bigint | null; isFirst: boolean }> {
  let tried: { outcome: Outcome; threadId: bigint | null; isFirst: boolean } | null = null;
  for await (const threadId of topics) {
    tried = { outcome: await write(threadId), threadId, isFirst: tried === null };
    const { outcome } = tried;
    if (outcome.kind !== "refused" || !("reason" in outcome) || !isClosedTopic(outcome.reason)) break;
  }
  if (tried === null) throw new Error("a chat has a place to be tried");
  return tried;
}

/** Where an answer may stand in a group, best first: the topic of what it answers, General, then others. */
export async function* listTopicsFrom(
  app: App,
  chatId: bigint,
  threadId: bigint | null,
): AsyncGenerator<bigint | null> {
  yield threadId;
  if (threadId !== null) yield null;
  const others = (await listTopics(app, chatId, null)).filter((topic) => topic !== null && topic !== threadId);
  yield* others.slice(0, MOST_OTHERS);
}

/** Answers in the topic of a message, or where the group takes it; one that has moved gets it under its next id. */
export async function writeFrom(
  app: App,
  { chatId, threadId }: { chatId: bigint; threadId: bigint | null },
  message: BotMessage,
): Promise<SendOutcome> {
  const { outcome } = await tryTopics(listTopicsFrom(app, chatId, threadId), (topic) =>
    app.telegram.sendMessage(chatId, { ...message, threadId: topic }),
  );
  if (outcome.kind !== "moved") return outcome;
  await moveChat(app, chatId, outcome.toChatId);
  return app.telegram.sendMessage(outcome.toChatId, message);
}

/** Where a person's envelope may be posted in a group, best first: the topic they came from, General, then others. Null: nobody's. */
export async function listTopics(
  { database }: App,
  chatId: bigint,
  tgUserId: bigint | null,
): Promise<(bigint | null)[]> {
  const links = await database.kysely
    .selectFrom("chat_link")
    .select(["tg_user_id", "thread_id"])
    .where("chat_id", "=", chatId)
    .where("thread_id", "is not", null)
    .orderBy((order) => order("tg_user_id", "=", tgUserId ?? 0n), "desc")
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

/** The topic of a forum in which a message stands. Elsewhere the field names the message that a conversation answers. */
export function readThread({ is_topic_message: isTopic, message_thread_id: threadId }: Message): bigint | null {
  return isTopic === true && threadId !== undefined ? BigInt(threadId) : null;
}
