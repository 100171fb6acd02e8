import type { Message, Update, User } from "grammy/types";

/** Users in `from` that stand for a chat: an anonymous administrator, a channel, and Telegram for a linked channel. */
const STAND_INS: ReadonlySet<number> = new Set([1_087_968_824, 136_817_688, 777_000]);

/**
 * Whose an update is; null: nobody's. A tap is its `from`, whoever wrote the message that it hangs on. A message is
 * nobody's where a chat or a bot speaks, and where somebody passes on what another has written. No bot is somebody.
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
