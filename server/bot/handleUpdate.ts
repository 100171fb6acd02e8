import type { Chat, ChatMemberUpdated, Message, Update, User } from "grammy/types";
import { chooseLanguage } from "#domain/language/chooseLanguage.ts";
import type { App } from "#server/app.ts";
import { isPresent } from "#server/messenger/memberReply.ts";
import { forgetSight, linkChosen, linkPerson, rememberChat } from "#server/messenger/chats.ts";
import { moveChat } from "#server/messenger/moveChat.ts";
import { findPerson, readCommand } from "./readUpdate.ts";
import { readLanguage } from "./texts.ts";
import { readThread } from "#server/messenger/forumTopics.ts";
import { GROUP_REQUEST } from "#server/messenger/chatCalls.ts";
import { queueAnswer } from "#server/messenger/answers.ts";
import { rememberInlineMessage } from "#server/messenger/inlineMessages.ts";

/** Executes one update of the bot in the database; jobs send its answers. May be repeated. */
export async function handleUpdate(app: App, update: Update): Promise<void> {
  const person = findPerson(update);
  if (update.my_chat_member !== undefined) {
    await handlePresence(app, update.my_chat_member, person);
  } else if (update.message !== undefined) {
    await handleMessage(app, update.message, person);
  } else if (update.chosen_inline_result !== undefined && person !== null) {
    await rememberInlineMessage(app, update.chosen_inline_result);
  }
}

async function handlePresence(
  app: App,
  { chat, new_chat_member: member }: ChatMemberUpdated,
  person: User | null,
): Promise<void> {
  const isInChat = isPresent(member);
  const chatId = BigInt(chat.id);
  if (chat.type === "private") return allowWriting(app, chatId, isInChat);
  const wasPresent = await isBotMember(app, chatId);
  const isBotAdministrator = member.status === "administrator";
  forgetSight(app, chatId);
  await rememberChat(app, {
    chatId,
    title: chat.title,
    isBotMember: isInChat,
    isBotAdministrator,
    kind: chat.type === "channel" ? "channel" : "group",
    username: chat.type === "group" ? null : (chat.username ?? null),
  });
  if (!isInChat) return undefined;
  if (chat.type === "channel") return person === null ? undefined : linkPerson(app, chatId, BigInt(person.id));
  return wasPresent ? undefined : greet(app, chat, person, { isFirst: true, threadId: null });
}

async function handleMessage(app: App, message: Message, person: User | null): Promise<void> {
  const { chat } = message;
  const isStart = readCommand(message, app.telegram.username)?.name === "start";
  if (chat.type === "private") {
    if (person === null) return undefined;
    if (message.write_access_allowed !== undefined) await allowWriting(app, BigInt(chat.id), true);
    const chosen = message.chat_shared;
    if (chosen?.request_id === GROUP_REQUEST) await handleChoice(app, BigInt(chosen.chat_id), person);
    return isStart ? welcome(app, person) : undefined;
  }
  if (chat.type !== "group" && chat.type !== "supergroup") return undefined;
  if (message.migrate_to_chat_id !== undefined)
    return moveChat(app, BigInt(chat.id), BigInt(message.migrate_to_chat_id));
  if (message.migrate_from_chat_id !== undefined)
    await moveChat(app, BigInt(message.migrate_from_chat_id), BigInt(chat.id));
  const wasPresent = await isBotMember(app, BigInt(chat.id));
  const username = chat.type === "supergroup" ? (chat.username ?? null) : null;
  await rememberChat(app, { chatId: BigInt(chat.id), title: chat.title, isBotMember: true, username });
  const place = { isFirst: false, threadId: readThread(message) };
  return isStart || !wasPresent ? greet(app, chat, person, place) : undefined;
}

/** The messenger may tell the choice before it tells that the bot is in the group: whichever comes first has it greeted. */
async function handleChoice(app: App, chatId: bigint, person: User): Promise<void> {
  const wasPresent = await isBotMember(app, chatId);
  const title = await linkChosen(app, chatId, BigInt(person.id));
  if (title === null || wasPresent) return;
  const language = chooseLanguage(person.language_code ?? null);
  await queueAnswer(app, { chatId, name: title, language, isFirst: true, askedBy: BigInt(person.id) });
}

async function isBotMember(app: App, chatId: bigint): Promise<boolean> {
  const chat = await app.database.kysely
    .selectFrom("chat")
    .select("is_bot_member")
    .where("chat_id", "=", chatId)
    .executeTakeFirst();
  return chat?.is_bot_member === true;
}

async function greet(
  app: App,
  chat: Chat.GroupChat | Chat.SupergroupChat,
  person: User | null,
  place: { isFirst: boolean; threadId: bigint | null },
): Promise<void> {
  await queueAnswer(app, {
    chatId: BigInt(chat.id),
    name: chat.title,
    language: chooseLanguage(person?.language_code ?? null),
    askedBy: person === null ? null : BigInt(person.id),
    ...place,
  });
}

async function welcome(app: App, person: User): Promise<void> {
  const userId = BigInt(person.id);
  await allowWriting(app, userId, true);
  const language = await readLanguage(app, person);
  await queueAnswer(app, { chatId: userId, name: person.first_name, language });
}

async function allowWriting(app: App, tgUserId: bigint, isAllowed: boolean): Promise<void> {
  await app.database.kysely
    .updateTable("tg_user")
    .set({ allows_write_to_pm: isAllowed, write_access_changed_at: app.clock.now() })
    .where("tg_user_id", "=", tgUserId)
    .execute();
}
