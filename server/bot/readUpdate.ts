import type { Message, Update, User } from "grammy/types";

/** Users in `from` that stand for a chat: an anonymous administrator, a channel, and Telegram for a linked channel. */
const STAND_INS: ReadonlySet<number> = new Set([1_087_968_824, 136_817_688, 777_000]);

/**
 * The person who caused an update; null where none did. A press of a button is by its `from`, whoever wrote the message
 * with the button. A message is by nobody where a chat or a bot wrote it, and where it is forwarded. A bot is no person.
 */
export function findPerson(update: Update): User | null {
  const { message } = update;
  if (message !== undefined) return isOwnWriting(message) ? toPerson(message.from) : null;
  const { callback_query: press, inline_query: query, chosen_inline_result: chosen, my_chat_member: change } = update;
  return toPerson((press ?? query ?? chosen ?? change)?.from);
}

function toPerson(from: User | undefined): User | null {
  if (from === undefined || from.is_bot || STAND_INS.has(from.id)) return null;
  return Number.isSafeInteger(from.id) && from.id > 0 ? from : null;
}

function isOwnWriting(message: Message): boolean {
  const { sender_chat: chat, via_bot: bot, sender_business_bot: agent } = message;
  return chat === undefined && bot === undefined && agent === undefined && !isPassedOn(message);
}

/** Before Bot API 7.0 a forwarded message had other fields, which all begin alike. */
export function isPassedOn(message: Message): boolean {
  return message.is_automatic_forward === true || Object.keys(message).some((field) => field.startsWith("forward_"));
}

/** A command to the bot, in lower case, and the words behind it. */
interface Command {
  name: string;
  words: string;
}

/** The command of a message; null where it has none, or one that names another bot. */
export function readCommand({ text }: Message, botUsername: string): Command | null {
  const [, name, bot = botUsername, words = ""] = /^\/(\w+)(?:@(\w+))?(?:\s+([^]*))?$/u.exec(text ?? "") ?? [];
  if (name === undefined || bot.toLowerCase() !== botUsername.toLowerCase()) return null;
  return { name: name.toLowerCase(), words };
}

/** What the messenger itself says in a chat, and the bot acts upon. */
const SERVICE = [
  "chat_shared",
  "write_access_allowed",
  "migrate_to_chat_id",
  "migrate_from_chat_id",
  "new_chat_title",
] as const satisfies readonly (keyof Message)[];

/** Beside them. What people write is not among it. */
const KEPT = [
  "message_id",
  "message_thread_id",
  "is_topic_message",
  "date",
  "chat",
  "sender_chat",
] as const satisfies readonly (keyof Message)[];

/** What of an update is stored, to be carried out; null: nothing of it is, as of all that people write to each other. */
export function keepUpdate(update: Update, botUsername: string): Update | null {
  const { update_id, my_chat_member, message, chosen_inline_result: chosen } = update;
  const told = my_chat_member ?? message;
  if (told !== undefined && !Number.isSafeInteger(told.chat.id)) return null;
  if (my_chat_member !== undefined) return { update_id, my_chat_member };
  const person = findPerson(update);
  if (chosen !== undefined) {
    const { result_id, from, inline_message_id: id } = chosen;
    // What was typed behind the bot's name is nobody's business.
    const kept = { result_id, from, query: "", ...(id === undefined ? {} : { inline_message_id: id }) };
    return person === null ? null : { update_id, chosen_inline_result: kept };
  }
  if (message === undefined) return null;
  // In private, only a person has something to say.
  if (message.chat.type === "private" && person === null) return null;
  const isStart = readCommand(message, botUsername)?.name === "start";
  const service = SERVICE.filter((field) => message[field] !== undefined);
  if (!isStart && service.length === 0) return null;
  const kept = {
    ...Object.fromEntries([...KEPT, ...service].map((field) => [field, message[field]])),
    ...(person === null ? {} : { from: person }),
    ...(isStart ? { text: "/start" } : {}),
  };
  // What a stored update is shorn of must not make it somebody's.
  return { update_id, message: kept as Message & Update.NonChannel };
}
