import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { hasErrorCode } from "../process/lockFolder.ts";
import { BOT_NAME, BOT_USERNAME, PEOPLE, findGroup, findPersonById, nameOf } from "./people.ts";
import type { Group, Person } from "./people.ts";
import type { TelegramSettings } from "./settings.ts";
import { createWorldState } from "./worldState.ts";
import type { BotUpdate, PersonState, Sender, StoredMessage, WorldState } from "./worldState.ts";

const SAVE_DELAY_MS = 200;
const MAX_MESSAGES = 2_000;
/** Kinds of updates that a bot gets only if it requests them by name. */
const OPT_IN_UPDATES = new Set(["chat_member", "message_reaction", "message_reaction_count"]);

/** What a new administrator may do, as the clients propose it. */
const BOT_RIGHTS = {
  can_be_edited: false,
  is_anonymous: false,
  can_manage_chat: true,
  can_delete_messages: true,
  can_manage_video_chats: true,
  can_restrict_members: true,
  can_promote_members: false,
  can_change_info: true,
  can_invite_users: true,
  can_post_stories: false,
  can_edit_stories: false,
  can_delete_stories: false,
  can_pin_messages: true,
};

export type NewMessage = Pick<StoredMessage, "chatId" | "from" | "text"> & Partial<StoredMessage>;

/** The messenger's chats, people and messages, and the bot's pending updates. */
export class TelegramWorld {
  readonly settings: TelegramSettings;
  readonly botId: number;
  readonly state: WorldState;
  readonly #now: () => number;
  readonly #changeListeners = new Set<() => void>();
  readonly #updateListeners = new Set<() => void>();
  #saveTimer: NodeJS.Timeout | null = null;

  constructor(settings: TelegramSettings, now: () => number) {
    this.settings = settings;
    this.botId = Number(settings.botToken.split(":")[0]);
    this.#now = now;
    this.state = readState(settings.stateFile);
  }

  nowSeconds(): number {
    return Math.floor(this.#now() / 1000);
  }

  onChange(listener: () => void): () => void {
    this.#changeListeners.add(listener);
    return () => this.#changeListeners.delete(listener);
  }

  onUpdate(listener: () => void): () => void {
    this.#updateListeners.add(listener);
    return () => this.#updateListeners.delete(listener);
  }

  bot(): Sender {
    return { id: this.botId, first_name: BOT_NAME, username: BOT_USERNAME, is_bot: true };
  }

  personState(id: number): PersonState {
    const known = this.state.people[id];
    if (known !== undefined) return known;
    const created: PersonState = { canBotWrite: false, hasBlockedBot: false, cloud: {} };
    this.state.people[id] = created;
    return created;
  }

  /** Adds a message to a chat and shows it to all its members. */
  addMessage(message: NewMessage): StoredMessage {
    const { chatId, onlyFor = null } = message;
    const counter = onlyFor === null ? String(chatId) : `ephemeral ${String(chatId)}`;
    const count = (this.state.nextMessageIds[counter] ?? 0) + 1;
    this.state.nextMessageIds[counter] = count;
    const messageId = onlyFor === null ? count : -count;
    const stored: StoredMessage = {
      entities: [],
      photoUrl: null,
      replyMarkup: null,
      isViaBot: false,
      inlineMessageId: null,
      speech: {},
      isService: false,
      onlyFor,
      ...message,
      messageId,
      date: this.nowSeconds(),
      editDate: null,
      edits: 0,
    };
    this.state.messages.push(stored);
    if (this.state.messages.length > MAX_MESSAGES) this.state.messages.shift();
    this.changed();
    return stored;
  }

  findMessage(chatId: number, messageId: number): StoredMessage | undefined {
    return this.state.messages.find((message) => message.chatId === chatId && message.messageId === messageId);
  }

  removeMessage(gone: StoredMessage): void {
    this.state.messages = this.state.messages.filter((message) => message !== gone);
    this.changed();
  }

  /** Queues an update for the bot unless it did not request this kind. */
  pushUpdate(kind: string, content: unknown): void {
    const allowed = this.state.allowedUpdates;
    const isWanted = allowed === null || allowed.length === 0 ? !OPT_IN_UPDATES.has(kind) : allowed.includes(kind);
    if (!isWanted) return;
    const update: BotUpdate = { update_id: this.state.nextUpdateId, [kind]: content };
    this.state.nextUpdateId += 1;
    this.state.updates.push(update);
    this.changed();
    for (const listener of this.#updateListeners) listener();
  }

  isBotIn(chatId: number): boolean {
    return this.state.botMemberships[chatId] ?? false;
  }

  /** Adds the bot to the group or removes it on behalf of `by`, and sends the bot the update. */
  setBotMembership({ chatId }: Group, isMember: boolean, by: Person): void {
    const wasMember = this.isBotIn(chatId);
    const wasAdministrator = this.isBotAdministrator(chatId);
    this.state.botMemberships[chatId] = isMember;
    if (wasMember === isMember) return;
    this.state.botAdministrations[chatId] = false;
    this.addMessage({
      chatId,
      from: senderOf(by),
      text: `${nameOf(by)} ${isMember ? "added" : "removed"} ${BOT_NAME}`,
      isService: true,
    });
    this.#tellBotOfItself(chatId, by, this.describeBot(wasMember, wasAdministrator), this.describeBot(isMember, false));
  }

  /** Makes the bot an administrator of the group, or an ordinary member again, and sends the bot the update. */
  setBotAdministrator({ chatId }: Group, isAdministrator: boolean, by: Person): void {
    const wasAdministrator = this.isBotAdministrator(chatId);
    this.state.botAdministrations[chatId] = isAdministrator;
    if (wasAdministrator === isAdministrator) return;
    this.#tellBotOfItself(
      chatId,
      by,
      this.describeBot(true, wasAdministrator),
      this.describeBot(true, isAdministrator),
    );
    this.changed();
  }

  isBotAdministrator(chatId: number): boolean {
    return this.isBotIn(chatId) && (this.state.botAdministrations[chatId] ?? false);
  }

  /** The bot as the Bot API's `ChatMember`. */
  describeBot(isMember: boolean, isAdministrator: boolean): Record<string, unknown> {
    const user = { id: this.botId, is_bot: true, first_name: BOT_NAME, username: BOT_USERNAME };
    if (!isMember) return { user, status: "left" };
    return isAdministrator ? { user, status: "administrator", ...BOT_RIGHTS } : { user, status: "member" };
  }

  #tellBotOfItself(chatId: number, by: Person, before: object, after: object): void {
    this.pushUpdate("my_chat_member", {
      chat: chatOf(chatId),
      from: userOf(by),
      date: this.nowSeconds(),
      old_chat_member: before,
      new_chat_member: after,
    });
  }

