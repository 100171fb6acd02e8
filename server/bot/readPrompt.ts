import type { CallbackQuery, InlineQuery, Message, Update, User } from "grammy/types";
import type { Prompt } from "#server/messenger/botApi.ts";
import { SHARE_DATA } from "#server/messenger/envelopeMessage.ts";
import { findPerson, isPassedOn } from "#server/bot/findPerson.ts";
import { readCommand } from "./readCommand.ts";
import { readThread } from "#server/messenger/forumTopics.ts";

type Press = Prompt & { callbackQueryId: string };

/** What somebody waits for, and what must not be stored. */
export type AskedPrompt =
  /** What of an envelope is theirs. `chatId` is null where the messenger does not say in which chat it was pressed. */
  | { kind: "share"; from: User; envelopeId: string; chatId: bigint | null; threadId: bigint | null; prompt: Press }
  /** A button that this version does not know, or pressed by a bot. */
  | { kind: "unknown"; by: string; prompt: Press }
  /** `/open <passphrase>`. `prompt` is null where all of the chat have seen it, as an older messenger sends it. */
  | {
      kind: "open";
      from: User;
      chatId: bigint;
      threadId: bigint | null;
      passphrase: string;
      messageId: number;
      prompt: Prompt | null;
    }
  /** `/hongbao` that nobody else sees. */
  | { kind: "howTo"; from: User; chatId: bigint; threadId: bigint | null; prompt: Prompt }
  /** The bot's name, typed in any chat. */
  | { kind: "inline"; from: User; queryId: string }
  /** `/privacy`, in private. */
  | { kind: "privacy"; from: User; chatId: bigint }
  /** `/open` that is nobody's, by whatever spoke. `writtenId` is the message, if it was written there and all saw it. */
  | { kind: "nobody"; by: string; chatId: bigint; threadId: bigint | null; writtenId: number | null };

/** What an update asks for at once; null: nothing, or it can wait in the database. */
export function readPrompt(update: Update, botUsername: string): AskedPrompt | null {
  const person = findPerson(update);
  if (update.callback_query !== undefined) return readPress(update.callback_query, person);
  if (update.inline_query !== undefined) return readInline(update.inline_query, person);
  return update.message === undefined ? null : readMessage(update.message, person, botUsername);
}

function readPress({ id, from: presser, message, data = "" }: CallbackQuery, from: User | null): AskedPrompt {
  const prompt = { callbackQueryId: id };
  if (from === null || !data.startsWith(SHARE_DATA)) return { kind: "unknown", by: String(presser.id), prompt };
  const chat = message?.chat;
  const chatId = chat === undefined ? null : BigInt(chat.id);
  // A message that the bot sees no more does not tell its topic.
  const threadId = message === undefined || message.date === 0 ? null : readThread(message);
  return { kind: "share", from, envelopeId: data.slice(SHARE_DATA.length), chatId, threadId, prompt };
}

function readInline({ id }: InlineQuery, from: User | null): AskedPrompt | null {
  return from === null ? null : { kind: "inline", from, queryId: id };
}

function readMessage(message: Message, from: User | null, botUsername: string): AskedPrompt | null {
  const { chat, message_id: messageId, ephemeral_message_id: ephemeralMessageId } = message;
  const command = readCommand(message, botUsername);
  if (command === null) return null;
  const place = { chatId: BigInt(chat.id), threadId: readThread(message) };
  const prompt = ephemeralMessageId === undefined ? null : { ephemeralMessageId };
  if (command.name === "open") {
    if (from !== null) return { kind: "open", from, ...place, passphrase: command.words, messageId, prompt };
    const by = `${chat.id}:${message.sender_chat?.id ?? message.from?.id ?? 0}`;
    return { kind: "nobody", by, ...place, writtenId: prompt !== null || isPassedOn(message) ? null : messageId };
  }
  if (from === null) return null;
  if (command.name === "privacy" && chat.type === "private") return { kind: "privacy", from, chatId: place.chatId };
  return command.name === "hongbao" && prompt !== null ? { kind: "howTo", from, ...place, prompt } : null;
}
