import type { Update } from "grammy/types";
import type { App } from "#server/app.ts";
import { storeUpdates } from "#server/messenger/updates.ts";
import { answerInline } from "./answerInline.ts";
import { answerOpen } from "./answerOpen.ts";
import { answerShare } from "./answerShare.ts";
import { PromptDesk } from "./PromptDesk.ts";
import { type AskedPrompt, readPrompt } from "./readPrompt.ts";
import { tellHowTo } from "./tellHowTo.ts";
import { tellPrivacy } from "./tellPrivacy.ts";

const desks = new WeakMap<App["telegram"], PromptDesk>();

/** The one desk of a process. */
export function findDesk({ telegram, clock }: App): PromptDesk {
  let desk = desks.get(telegram);
  if (desk === undefined) {
    desk = new PromptDesk(() => clock.now().getTime());
    desks.set(telegram, desk);
  }
  return desk;
}

/** Takes what the messenger delivers: what somebody waits for goes to the desk, the rest to the database. */
export async function takeUpdates(app: App, updates: readonly Update[]): Promise<void> {
  const desk = findDesk(app);
  const rest: Update[] = [];
  for (const update of updates) {
    const asked = readPrompt(update, app.telegram.username);
    if (asked === null) rest.push(dropQuery(update));
    else desk.take(() => answer(app, desk, asked));
  }
  await storeUpdates(app, rest);
}

/** What somebody typed behind the bot's name is nobody's business. */
function dropQuery(update: Update): Update {
  const { chosen_inline_result: chosen } = update;
  return chosen === undefined ? update : { ...update, chosen_inline_result: { ...chosen, query: "" } };
}

async function answer(app: App, desk: PromptDesk, asked: AskedPrompt): Promise<void> {
  try {
    if (asked.kind === "share") await answerShare(app, desk, asked);
    else if (asked.kind === "open") await answerOpen(app, desk, asked);
    else if (asked.kind === "inline") await answerInline(app, desk, asked);
    else if (asked.kind === "howTo") await tellOnce(desk, asked, () => tellHowTo(app, asked));
    else if (asked.kind === "privacy") await tellOnce(desk, asked, () => tellPrivacy(app, asked));
    else await app.telegram.answerPress(asked.prompt.callbackQueryId, null);
  } catch (error) {
    app.logger.warn({ error }, "a question in a chat was not answered");
  }
}

/** Who asks again within three seconds has the answer before their eyes. */
async function tellOnce(
  desk: PromptDesk,
  { kind, chatId, from }: AskedPrompt,
  tell: () => Promise<void>,
): Promise<void> {
  await desk.recall(`${kind}:${chatId}:${from.id}`, tell).answer;
}
