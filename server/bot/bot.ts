import type { ChatMemberUpdated, Update } from "grammy/types";
import type { App } from "#server/app.ts";
import { keepPerBot } from "#server/messenger/keepPerBot.ts";
import { keepUpdate } from "./readUpdate.ts";
import { readStatus } from "#server/messenger/memberReply.ts";
import { noteMember } from "#server/messenger/memberships.ts";
import { storeUpdates } from "#server/bot/updates.ts";
import { answerInline } from "./inline.ts";
import { answerNobody } from "./answerNobody.ts";
import { answerOpen } from "./open.ts";
import { answerShare } from "./share.ts";
import { PromptDesk } from "./PromptDesk.ts";
import { type AskedPrompt, readPrompt } from "./readPrompt.ts";
import { tellHtml, tellPlain } from "#server/messenger/botText.ts";
import { writeFrom } from "#server/messenger/forumTopics.ts";
import { formatAppLink, formatChatStartParam, formatStartParam } from "#server/messenger/startParams.ts";
import { readLanguage } from "./readLanguage.ts";
import { tellAlone } from "./tellAlone.ts";

/** The one desk of a process. */
export const findDesk = keepPerBot(({ clock }) => new PromptDesk(() => clock.now().getTime()));

/**
 * Takes what the messenger delivers: what somebody waits for goes to the desk, what concerns the bot to the database,
 * and all else nowhere.
 */
export async function takeUpdates(app: App, updates: readonly Update[]): Promise<void> {
  const desk = findDesk(app);
  const read = updates.map((update) => readUpdate(app, update)).filter((each) => each !== null);
  await storeUpdates(
    app,
    read.flatMap(({ kept }) => kept ?? []),
  );
  for (const { asked } of read) if (asked !== null) desk.take(nameAsker(asked), () => answer(app, desk, asked));
}

interface Read {
  asked: AskedPrompt | null;
  kept: Update | null;
}

/** Null: one that cannot be read, which the messenger would deliver for ever. */
function readUpdate(app: App, update: Update): Read | null {
  const { telegram, logger } = app;
  try {
    if (!Number.isSafeInteger(update.update_id)) return null;
    if (update.chat_member !== undefined) noteChange(app, update.chat_member);
    const asked = readPrompt(update, telegram.username);
    return { asked, kept: asked === null ? keepUpdate(update, telegram.username) : null };
  } catch (error) {
    logger.warn({ error }, "an update of the messenger could not be read");
    return null;
  }
}

function nameAsker(asked: AskedPrompt): { kind: string; by: string } {
  return { kind: asked.kind, by: "by" in asked ? asked.by : String(asked.from.id) };
}

/** Who comes and goes in a group is not stored: it only corrects what is known of somebody in it. */
function noteChange(app: App, { chat, date, new_chat_member: member }: ChatMemberUpdated): void {
  const { kind } = readStatus(member);
  if (kind !== "yes" && kind !== "no") return;
  const about = { chatId: BigInt(chat.id), tgUserId: BigInt(member.user.id) };
  noteMember(app, { ...about, isMember: kind === "yes", at: new Date(date * 1_000) });
}

async function answer(app: App, desk: PromptDesk, asked: AskedPrompt): Promise<void> {
  try {
    if (asked.kind === "share") await answerShare(app, desk, asked);
    else if (asked.kind === "open") await answerOpen(app, desk, asked);
    else if (asked.kind === "inline") await answerInline(app, desk, asked);
    else if (asked.kind === "howTo") await tellOnce(desk, asked, () => tellHowTo(app, asked));
    else if (asked.kind === "privacy") await tellOnce(desk, asked, () => tellPrivacy(app, asked));
    else if (asked.kind === "nobody") await answerNobody(app, asked);
    else await app.telegram.answerPress(asked.prompt.callbackQueryId, null);
  } catch (error) {
    app.logger.warn({ error }, "a question in a chat was not answered");
  }
}

/** Who asks again within three seconds has the answer before their eyes. */
async function tellOnce(
  desk: PromptDesk,
  { kind, chatId, from }: Extract<AskedPrompt, { kind: "howTo" | "privacy" }>,
  tell: () => Promise<void>,
): Promise<void> {
  await desk.recall(`${kind}:${chatId}:${from.id}`, tell).answer;
}

/** Tells only the one who asked how to send an envelope to this group, with the way there. */
async function tellHowTo(
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

/** Tells what is kept of a person in short, with the way to the page that says it all. */
async function tellPrivacy(app: App, { from, chatId }: Extract<AskedPrompt, { kind: "privacy" }>): Promise<void> {
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
