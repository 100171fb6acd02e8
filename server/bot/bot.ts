import { Bot, BotError, Context } from "grammy";
import type { CallbackQuery, ChatMemberUpdated, Message, Update, User } from "grammy/types";
import type { App } from "#server/app.ts";
import { SHARE_DATA } from "#server/messenger/envelopeMessage.ts";
import { readThread } from "#server/messenger/forumTopics.ts";
import { keepPerBot } from "#server/messenger/botApi.ts";
import { readStatus } from "#server/messenger/memberReply.ts";
import { noteMember } from "#server/messenger/memberships.ts";
import { answerInline } from "./inline.ts";
import { answerNobody, answerOpen } from "./open.ts";
import { PromptDesk } from "./PromptDesk.ts";
import { findPerson, isPassedOn, keepUpdate, readCommand } from "./readUpdate.ts";
import { answerShare } from "./share.ts";
import { tellHowTo, tellPrivacy } from "./texts.ts";
import { storeUpdate } from "./updates.ts";

/** The one desk of a process. */
export const findDesk = keepPerBot(({ clock }) => new PromptDesk(() => clock.now().getTime()));

/** An update, as the handlers read it. */
class Told extends Context {
  /** What of it waits in the database. */
  kept: Update | null = null;

  /** Whose it is; null: nobody's. */
  get person(): User | null {
    return findPerson(this.update);
  }
}

const bots = new WeakMap<App, Bot<Told>>();

/**
 * Takes what the messenger delivers: what somebody waits for goes to the desk, what concerns the bot to the database,
 * and all else nowhere. Rejects where it could not be stored.
 */
export async function takeUpdate(app: App, update: Update): Promise<void> {
  const bot = bots.get(app) ?? createBot(app);
  bots.set(app, bot);
  try {
    await bot.handleUpdate(update);
  } catch (error) {
    // The library's own error has the update and the bot's token beside it, which are for no log.
    throw error instanceof BotError ? error.error : error;
  }
}

/** What the messenger says of the bot; the handlers need its name alone. */
const ME = {
  id: 0,
  is_bot: true,
  first_name: "",
  can_join_groups: true,
  can_read_all_group_messages: false,
  supports_inline_queries: true,
  can_connect_to_business: false,
  has_main_web_app: true,
  has_topics_enabled: false,
  allows_users_to_create_topics: false,
  can_manage_bots: false,
  supports_join_request_queries: false,
} as const;

function createBot(app: App): Bot<Told> {
  const { username } = app.telegram;
  const botInfo = { ...ME, username };
  const bot = new Bot<Told>(app.config.botToken, { botInfo, ContextConstructor: Told });
  const says = (name: string) => (ctx: Told) =>
    ctx.message !== undefined && readCommand(ctx.message, username)?.name === name;

  bot.use(async (ctx, next) => {
    try {
      if (!Number.isSafeInteger(ctx.update.update_id)) return;
      await next();
    } catch (error) {
      // The messenger would deliver it for ever.
      app.logger.warn({ error }, "an update of the messenger could not be read");
      return;
    }
    if (ctx.kept !== null) await storeUpdate(app, ctx.kept);
  });
  bot.on("chat_member", (ctx, next) => {
    noteChange(app, ctx.chatMember);
    return next();
  });

  const people = bot.filter((ctx): ctx is Told & { person: User } => ctx.person !== null);
  people.callbackQuery(new RegExp(`^${SHARE_DATA}`, "u"), ({ person: from, callbackQuery: press }) => {
    const asked = { from, ...readPress(press) };
    wait(app, "share", from.id, (desk) => answerShare(app, desk, asked));
  });
  bot.on("callback_query", ({ callbackQuery: { id, from } }) =>
    wait(app, "unknown", from.id, () => app.telegram.answerPress(id, null)),
  );
  people.on("inline_query", ({ person: from, inlineQuery: { id: queryId } }) =>
    wait(app, "inline", from.id, (desk) => answerInline(app, desk, { from, queryId })),
  );

  const said = people.on("message");
  said.filter(says("open"), ({ person: from, message }) => {
    const passphrase = readCommand(message, username)?.words ?? "";
    const asked = { from, ...readPlace(message), passphrase, messageId: message.message_id };
    wait(app, "open", from.id, (desk) => answerOpen(app, desk, asked));
  });
  bot.on("message").filter(says("open"), ({ message }) => {
    const place = readPlace(message);
    const by = `${place.chatId}:${message.sender_chat?.id ?? message.from?.id ?? 0}`;
    const isWritten = place.prompt === null && !isPassedOn(message);
    const writtenId = isWritten ? message.message_id : null;
    wait(app, "nobody", by, () => answerNobody(app, { ...place, writtenId }));
  });
  said.chatType("private").filter(says("privacy"), ({ person: from, message }) => {
    const { chatId } = readPlace(message);
    waitOnce(app, "privacy", { from, chatId }, () => tellPrivacy(app, { from, chatId }));
  });
  said.filter(says("hongbao"), ({ person: from, message }, next) => {
    const place = readPlace(message);
    // Nobody else has seen it.
    if (place.prompt === null) return next();
    waitOnce(app, "howTo", { from, chatId: place.chatId }, () => tellHowTo(app, { from, ...place }));
    return undefined;
  });

  bot.on(["message", "my_chat_member", "chosen_inline_result"], (ctx) => {
    ctx.kept = keepUpdate(ctx.update, username);
  });
  return bot;
}

/** Lets the desk work for somebody who waits, in the next of their turns. */
function wait(app: App, kind: string, by: number | string, work: (desk: PromptDesk) => Promise<void>): void {
  const desk = findDesk(app);
  desk.take({ kind, by: String(by) }, async () => {
    try {
      await work(desk);
    } catch (error) {
      app.logger.warn({ error }, "a question in a chat was not answered");
    }
  });
}

/** Who asks again within three seconds has the answer before their eyes. */
function waitOnce(
  app: App,
  kind: string,
  { from, chatId }: { from: User; chatId: bigint },
  tell: () => Promise<void>,
): void {
  wait(app, kind, from.id, (desk) => desk.recall(`${kind}:${chatId}:${from.id}`, tell).answer);
}

function readPlace(message: Message) {
  const { chat, ephemeral_message_id: ephemeralMessageId } = message;
  return {
    chatId: BigInt(chat.id),
    threadId: readThread(message),
    prompt: ephemeralMessageId === undefined ? null : { ephemeralMessageId },
  };
}

function readPress({ id, message, data = "" }: CallbackQuery) {
  return {
    envelopeId: data.slice(SHARE_DATA.length),
    chatId: message === undefined ? null : BigInt(message.chat.id),
    // A message that the bot sees no more does not tell its topic.
    threadId: message === undefined || message.date === 0 ? null : readThread(message),
    prompt: { callbackQueryId: id },
  };
}

/** Who comes and goes in a group is not stored: it only corrects what is known of somebody in it. */
function noteChange(app: App, { chat, date, new_chat_member: member }: ChatMemberUpdated): void {
  const { kind } = readStatus(member);
  if (kind !== "yes" && kind !== "no") return;
  const about = { chatId: BigInt(chat.id), tgUserId: BigInt(member.user.id) };
  noteMember(app, { ...about, isMember: kind === "yes", at: new Date(date * 1_000) });
}
