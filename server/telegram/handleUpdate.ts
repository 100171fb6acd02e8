import type { Chat, Message, Update } from "grammy/types";
import { chooseLanguage } from "#domain/language/chooseLanguage.ts";
import { toLanguage } from "#domain/language/toLanguage.ts";
import type { App } from "#server/app.ts";
import type { BotMessage } from "./botApi.ts";
import { tellHtml, tellPlain } from "./botText.ts";
import { moveChat } from "./moveChat.ts";
import { rememberChat } from "./rememberChat.ts";
import { formatAppLink, formatChatStartParam } from "./startParams.ts";

const PRESENT = new Set(["creator", "administrator", "member", "restricted"]);

/** The messenger asks to come back later; the update is handled again then. */
export class UpdateDelayed extends Error {
  readonly retryAfterMs: number | null;

  constructor(retryAfterMs: number | null, reason: string) {
    super(reason);
    this.name = "UpdateDelayed";
    this.retryAfterMs = retryAfterMs;
  }
}

/** Carries out one update of the bot. May be repeated. Throws UpdateDelayed when the messenger refuses an answer for now. */
export async function handleUpdate(app: App, update: Update): Promise<void> {
  if (update.my_chat_member !== undefined) {
    const { chat, new_chat_member: member, from } = update.my_chat_member;
    await handlePresence(app, chat, PRESENT.has(member.status), from.language_code ?? null);
  } else if (update.message !== undefined) {
    await handleMessage(app, update.message);
  }
}

async function handlePresence(app: App, chat: Chat, isPresent: boolean, languageCode: string | null): Promise<void> {
  if (chat.type === "private") return allowWriting(app, BigInt(chat.id), isPresent);
  if (chat.type !== "group" && chat.type !== "supergroup") return undefined;
  const wasPresent = await isBotMember(app, BigInt(chat.id));
  if (isPresent && !wasPresent) return greet(app, chat, languageCode);
  return rememberChat(app, { chatId: BigInt(chat.id), title: chat.title, isBotMember: isPresent });
}

async function handleMessage(app: App, message: Message): Promise<void> {
  const { chat } = message;
  const languageCode = message.from?.language_code ?? null;
  const isStart = isStartCommand(message.text, app.telegram.username);
  if (chat.type === "private") {
    if (message.write_access_allowed !== undefined) await allowWriting(app, BigInt(chat.id), true);
    return isStart ? welcome(app, message, languageCode) : undefined;
  }
  if (chat.type !== "group" && chat.type !== "supergroup") return undefined;
  if (message.migrate_to_chat_id !== undefined)
    return moveChat(app, BigInt(chat.id), BigInt(message.migrate_to_chat_id));
  const wasPresent = await isBotMember(app, BigInt(chat.id));
  if (isStart || !wasPresent) return greet(app, chat, languageCode);
  return rememberChat(app, { chatId: BigInt(chat.id), title: chat.title, isBotMember: true });
}

/** In a group the command may name the bot; one that names another bot is not ours. */
function isStartCommand(text: string | undefined, botUsername: string): boolean {
  const [command, name] = (/^\S+/.exec(text ?? "")?.[0] ?? "").split("@");
  return command === "/start" && (name === undefined || name.toLowerCase() === botUsername.toLowerCase());
}

async function isBotMember(app: App, chatId: bigint): Promise<boolean> {
  const chat = await app.database.kysely
    .selectFrom("chat")
    .select("is_bot_member")
    .where("chat_id", "=", chatId)
    .executeTakeFirst();
  return chat?.is_bot_member === true;
}

/** Says hello in a group with a link that carries the group's signed start parameter. The group counts as known once that is said. */
async function greet(app: App, chat: Chat.GroupChat | Chat.SupergroupChat, languageCode: string | null): Promise<void> {
  const chatId = BigInt(chat.id);
  const language = chooseLanguage(languageCode);
  const startParam = formatChatStartParam(app.config.appSecrets, chatId);
  const isSent = await send(app, chatId, {
    html: tellHtml(language, "group.greeting", { title: chat.title }),
    button: {
      text: tellPlain(language, "group.open"),
      url: formatAppLink(app.telegram.username, app.config.botAppName, startParam),
    },
  });
  await rememberChat(app, { chatId, title: chat.title, isBotMember: isSent });
}

async function welcome(app: App, message: Message, languageCode: string | null): Promise<void> {
  const userId = BigInt(message.chat.id);
  await allowWriting(app, userId, true);
  const known = await app.database.kysely
    .selectFrom("tg_user")
    .select("lang")
    .where("tg_user_id", "=", userId)
    .executeTakeFirst();
  const language = toLanguage(known?.lang ?? chooseLanguage(languageCode));
  await send(app, userId, {
    html: tellHtml(language, "private.welcome", { name: message.from?.first_name ?? "" }),
    button: {
      text: tellPlain(language, "private.open"),
      url: formatAppLink(app.telegram.username, app.config.botAppName, null),
    },
  });
}

async function allowWriting(app: App, tgUserId: bigint, isAllowed: boolean): Promise<void> {
  await app.database.kysely
    .updateTable("tg_user")
    .set({ allows_write_to_pm: isAllowed, updated_at: app.clock.now() })
    .where("tg_user_id", "=", tgUserId)
    .execute();
}

/** Whether the message was taken; false when the messenger refuses it for good. */
async function send(app: App, chatId: bigint, message: BotMessage): Promise<boolean> {
  const outcome = await app.telegram.sendMessage(chatId, message);
  if (outcome.kind === "retry") throw new UpdateDelayed(outcome.retryAfterMs, outcome.reason);
  if (outcome.kind === "refused")
    app.logger.warn({ chatId: String(chatId), reason: outcome.reason }, "the messenger refused a message");
  return outcome.kind === "sent";
}
