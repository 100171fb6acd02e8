import { sql } from "kysely";
import type { App } from "#server/app.ts";
import { type Delivery, deliverDue, type Letter } from "#server/outbox/deliver.ts";
import { forgetSight, linkChosen, linkPerson, MessengerAway, rememberChat } from "#server/messenger/chats.ts";
import type { Chat, ChatMemberUpdated, Message, Update, User } from "grammy/types";
import { chooseLanguage } from "#domain/language/language.ts";
import { isPresent } from "#server/messenger/memberReply.ts";
import { moveChat } from "#server/messenger/moveChat.ts";
import { findPerson, readCommand } from "./readUpdate.ts";
import { readLanguage } from "./texts.ts";
import { readThread } from "#server/messenger/forumTopics.ts";
import { GROUP_REQUEST } from "#server/messenger/chatCalls.ts";
import { queueAnswer } from "#server/messenger/answers.ts";
import { rememberInlineMessage } from "#server/messenger/inlineMessages.ts";

/** The kinds of updates that the bot requests. */
export const UPDATE_KINDS = [
  "message",
  "my_chat_member",
  // Comes only from chats in which the bot is an administrator.
  "chat_member",
  "callback_query",
  "inline_query",
  "chosen_inline_result",
] as const;

/** Those of a chat belong together: one that fails is soon set aside. */
const MAX_ATTEMPTS = 3;
/** Updates of one chat. Whoever chooses more groups at once chooses again. */
const MOST_WAITING = 20;

/** Stores an update once, by its id. What a chat has too many of is dropped. */
export async function storeUpdate({ database, clock }: App, update: Update): Promise<void> {
  const { update_id: id } = update;
  const kind = UPDATE_KINDS.find((known) => update[known] !== undefined) ?? "unknown";
  // One of no chat waits for no other.
  const taker = String(readChatId(update) ?? `update ${id}`);
  // Few updates say that the bot was added or removed, and none of them may be dropped.
  const isAlways = update.my_chat_member !== undefined;
  await sql`
    insert into letter (queue, letter_id, kind, taker, place, payload, created_at, due_at)
    select 'bot_update', ${String(id)}, ${kind}, ${taker}, ${id}::bigint, to_jsonb(${JSON.stringify(update)}::text), at, at
    from (values (${clock.now()}::timestamptz)) as now (at)
    where ${isAlways} or ${MOST_WAITING} > (
      select count(*) from letter
      where queue = 'bot_update' and taker = ${taker} and sent_at is null and failed_at is null
    )
    on conflict do nothing
  `.execute(database.kysely);
}

/** Null where the update is of no chat, or of one that the messenger cannot have. */
function readChatId({ message, my_chat_member: change, chosen_inline_result: chosen }: Update): number | null {
  const id = (message ?? change)?.chat.id ?? chosen?.from.id;
  return id !== undefined && Number.isSafeInteger(id) ? id : null;
}

/**
 * Executes the stored updates until none is due: of each chat in the messenger's order, and one of each in turn, so that
 * nobody's many delay another's.
 */
export async function carryOutUpdates(app: App, signal: AbortSignal): Promise<void> {
  let tried = 0;
  do {
    const outbox = {
      queue: "bot_update" as const,
      kinds: UPDATE_KINDS,
      isForgotten: true as const,
      maxAttempts: MAX_ATTEMPTS,
      deliver: (letter: Letter) => carryOut(app, letter),
    };
    tried = await deliverDue(app, outbox, signal);
  } while (tried > 0);
}

async function carryOut(app: App, { payload, waits_since: receivedAt }: Letter): Promise<Delivery> {
  try {
    await handleUpdate(app, JSON.parse(payload as string) as Update);
    return { kind: "sent" };
  } catch (error) {
    if (error instanceof MessengerAway) return waitForMessenger(app.clock.now(), receivedAt);
    throw error;
  }
}

const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 60_000;
const GIVEN_UP_AFTER_MS = 24 * 60 * 60 * 1_000;

/** Twice as long each time, for a day: an outage costs nobody what they chose meanwhile. */
function waitForMessenger(now: Date, receivedAt: Date): Delivery {
  const ageMs = now.getTime() - receivedAt.getTime();
  if (ageMs > GIVEN_UP_AFTER_MS) return { kind: "refused", reason: "the messenger did not answer for a day" };
  const waitMs = Math.min(Math.max(ageMs, FIRST_WAIT_MS), LONGEST_WAIT_MS);
  return { kind: "later", until: new Date(now.getTime() + waitMs) };
}

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
