import { type BotSettings, NEW_BOT, readRights } from "./botSettings.ts";
import type { Topic } from "./page/forums.ts";
import type { MessageEntity } from "./parseHtmlText.ts";
import type { Group } from "./people.ts";
import type { InlineKeyboard } from "./replyMarkup.ts";
import type { RequestButton } from "./requestButton.ts";

export interface Sender {
  readonly id: number;
  readonly first_name: string;
  readonly username: string | null;
  readonly is_bot: boolean;
}

/** One message as the page and the tests see it. Dates are Unix seconds. */
export interface StoredMessage {
  readonly chatId: number;
  readonly messageId: number;
  /** The topic of a forum; null: General, or a chat without topics. */
  threadId: number | null;
  readonly from: Sender;
  text: string;
  entities: readonly MessageEntity[];
  photoUrl: string | null;
  replyMarkup: InlineKeyboard | null;
  readonly date: number;
  editDate: number | null;
  edits: number;
  /** The bot edits a message by it that a person posted through the bot; null where it has none. */
  inlineMessageId: string | null;
  /** What the Bot API says besides of a message that no person writes as themselves. */
  readonly speech: Readonly<Record<string, unknown>>;
  /** Set if a person posted it through the bot. */
  readonly isViaBot: boolean;
  /** The only person who sees this ephemeral message, whose id here is negative; null: everybody in the chat. */
  readonly onlyFor: number | null;
  /** A service message of the messenger, like "Anna added the bot". */
  readonly isService: boolean;
}

export interface BotUpdate {
  readonly update_id: number;
  readonly [kind: string]: unknown;
}

export interface PreparedMessage {
  /** What the bot is told once a result of an inline query is sent; null: it is none. */
  readonly chosen: { readonly resultId: string; readonly query: string } | null;
  readonly userId: number;
  readonly title: string;
  readonly text: string;
  readonly entities: readonly MessageEntity[];
  readonly photoUrl: string | null;
  readonly replyMarkup: InlineKeyboard | null;
  readonly expiresAt: number;
  readonly isForGroups: boolean;
  readonly isForBots: boolean;
}

export interface PersonState {
  /** Has pressed Start or granted write access. */
  canBotWrite: boolean;
  hasBlockedBot: boolean;
  cloud: Record<string, string>;
}

export interface Webhook {
  readonly url: string;
  readonly secretToken: string | null;
}

export interface OfferedCommand {
  readonly command: string;
  readonly description: string;
  /** Only the bot sees it. */
  readonly is_ephemeral: boolean;
}

/** Everything that the messenger keeps over a restart. */
export interface WorldState {
  nextUpdateId: number;
  updates: BotUpdate[];
  allowedUpdates: readonly string[] | null;
  webhook: Webhook | null;
  nextMessageIds: Record<string, number>;
  messages: StoredMessage[];
  /** Whether the bot is in a group; a group without an entry has its default. */
  botMemberships: Record<string, boolean>;
  /** Whether the bot is an administrator of a group. */
  botAdministrations: Record<string, boolean>;
  /** The bot's rights where a link asked for some; elsewhere it has those that the clients propose. */
  botRights: Record<string, Readonly<Record<string, boolean>>>;
  /** Groups that people have made. */
  groups: Group[];
  /** The supergroups that basic groups have become, by the ids of these. */
  movedGroups: Record<string, number>;
  /** Those of a forum; a group without an entry is none. */
  topics: Record<string, Topic[]>;
  /** Whether a group shows its members to administrators alone. */
  hiddenMembers: Record<string, boolean>;
  /** Who joined or left since, by `<group>:<person>`; others are where people.ts says. */
  memberships: Record<string, boolean>;
  people: Record<string, PersonState>;
  prepared: Record<string, PreparedMessage>;
  requestButtons: Record<string, RequestButton>;
  settings: BotSettings;
  /** The rights that the bot proposes, in groups and in channels. */
  proposedRights: Record<"groups" | "channels", Readonly<Record<string, boolean>>>;
  /** In the default language: those of people, and those of groups. */
  commands: readonly OfferedCommand[];
  groupCommands: readonly OfferedCommand[];
  /** In the others, by place and language. */
  translatedCommands: Record<string, readonly OfferedCommand[]>;
  menuButton: { text: string; url: string } | null;
}

export function createWorldState(): WorldState {
  return {
    nextUpdateId: 481_516_001,
    updates: [],
    allowedUpdates: null,
    webhook: null,
    nextMessageIds: {},
    messages: [],
    botMemberships: {},
    botAdministrations: {},
    botRights: {},
    groups: [],
    movedGroups: {},
    topics: {},
    hiddenMembers: {},
    memberships: {},
    people: {},
    prepared: {},
    requestButtons: {},
    settings: NEW_BOT,
    proposedRights: { groups: readRights({}), channels: readRights({}) },
    commands: [],
    groupCommands: [],
    translatedCommands: {},
    menuButton: null,
  };
}
