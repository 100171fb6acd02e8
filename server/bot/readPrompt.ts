import type { CallbackQuery, InlineQuery, Message, Update, User } from "grammy/types";
import type { Prompt } from "#server/messenger/botApi.ts";
import { SHARE_DATA } from "#server/messenger/envelopeMessage.ts";

interface Asked {
  from: User;
  chatId: bigint;
}

/** What somebody waits for, and what must not be stored. */
export type AskedPrompt =
  /** What of an envelope is theirs. */
  | (Asked & { kind: "share"; envelopeId: string; prompt: Prompt & { callbackQueryId: string } })
  /** A button that this version does not know. */
  | (Asked & { kind: "unknown"; prompt: Prompt & { callbackQueryId: string } })
  /** `/open <passphrase>`. `prompt` is null where all of the chat have seen it, as an older messenger sends it. */
  | (Asked & { kind: "open"; passphrase: string; messageId: number; prompt: Prompt | null })
  /** `/hongbao` that nobody else sees. */
  | (Asked & { kind: "howTo"; prompt: Prompt })
  /** The bot's name, typed in any chat. */
  | (Asked & { kind: "inline"; queryId: string })
  /** `/privacy`, in private. */
  | (Asked & { kind: "privacy" });

/** What an update asks for at once; null: it can wait in the database. */
export function readPrompt(update: Update, botUsername: string): AskedPrompt | null {
  if (update.callback_query !== undefined) return readPress(update.callback_query);
  if (update.inline_query !== undefined) return readInline(update.inline_query);
  return update.message === undefined ? null : readCommand(update.message, botUsername);
}

function readPress({ id, from, message, data = "" }: CallbackQuery): AskedPrompt {
  const asked = { from, chatId: BigInt(message?.chat.id ?? from.id), prompt: { callbackQueryId: id } };
  return data.startsWith(SHARE_DATA)
    ? { ...asked, kind: "share", envelopeId: data.slice(SHARE_DATA.length) }
    : { ...asked, kind: "unknown" };
}

/** The messenger does not say in which chat. */
function readInline({ id, from }: InlineQuery): AskedPrompt {
  return { kind: "inline", from, chatId: BigInt(from.id), queryId: id };
}

function readCommand(message: Message, botUsername: string): AskedPrompt | null {
  const { from, chat, text = "", message_id: messageId, ephemeral_message_id: ephemeralMessageId } = message;
  const [, command, name = botUsername, words = ""] = /^\/(\w+)(?:@(\w+))?(?:\s+([^]*))?$/u.exec(text) ?? [];
  if (from === undefined || name.toLowerCase() !== botUsername.toLowerCase()) return null;
  const asked = { from, chatId: BigInt(chat.id) };
  const prompt = ephemeralMessageId === undefined ? null : { ephemeralMessageId };
  if (command === "privacy" && chat.type === "private") return { ...asked, kind: "privacy" };
  if (command === "open") return { ...asked, kind: "open", passphrase: words, messageId, prompt };
  return command === "hongbao" && prompt !== null ? { ...asked, kind: "howTo", prompt } : null;
}
