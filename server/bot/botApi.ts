/** A message with at most one URL button; `html` is Telegram HTML with every foreign text escaped. */
export interface BotMessage {
  html: string;
  button?: { text: string; url: string };
}

/** What a user may post into a chat of their own choice. `title` names the entry in the picker. */
interface ShareMessage extends BotMessage {
  title: string;
}

/**
 * What became of a message. `retryAfterMs` is how long the messenger asked to wait; `refused` never succeeds by
 * waiting (the bot was removed, the user never allowed messages, the message is gone).
 */
export type SendOutcome =
  | { kind: "sent"; messageId: bigint }
  | { kind: "retry"; retryAfterMs: number | null; reason: string }
  | { kind: "refused"; reason: string };

/** The Bot API as the server uses it. */
export interface BotApi {
  /** Without the at sign. */
  readonly username: string;
  /** Whether the user is in the chat now. False when the bot cannot see the chat; rejects when the messenger is unreachable. */
  isChatMember(chatId: bigint, userId: bigint): Promise<boolean>;
  sendMessage(chatId: bigint, message: BotMessage): Promise<SendOutcome>;
  /** An edit that changes nothing counts as sent. */
  editMessageText(chatId: bigint, messageId: bigint, message: BotMessage): Promise<SendOutcome>;
  /** Prepares an inline message that this user may share; null when the messenger refuses it. */
  prepareShare(userId: bigint, message: ShareMessage): Promise<{ preparedMessageId: string } | null>;
}
