import type { App } from "#server/app.ts";

/** A message with its buttons; `html` is Telegram HTML, and all text from people is escaped. */
export interface BotMessage {
  html: string;
  /** The main one, which opens a link. */
  button?: { text: string; url: string };
  /** Below it: asks the bot, whose answer only the one who pressed it sees. `data` has 64 bytes at most. */
  question?: { text: string; data: string };
  /** The topic of a forum; left out or null: General. Of a new message alone, also of one that a single person sees. */
  threadId?: bigint | null;
}

/** What an answer that only one person in a group sees belongs to. */
export type Prompt = { callbackQueryId: string } | { ephemeralMessageId: number };

/** A result of an inline query: a message that the person may send into the chat. */
export interface InlineOffer extends BotMessage {
  /** Up to 64 bytes. */
  id: string;
  title: string;
  description: string;
}

/** An inline message that a user may share into a chat. `title` names the entry in the picker. */
interface ShareMessage extends BotMessage {
  title: string;
}

/**
 * Outcome of a message. `retryAfterMs` is the wait that the messenger asked for; `refused` is permanent (the message is
 * gone, or wrong), and so is `forbidden`: the bot was removed, or the user allows no messages.
 */
export type SendOutcome =
  | { kind: "sent"; messageId: bigint }
  | { kind: "retry"; retryAfterMs: number | null; reason: string }
  | { kind: "refused"; reason: string }
  | { kind: "forbidden"; reason: string }
  /** The group became a supergroup, whose id is another: nothing was sent. */
  | { kind: "moved"; toChatId: bigint; reason: string };

/**
 * Whether somebody is in a chat. Unknown: the messenger is `away` (no answer, or none that can be read), the members are
 * `hidden` from a bot that is no administrator, the chat is `gone` for the bot, or it is `refused` for another reason.
 */
export type MemberReply =
  | { kind: "yes" }
  | { kind: "no" }
  | { kind: "unknown"; why: "away" | "hidden" | "gone" | "refused"; retryAfterMs: number | null }
  /** The group became a supergroup, whose id is another. */
  | { kind: "moved"; toChatId: bigint };

interface ReadChat {
  title: string;
  /** The public name, without the at sign. */
  username: string | null;
  isBotAdministrator: boolean;
}

/** The part of the Bot API that the server uses. */
export interface BotApi {
  /** Without the at sign. */
  readonly username: string;
  /** What the messenger says of a user in a chat now, for sure only where the bot is an administrator. Never rejects. */
  askMember(chatId: bigint, userId: bigint): Promise<MemberReply>;
  /** How many members a chat has, bots among them; null where the messenger does not say. Never rejects. */
  countMembers(chatId: bigint): Promise<number | null>;
  /** A chat as the messenger shows it to the bot; null if the bot is not in it. Rejects if the messenger is unreachable. */
  readChat(chatId: bigint): Promise<ReadChat | null>;
  sendMessage(chatId: bigint, message: BotMessage): Promise<SendOutcome>;
  /** Of a message that has no photo. An edit that changes nothing counts as sent. */
  editMessageText(chatId: bigint, messageId: bigint, message: BotMessage): Promise<SendOutcome>;
  /** Of a message that a person put into a chat by the bot's name. An edit that changes nothing counts as sent. */
  editInlineText(inlineMessageId: string, message: BotMessage): Promise<SendOutcome>;
  /** Sends a JPEG with the message as its caption, which has up to 1,024 characters. */
  sendPhoto(chatId: bigint, photo: Buffer, message: BotMessage): Promise<SendOutcome>;
  /** Of a photo. An edit that changes nothing counts as sent. */
  editCaption(chatId: bigint, messageId: bigint, message: BotMessage): Promise<SendOutcome>;
  /** Another JPEG with another caption. */
  editPhoto(chatId: bigint, messageId: bigint, photo: Buffer, message: BotMessage): Promise<SendOutcome>;
  /**
   * Sends a message that only this person sees, within 15 s of what it answers. `chatId` is null where the messenger did
   * not say in which chat a button was pressed: it knows.
   */
  sendEphemeral(chatId: bigint | null, userId: bigint, message: BotMessage, prompt: Prompt): Promise<SendOutcome>;
  /** Ends a press of a button: with a text on the screen of the one who pressed it, or without. */
  answerPress(callbackQueryId: string, text: string | null): Promise<void>;
  /** Whether the message is gone. */
  deleteMessage(chatId: bigint, messageId: number): Promise<boolean>;
  /** Answers an inline query: only the person who asked sees the offers, with a button above them that opens the app. */
  answerInline(queryId: string, offers: readonly InlineOffer[], button: { text: string; url: string }): Promise<void>;
  /**
   * Prepares a button by which the user chooses one of their groups in the app, which adds the bot to it; null when the
   * messenger refuses it. The bot is told of the chosen one as `chat_shared` with this id.
   */
  prepareChatRequest(userId: bigint, requestId: number): Promise<string | null>;
  /** Prepares an inline message that this user may share; null when the messenger refuses it. */
  prepareShare(userId: bigint, message: ShareMessage): Promise<{ preparedMessageId: string } | null>;
}

/** One of a kind for each connected bot: what the messenger says to one is nothing to another. */
export function keepPerBot<Kept>(create: (app: App) => Kept): (app: App) => Kept {
  const known = new WeakMap<BotApi, Kept>();
  return (app) => {
    const kept = known.get(app.telegram) ?? create(app);
    known.set(app.telegram, kept);
    return kept;
  };
}
