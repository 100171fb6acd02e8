import type { Selectable } from "kysely";
import { toLanguage } from "#domain/language/toLanguage.ts";
import type { App } from "#server/app.ts";
import type { Schema } from "#server/db/schema.ts";
import type { BotMessage } from "#server/bot/botApi.ts";
import { tellHtml, tellPlain } from "#server/bot/botText.ts";
import { formatAppLink, formatChatStartParam } from "#server/bot/startParams.ts";
import { tameText } from "#server/bot/tameText.ts";

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
