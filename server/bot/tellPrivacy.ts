import type { App } from "#server/app.ts";
import { tellHtml, tellPlain } from "#server/messenger/botText.ts";
import { formatAppLink, formatStartParam } from "#server/messenger/startParams.ts";
import { readLanguage } from "./readLanguage.ts";
import type { AskedPrompt } from "./readPrompt.ts";

/** Tells what is kept of a person in short, with the way to the page that says it all. */
export async function tellPrivacy(
  app: App,
  { from, chatId }: Extract<AskedPrompt, { kind: "privacy" }>,
): Promise<void> {
  const language = await readLanguage(app, from);
  const outcome = await app.telegram.sendMessage(chatId, {
    html: tellHtml(language, "privacy.text"),
    button: {
      text: tellPlain(language, "privacy.open"),
      url: formatAppLink(app, formatStartParam("privacy", undefined)),
    },
  });
  if (outcome.kind !== "sent") throw new Error(`the messenger did not take the answer: ${outcome.kind}`);
}
