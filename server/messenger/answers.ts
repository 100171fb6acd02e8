import { type Selectable, sql } from "kysely";
import type { Language } from "#domain/language/language.ts";
import { toLanguage } from "#domain/language/toLanguage.ts";
import { seeName } from "#domain/name/seeName.ts";
import type { App } from "#server/app.ts";
import { nameSomebody, seeTitle } from "#server/calls/nameSomebody.ts";
import type { Schema } from "#server/db/schema.ts";
import type { Job } from "#server/job.ts";
import { deliverDue, type Delivery, type Outbox } from "#server/outbox/deliver.ts";
import type { BotMessage } from "./botApi.ts";
import { sanitizeText, tellHtml, tellPlain } from "./botText.ts";
import { isClosedTopic, listTopicsFrom, tryTopics } from "./forumTopics.ts";
import { moveChat } from "./moveChat.ts";
import { queueNotification } from "./queueNotification.ts";
import { formatAppLink, formatChatStartParam } from "./startParams.ts";

/** Minimum time between two greetings of a group, however many members ask. */
const GROUP_GAP_MS = 300_000;
/** The messenger allows about one message a second to a person; this leaves room for notifications. */
const PRIVATE_GAP_MS = 3_000;

interface NewAnswer {
  chatId: bigint;
  /** First name of the person or title of the group. */
  name: string;
  language: Language;
  /** The topic of a forum in which it is asked for. */
  threadId?: bigint | null;
  /** Who asks for it; null: nobody that is known. */
  askedBy?: bigint | null;
  /** The bot was just added to the group: greet it even if it was recently greeted. */
  isFirst?: boolean;
}

/**
 * Queues a greeting for a chat. Requests before it is sent share one greeting. A person who asks again is answered
 * after a few seconds; a group is not greeted again for a few minutes.
 */
export async function queueAnswer(app: App, answer: NewAnswer): Promise<void> {
  const { chatId, name, language, isFirst = false, threadId = null, askedBy = null } = answer;
  const now = app.clock.now();
  const isGroup = chatId < 0n;
  const gapMs = isGroup ? GROUP_GAP_MS : PRIVATE_GAP_MS;
  const isRecent = sql<boolean>`coalesce(bot_answer.answered_at > ${new Date(now.getTime() - gapMs)}, false)`;
  const nextDueAt = sql<Date | null>`case
    when bot_answer.due_at is not null then bot_answer.due_at
    when ${isFirst} or not ${isRecent} then ${now}::timestamptz
    when ${isGroup} then null
    else bot_answer.answered_at + make_interval(secs => ${gapMs / 1_000})
  end`;
  const asked = { name, language, thread_id: threadId, asked_by: askedBy };
  await app.database.kysely
    .insertInto("bot_answer")
    .values({ chat_id: chatId, due_at: now, ...asked })
    .onConflict((conflict) =>
      conflict.column("chat_id").doUpdateSet({ ...asked, due_at: nextDueAt, attempts: 0, failed_at: null }),
    )
    .execute();
}

const NEWS_WAIT_MS = 1_000;

/** A few minutes. */
const MAX_ATTEMPTS = 10;

type Answer = Pick<Selectable<Schema["bot_answer"]>, "chat_id" | "name" | "language" | "thread_id" | "asked_by">;

/** The chats that wait for a greeting: groups or people. */
export function openAnswers(app: App, kind: "group" | "private", send = sendAnswer): Outbox {
  return {
    queue: "bot_answer",
    where: kind === "group" ? sql`chat_id < 0` : sql`chat_id > 0`,
    maxAttempts: MAX_ATTEMPTS,
    deliver: (id) => send(app, BigInt(id)),
  };
}

/** Greets one chat: a person with the app's link, a group with a link that contains the group's signed start parameter. */
export async function sendAnswer(app: App, chatId: bigint): Promise<Delivery> {
  if (chatId < 0n && (await hasNews(app, chatId)))
    return { kind: "later", until: new Date(app.clock.now().getTime() + NEWS_WAIT_MS) };
  const answer = await app.database.kysely
    .selectFrom("bot_answer")
    .select(["chat_id", "name", "language", "thread_id", "asked_by"])
    .where("chat_id", "=", chatId)
    .executeTakeFirstOrThrow();
  const message = chatId < 0n ? greet(app, answer) : welcome(app, answer);
  const { outcome } = await tryTopics(listTopicsFrom(app, chatId, answer.thread_id), (threadId) =>
    app.telegram.sendMessage(chatId, { ...message, threadId }),
  );
  if (outcome.kind === "moved") {
    await moveChat(app, chatId, outcome.toChatId);
    // The greeting waits there now.
    return { ...outcome, kind: "dropped" };
  }
  if (outcome.kind === "refused" && isClosedTopic(outcome.reason)) {
    await tellAsker(app, answer);
    return { ...outcome, kind: "dropped" };
  }
  // A group that the bot may not write to is not offered for envelopes.
  if (outcome.kind === "refused" || outcome.kind === "forbidden") await forgetGroup(app, chatId);
  return outcome.kind === "forbidden" ? { ...outcome, kind: "dropped" } : outcome;
}

/** Whether more was told of a chat than is carried out: it may be one that was greeted under another id. */
async function hasNews({ database }: App, chatId: bigint): Promise<boolean> {
  const news = await database.kysely
    .selectFrom("bot_update")
    .select("update_id")
    .where("chat_id", "=", chatId)
    .where("done_at", "is", null)
    .where("failed_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return news !== undefined;
}

/** A forum has let the bot write nowhere: who asked for its greeting is told, if they are known. */
async function tellAsker(app: App, { chat_id: chatId, name, asked_by: askedBy }: Answer): Promise<void> {
  app.logger.warn({ chatId: String(chatId) }, "a group's topics are closed to the bot: it was not greeted");
  const { kysely } = app.database;
  const person = kysely
    .selectFrom("tg_user")
    .select("tg_user_id")
    .where("tg_user_id", "=", askedBy ?? 0n);
  if (askedBy === null || (await person.executeTakeFirst()) === undefined) return;
  const params = { title: seeTitle(name, chatId) };
  await queueNotification(kysely, app, { tgUserId: askedBy, kind: "groupClosed", params });
}

function greet(app: App, { chat_id: chatId, name, language, thread_id: threadId }: Answer): BotMessage {
  const startParam = formatChatStartParam(app.config.appSecrets, chatId, threadId);
  return {
    html: tellHtml(toLanguage(language), "group.greeting", { title: sanitizeText(seeTitle(name, chatId)) }),
    button: {
      text: tellPlain(toLanguage(language), "group.open"),
      url: formatAppLink(app, startParam),
    },
  };
}

function welcome(app: App, { chat_id: tgUserId, name, language }: Answer): BotMessage {
  const person = seeName(name) || nameSomebody(toLanguage(language), tgUserId);
  return {
    html: tellHtml(toLanguage(language), "private.welcome", { name: sanitizeText(person) }),
    button: {
      text: tellPlain(toLanguage(language), "private.open"),
      url: formatAppLink(app, null),
    },
  };
}

async function forgetGroup(app: App, chatId: bigint): Promise<void> {
  await app.database.kysely
    .updateTable("chat")
    .set({ is_bot_member: false, updated_at: app.clock.now() })
    .where("chat_id", "=", chatId)
    .execute();
}

/** Answers people's /start. Groups have their own job, so that no group delays a person. */
export const answerPeople: Job = {
  name: "answerPeople",
  intervalMs: 250,
  async run(app, signal) {
    await deliverDue(app, openAnswers(app, "private"), signal);
  },
};
