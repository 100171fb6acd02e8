import { sql } from "kysely";
import { type Language, toLanguage } from "#domain/language/language.ts";
import { seeName } from "#domain/name/seeName.ts";
import type { App } from "#server/app.ts";
import { nameSomebody, seeTitle } from "#server/calls/person.ts";
import type { Job } from "#server/job.ts";
import { deliverDue, type Delivery, type Letter, type Outbox } from "#server/outbox/deliver.ts";
import type { BotMessage } from "./botApi.ts";
import { sanitizeText, tellHtml, tellLink } from "./botText.ts";
import { isClosedTopic, listTopicsFrom, tryTopics } from "./forumTopics.ts";
import { moveChat } from "./moveChat.ts";
import { queueNotification } from "./queueNotification.ts";
import { formatChatStartParam } from "./startParams.ts";

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
  const isWaiting = sql<boolean>`(letter.sent_at is null and letter.failed_at is null)`;
  const overAt = sql<Date>`coalesce(letter.sent_at, letter.failed_at)`;
  const isLeft = sql<boolean>`(${isGroup && !isFirst} and ${overAt} > ${new Date(now.getTime() - gapMs)})`;
  const dueAt = sql<Date>`case
    when ${isWaiting} or ${isLeft} then letter.due_at
    when ${isFirst} then excluded.due_at
    else greatest(excluded.due_at, ${overAt} + make_interval(secs => ${gapMs / 1_000}))
  end`;
  const greeting: Greeting = {
    name: name.toWellFormed(),
    language,
    threadId: idText(threadId),
    askedBy: idText(askedBy),
  };
  await app.database.kysely
    .insertInto("letter")
    .values({
      queue: "bot_answer",
      letter_id: String(chatId),
      kind: isGroup ? "group" : "private",
      taker: String(chatId),
      payload: JSON.stringify(greeting),
      created_at: now,
      due_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(["queue", "letter_id"]).doUpdateSet({
        payload: sql`excluded.payload`,
        created_at: now,
        due_at: dueAt,
        attempts: 0,
        sent_at: sql`case when ${isLeft} then ${overAt} end`,
        failed_at: null,
      }),
    )
    .execute();
}

const idText = (id: bigint | null) => (id === null ? null : String(id));

const NEWS_WAIT_MS = 1_000;

/** A few minutes. */
const MAX_ATTEMPTS = 10;

/** What a greeting is made of. */
export interface Greeting {
  name: string;
  language: string;
  threadId: string | null;
  askedBy: string | null;
}

/** The chats that wait for a greeting: groups or people. */
export function openAnswers(app: App, kind: "group" | "private", send = sendAnswer): Outbox {
  return {
    queue: "bot_answer",
    kinds: [kind],
    maxAttempts: MAX_ATTEMPTS,
    deliver: (letter) => send(app, letter),
  };
}

/** Greets one chat: a person with the app's link, a group with a link that contains the group's signed start parameter. */
export async function sendAnswer(app: App, { taker, payload }: Letter): Promise<Delivery> {
  const chatId = BigInt(taker);
  const greeting = payload as Greeting;
  const threadId = greeting.threadId === null ? null : BigInt(greeting.threadId);
  if (chatId < 0n && (await hasNews(app, chatId)))
    return { kind: "later", until: new Date(app.clock.now().getTime() + NEWS_WAIT_MS) };
  const message = chatId < 0n ? greet(app, chatId, threadId, greeting) : welcome(app, chatId, greeting);
  const { outcome } = await tryTopics(listTopicsFrom(app, chatId, threadId), (topicId) =>
    app.telegram.sendMessage(chatId, { ...message, threadId: topicId }),
  );
  if (outcome.kind === "moved") {
    await moveChat(app, chatId, outcome.toChatId);
    // The greeting waits there now.
    return { ...outcome, kind: "dropped" };
  }
  if (outcome.kind === "refused" && isClosedTopic(outcome.reason)) {
    await tellAsker(app, chatId, greeting);
    return { ...outcome, kind: "dropped" };
  }
  // A group that the bot may not write to is not offered for envelopes.
  if (outcome.kind === "refused" || outcome.kind === "forbidden") await forgetGroup(app, chatId);
  return outcome.kind === "forbidden" ? { ...outcome, kind: "dropped" } : outcome;
}

/** Whether more was told of a chat than is carried out: it may be one that was greeted under another id. */
async function hasNews({ database }: App, chatId: bigint): Promise<boolean> {
  const news = await database.kysely
    .selectFrom("letter")
    .select("letter_id")
    .where("queue", "=", "bot_update")
    .where("taker", "=", String(chatId))
    .where("sent_at", "is", null)
    .where("failed_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return news !== undefined;
}

/** A forum has let the bot write nowhere: who asked for its greeting is told, if they are known. */
async function tellAsker(app: App, chatId: bigint, { name, askedBy }: Greeting): Promise<void> {
  app.logger.warn({ chatId: String(chatId) }, "a group's topics are closed to the bot: it was not greeted");
  const { kysely } = app.database;
  const person = await kysely
    .selectFrom("tg_user")
    .select("tg_user_id as tgUserId")
    .where("tg_user_id", "=", BigInt(askedBy ?? 0))
    .executeTakeFirst();
  if (person === undefined) return;
  const params = { title: seeTitle(name, chatId) };
  await queueNotification(kysely, app, { ...person, kind: "groupClosed", params });
}

function greet(app: App, chatId: bigint, threadId: bigint | null, { name, language }: Greeting): BotMessage {
  const startParam = formatChatStartParam(app.config.appSecrets, chatId, threadId);
  return {
    html: tellHtml(toLanguage(language), "group.greeting", { title: sanitizeText(seeTitle(name, chatId)) }),
    button: tellLink(app, toLanguage(language), "group.open", startParam),
  };
}

function welcome(app: App, tgUserId: bigint, { name, language }: Greeting): BotMessage {
  const person = seeName(name) || nameSomebody(toLanguage(language), tgUserId);
  return {
    html: tellHtml(toLanguage(language), "private.welcome", { name: sanitizeText(person) }),
    button: tellLink(app, toLanguage(language), "private.open", null),
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
