import { toLanguage } from "#domain/language/toLanguage.ts";
import type { Language } from "#domain/language/language.ts";
import type { App } from "#server/app.ts";
import { tellHtml, tellPlain } from "#server/messenger/botText.ts";
import { writeFrom } from "#server/messenger/forumTopics.ts";
import { GroupGate } from "#server/messenger/groupGate.ts";
import { keepPerBot } from "#server/messenger/keepPerBot.ts";
import { formatAppLink, formatChatStartParam } from "#server/messenger/startParams.ts";
import type { AskedPrompt } from "./readPrompt.ts";

/** Half of what the messenger allows in a group: the rest is for posts. */
const MOST_A_MINUTE = 10;

const findGate = keepPerBot(() => new GroupGate(MOST_A_MINUTE));

/**
 * Answers `/open` of a chat, a bot or a forwarded message: whoever stands behind it opens the envelope as themselves. The
 * phrase is not looked up, so the answer is the same for each; what all have seen is deleted where the bot may.
 */
export async function answerNobody(
  app: App,
  { chatId, threadId, writtenId }: Extract<AskedPrompt, { kind: "nobody" }>,
): Promise<void> {
  if (writtenId !== null) await app.telegram.deleteMessage(chatId, writtenId);
  const language = await readChatLanguage(app, chatId);
  const startParam = chatId < 0n ? formatChatStartParam(app.config.appSecrets, chatId, threadId) : null;
  const message = {
    html: tellHtml(language, "open.asYourself"),
    button: { text: tellPlain(language, "open.see"), url: formatAppLink(app, startParam) },
  };
  const { kind } = await findGate(app).send(app, chatId, () => writeFrom(app, { chatId, threadId }, message));
  if (kind !== "sent" && kind !== "later") throw new Error(`the messenger did not take the answer: ${kind}`);
}

/** The language in which the chat was greeted. */
async function readChatLanguage({ database }: App, chatId: bigint): Promise<Language> {
  const greeted = await database.kysely
    .selectFrom("bot_answer")
    .select("language")
    .where("chat_id", "=", chatId)
    .executeTakeFirst();
  return toLanguage(greeted?.language ?? "en");
}