  isMember({ id, groupIds }: Person, chatId: number): boolean {
    return this.state.memberships[`${chatId}:${id}`] ?? groupIds.includes(chatId);
  }

  membersOf({ chatId }: Group): readonly Person[] {
    return PEOPLE.filter((person) => this.isMember(person, chatId));
  }

  /** Lets a person join a group or leave it. */
  setMembership(person: Person, { chatId }: Group, isMember: boolean): void {
    if (this.isMember(person, chatId) === isMember) return;
    this.state.memberships[`${chatId}:${person.id}`] = isMember;
    // Only an administrator is told who comes and goes.
    if (this.isBotAdministrator(chatId)) {
      const describe = (status: string) => ({ user: userOf(person), status });
      this.pushUpdate("chat_member", {
        chat: chatOf(chatId),
        from: userOf(person),
        date: this.nowSeconds(),
        old_chat_member: describe(isMember ? "left" : "member"),
        new_chat_member: describe(isMember ? "member" : "left"),
      });
    }
    const text = `${nameOf(person)} ${isMember ? "joined" : "left"} the group`;
    this.addMessage({ chatId, from: senderOf(person), text, isService: true });
  }

  /** The opaque id that apps get instead of the chat's own. */
  chatInstance(chatId: number): string {
    const digest = createHash("sha256").update(`${this.settings.botToken}:${chatId}`).digest();
    return digest.readBigInt64BE(0).toString();
  }

  changed(): void {
    this.#saveTimer ??= setTimeout(() => this.save(), SAVE_DELAY_MS);
    for (const listener of this.#changeListeners) listener();
  }

  save(): void {
    if (this.#saveTimer !== null) clearTimeout(this.#saveTimer);
    this.#saveTimer = null;
    mkdirSync(path.dirname(this.settings.stateFile), { recursive: true });
    writeFileSync(`${this.settings.stateFile}.new`, JSON.stringify(this.state));
    renameSync(`${this.settings.stateFile}.new`, this.settings.stateFile);
  }
}

export function senderOf(person: Person): Sender {
  return { id: person.id, first_name: person.firstName, username: person.username, is_bot: false };
}

/** A person as the Bot API's `User`. */
export function userOf(person: Person): Record<string, unknown> {
  return {
    id: person.id,
    is_bot: false,
    first_name: person.firstName,
    last_name: person.lastName,
    ...(person.username === null ? {} : { username: person.username }),
    language_code: person.languageCode,
  };
}

/** A chat as the Bot API's `Chat`. */
export function chatOf(chatId: number): Record<string, unknown> {
  const group = findGroup(chatId);
  if (group !== undefined) {
    const { title, username } = group;
    return { id: chatId, type: "supergroup", title, ...(username === null ? {} : { username }) };
  }
  const person = findPersonById(chatId);
  if (person === undefined) return { id: chatId, type: "private" };
  return {
    id: chatId,
    type: "private",
    first_name: person.firstName,
    last_name: person.lastName,
    ...(person.username === null ? {} : { username: person.username }),
  };
}

function readState(file: string): WorldState {
  try {
    const state = { ...createWorldState(), ...(JSON.parse(readFileSync(file, "utf8")) as Partial<WorldState>) };
    // A file of an older version knows less.
    return {
      ...state,
      messages: state.messages.map((message) =>
        Object.assign({ onlyFor: null, inlineMessageId: null, speech: {} }, message),
      ),
    };
  } catch (error) {
    if (hasErrorCode(error, "ENOENT")) return createWorldState();
    throw new Error(`${file} cannot be read; delete it to start with an empty messenger`, { cause: error });
  }
}
