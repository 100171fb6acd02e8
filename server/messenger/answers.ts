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
import { tellHtml, tellPlain } from "./botText.ts";
import { isClosedTopic } from "./forumTopics.ts";
import { moveChat } from "./moveChat.ts";
import { sanitizeText } from "./sanitizeText.ts";
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
  /** The bot was just added to the group: greet it even if it was recently greeted. */
  isFirst?: boolean;
}

/**
 * Queues a greeting for a chat. Requests before it is sent share one greeting. A person who asks again is answered
 * after a few seconds; a group is not greeted again for a few minutes.
 */
export async function queueAnswer(app: App, { chatId, name, language, isFirst = false }: NewAnswer): Promise<void> {
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
  await app.database.kysely
    .insertInto("bot_answer")
    .values({ chat_id: chatId, name, language, due_at: now })
    .onConflict((conflict) =>
      conflict.column("chat_id").doUpdateSet({ name, language, due_at: nextDueAt, attempts: 0, failed_at: null }),
    )
    .execute();
}

/** A few minutes. */
const MAX_ATTEMPTS = 10;

type Answer = Pick<Selectable<Schema["bot_answer"]>, "chat_id" | "name" | "language">;

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
  const answer = await app.database.kysely
    .selectFrom("bot_answer")
    .select(["chat_id", "name", "language"])
    .where("chat_id", "=", chatId)
    .executeTakeFirstOrThrow();
  const outcome = await app.telegram.sendMessage(chatId, chatId < 0n ? greet(app, answer) : welcome(app, answer));
  if (outcome.kind === "moved") {
    await moveChat(app, chatId, outcome.toChatId);
    // The messenger tells that the bot is in the new one, which is greeted then.
    return { ...outcome, kind: "dropped" };
  }
  if (outcome.kind === "refused" && isClosedTopic(outcome.reason)) return { ...outcome, kind: "dropped" };
  // A group that the bot may not write to is not offered for envelopes.
  if (outcome.kind === "refused" || outcome.kind === "forbidden") await forgetGroup(app, chatId);
  return outcome.kind === "forbidden" ? { ...outcome, kind: "dropped" } : outcome;
}

function greet(app: App, { chat_id: chatId, name, language }: Answer): BotMessage {
  const startParam = formatChatStartParam(app.config.appSecrets, chatId);
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
