import type { User } from "grammy/types";
import { chooseLanguage, type Language, toLanguage } from "#domain/language/language.ts";
import type { App } from "#server/app.ts";
import type { BotMessage, Prompt } from "#server/messenger/botApi.ts";
import { tellHtml, tellLink } from "#server/messenger/botText.ts";
import { writeFrom } from "#server/messenger/forumTopics.ts";
import { formatChatStartParam, formatStartParam } from "#server/messenger/startParams.ts";

/** Who asks, and where. */
export interface Asked {
  from: User;
  chatId: bigint;
  threadId: bigint | null;
  /** Null: all of the chat have seen the question. */
  prompt: Prompt | null;
}

/** The language that a person chose in the app, else the one of their messenger. */
export async function readLanguage({ database }: App, from: User): Promise<Language> {
  const known = await database.kysely
    .selectFrom("tg_user")
    .select("lang")
    .where("tg_user_id", "=", BigInt(from.id))
    .executeTakeFirst();
  return known === undefined ? chooseLanguage(from.language_code ?? null) : toLanguage(known.lang);
}

/** Tells only the one who asked: beside the question where the messenger takes that, else in private. False: in neither. */
export async function tellAlone(
  { telegram }: App,
  { from, chatId, threadId, prompt }: Asked,
  message: BotMessage,
): Promise<boolean> {
  const userId = BigInt(from.id);
  if (prompt !== null) {
    const { kind } = await telegram.sendEphemeral(chatId, userId, { ...message, threadId }, prompt);
    if (kind === "sent") return true;
  }
  return (await telegram.sendMessage(userId, message)).kind === "sent";
}

/** Tells only the one who asked how to send an envelope to this group, with the way there. */
export async function tellHowTo(app: App, asked: Asked): Promise<void> {
  const { from, chatId, threadId } = asked;
  const language = await readLanguage(app, from);
  const startParam = formatChatStartParam(app.config.appSecrets, chatId, threadId);
  const message = {
    html: tellHtml(language, "howTo.text"),
    button: tellLink(app, language, "howTo.open", startParam),
  };
  if (await tellAlone(app, asked, message)) return;
  // It says nothing that others may not read.
  requireSent(await writeFrom(app, { chatId, threadId }, message));
}

/** Tells what is kept of a person in short, with the way to the page that says it all. */
export async function tellPrivacy(app: App, { from, chatId }: Pick<Asked, "from" | "chatId">): Promise<void> {
  const language = await readLanguage(app, from);
  const outcome = await app.telegram.sendMessage(chatId, {
    html: tellHtml(language, "privacy.text"),
    button: tellLink(app, language, "privacy.open", formatStartParam("privacy", undefined)),
  });
  requireSent(outcome);
}

/** Throws if the messenger did not take an answer. */
export function requireSent({ kind }: { kind: string }): void {
  if (kind !== "sent") throw new Error(`the messenger did not take the answer: ${kind}`);
}
