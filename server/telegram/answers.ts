import { type Selectable, sql } from "kysely";
import type { Language } from "#domain/language/language.ts";
import { toLanguage } from "#domain/language/toLanguage.ts";
import type { App } from "#server/app.ts";
import type { BotMessage } from "#server/bot/botApi.ts";
import { tellHtml, tellPlain } from "#server/bot/botText.ts";
import { formatAppLink, formatChatStartParam } from "#server/bot/startParams.ts";
import { tameText } from "#server/bot/tameText.ts";
import { isConnectionLost } from "#server/db/isConnectionLost.ts";
import type { Schema } from "#server/db/schema.ts";
import type { Job } from "#server/job.ts";

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
      conflict.column("chat_id").doUpdateSet({ name, language, due_at: nextDueAt, attempts: 0 }),
    )
    .execute();
}

const BATCH = 20;

/** Chats of one kind that the bot has to greet now, longest wait first. */
export function readDueAnswers(app: App, kind: "private" | "group"): Promise<DueAnswer[]> {
  return app.database.kysely
    .selectFrom("bot_answer")
    .select(["chat_id", "name", "language", "attempts"])
    .where("due_at", "<=", app.clock.now())
    .where("chat_id", kind === "group" ? "<" : ">", 0n)
    .orderBy("due_at")
    .limit(BATCH)
    .execute();
}

const FIRST_WAIT_MS = 1_000;
const MAX_ATTEMPTS = 5;

/** A chat to greet. */
export type DueAnswer = Pick<Selectable<Schema["bot_answer"]>, "chat_id" | "name" | "language" | "attempts">;

/**
 * Greets one chat: a person with the app's link, a group with a link that contains the group's signed start parameter.
 * Returns until when the messenger asked not to write to this chat, else null.
 */
export async function sendAnswer(app: App, answer: DueAnswer): Promise<Date | null> {
  const { chat_id: chatId } = answer;
  const outcome = await app.telegram.sendMessage(chatId, chatId < 0n ? greet(app, answer) : welcome(app, answer));
  const now = app.clock.now();
  if (outcome.kind === "sent") {
    await update({ due_at: null, answered_at: now });
    return null;
  }
  const isGivenUp = outcome.kind === "refused" || answer.attempts + 1 >= MAX_ATTEMPTS;
  if (isGivenUp) {
    app.logger.warn({ chatId: String(chatId), reason: outcome.reason }, "a bot answer was given up");
    await update({ due_at: null, answered_at: now });
    // A group that the bot may not write to is not offered for envelopes.
    if (outcome.kind === "refused") await forgetGroup(app, chatId);
    return null;
  }
  const waitMs = outcome.retryAfterMs ?? FIRST_WAIT_MS * 2 ** answer.attempts;
  const until = new Date(now.getTime() + waitMs);
  await update({ due_at: until, attempts: answer.attempts + 1 });
  return outcome.retryAfterMs === null ? null : until;

  async function update(change: { due_at: Date | null; answered_at?: Date; attempts?: number }): Promise<void> {
    await app.database.kysely.updateTable("bot_answer").set(change).where("chat_id", "=", chatId).execute();
  }
}

/** An answer that cannot be made is tried again as one that did not arrive, and given up at last. */
export async function setAnswerBack({ database, clock }: App, { chat_id: chatId, attempts }: DueAnswer): Promise<void> {
  const nowMs = clock.now().getTime();
  const isGivenUp = attempts + 1 >= MAX_ATTEMPTS;
  await database.kysely
    .updateTable("bot_answer")
    .set({
      due_at: isGivenUp ? null : new Date(nowMs + FIRST_WAIT_MS * 2 ** attempts),
      attempts: attempts + 1,
      ...(isGivenUp ? { answered_at: new Date(nowMs) } : {}),
    })
    .where("chat_id", "=", chatId)
    .execute();
}

function greet(app: App, { chat_id: chatId, name, language }: DueAnswer): BotMessage {
  const startParam = formatChatStartParam(app.config.appSecrets, chatId);
  return {
    html: tellHtml(toLanguage(language), "group.greeting", { title: tameText(name) }),
    button: {
      text: tellPlain(toLanguage(language), "group.open"),
      url: formatAppLink(app.telegram.username, app.config.botAppName, startParam),
    },
  };
}

function welcome(app: App, { name, language }: DueAnswer): BotMessage {
  return {
    html: tellHtml(toLanguage(language), "private.welcome", { name: tameText(name) }),
    button: {
      text: tellPlain(toLanguage(language), "private.open"),
      url: formatAppLink(app.telegram.username, app.config.botAppName, null),
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
    for (const answer of await readDueAnswers(app, "private")) {
      if (signal.aborted) return;
      try {
        await sendAnswer(app, answer);
      } catch (error) {
        if (isConnectionLost(error)) throw error;
        app.logger.error({ job: "answerPeople", error }, "an answer of the bot could not be made");
        await setAnswerBack(app, answer);
      }
    }
  },
};
