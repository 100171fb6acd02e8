import type { Message, Update } from "grammy/types";
import { findPerson } from "./findPerson.ts";
import { readCommand } from "./readCommand.ts";

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
