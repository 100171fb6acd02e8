import type { App } from "#server/app.ts";
import { tellHtml, tellPlain } from "#server/messenger/botText.ts";
import { writeFrom } from "#server/messenger/forumTopics.ts";
import { formatAppLink, formatChatStartParam } from "#server/messenger/startParams.ts";
import { readLanguage } from "./readLanguage.ts";
import type { AskedPrompt } from "./readPrompt.ts";
import { tellAlone } from "./tellAlone.ts";

/** Tells only the one who asked how to send an envelope to this group, with the way there. */
export async function tellHowTo(
  app: App,
  { from, chatId, threadId, prompt }: Extract<AskedPrompt, { kind: "howTo" }>,
): Promise<void> {
  const language = await readLanguage(app, from);
  const startParam = formatChatStartParam(app.config.appSecrets, chatId, threadId);
  const message = {
    html: tellHtml(language, "howTo.text"),
    button: {
      text: tellPlain(language, "howTo.open"),
      url: formatAppLink(app, startParam),
    },
  };
  if (await tellAlone(app, { from, chatId, threadId, prompt }, message)) return;
  // It says nothing that others may not read.
  const { kind } = await writeFrom(app, { chatId, threadId }, message);
  if (kind !== "sent") throw new Error(`the messenger did not take the answer: ${kind}`);
}
