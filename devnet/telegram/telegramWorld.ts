import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { hasErrorCode } from "../process/lockFolder.ts";
import { createForum, GENERAL, type Topic } from "./page/forums.ts";
import { BOT_NAME, BOT_USERNAME, CHANNEL, GROUPS, PEOPLE, findPersonById, nameOf } from "./people.ts";
import type { Group, Person } from "./people.ts";
import type { TelegramSettings } from "./settings.ts";
import { toBotMessage } from "./toBotMessage.ts";
import { GROUP_ITSELF } from "./speakers.ts";
import { createWorldState } from "./worldState.ts";
import type { BotUpdate, PersonState, Sender, StoredMessage, WorldState } from "./worldState.ts";

const SAVE_DELAY_MS = 200;
const MAX_MESSAGES = 2_000;
/** Kinds of updates that a bot gets only if it requests them by name. */
const OPT_IN_UPDATES = new Set(["chat_member", "message_reaction", "message_reaction_count"]);

/** What a new administrator may do, as the clients propose it. */
const BOT_RIGHTS = {
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
  can_manage_topics: false,
};
const FIRST_BASIC_ID = -4_000_000_001;
const FIRST_SUPERGROUP_ID = -1_002_600_000_001;

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
      threadId: null,
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

  /** The groups that people see; one that has become another is none of them. */
  groups(): readonly Group[] {
    return [...GROUPS, ...this.state.groups].filter(({ chatId }) => this.state.movedGroups[chatId] === undefined);
  }

  /** Any group or channel, also one that has become another. */
  findGroup(chatId: number): Group | undefined {
    return [...GROUPS, CHANNEL, ...this.state.groups].find((group) => group.chatId === chatId);
  }

  ownerOf(group: Group): Person | undefined {
    return group.ownerId === undefined ? this.membersOf(group)[0] : findPersonById(group.ownerId);
  }

  /** A chat as the Bot API's `Chat`. */
  chatOf(chatId: number): Record<string, unknown> {
    const group = this.findGroup(chatId);
    if (group === undefined) return privateChatOf(chatId);
    const { title, username, kind } = group;
    const isForum = this.state.topics[chatId] !== undefined;
    return {
      id: chatId,
      type: kind === "basic" ? "group" : kind,
      title,
      ...(username === null ? {} : { username }),
      ...(isForum ? { is_forum: true } : {}),
    };
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
    this.#tellBotOfItself(
      chatId,
      by,
      this.describeBot(chatId, wasMember, wasAdministrator),
      this.describeBot(chatId, isMember, false),
    );
  }

  /** Makes the bot an administrator of the group, or an ordinary member again, and sends the bot the update. */
  setBotAdministrator({ chatId }: Group, isAdministrator: boolean, by: Person): void {
    const wasAdministrator = this.isBotAdministrator(chatId);
    const before = this.describeBot(chatId, true, wasAdministrator);
    this.state.botAdministrations[chatId] = isAdministrator;
    delete this.state.botRights[chatId];
    if (wasAdministrator === isAdministrator) return;
    this.#tellBotOfItself(chatId, by, before, this.describeBot(chatId, true, isAdministrator));
    this.changed();
  }

  /** Adds the bot with these rights, beside those that it has as an administrator; it is told of both as of one change. */
  grantBotRights({ chatId }: Group, rights: Readonly<Record<string, boolean>>, by: Person): void {
    const wasMember = this.isBotIn(chatId);
    const wasAdministrator = this.isBotAdministrator(chatId);
    const before = this.describeBot(chatId, wasMember, wasAdministrator);
    const had = wasAdministrator ? (this.state.botRights[chatId] ?? BOT_RIGHTS) : {};
    this.state.botMemberships[chatId] = true;
    this.state.botAdministrations[chatId] = true;
    this.state.botRights[chatId] = { ...had, ...rights };
    const after = this.describeBot(chatId, true, true);
    if (JSON.stringify(before) !== JSON.stringify(after)) this.#tellBotOfItself(chatId, by, before, after);
    this.changed();
  }

  isBotAdministrator(chatId: number): boolean {
    return this.isBotIn(chatId) && (this.state.botAdministrations[chatId] ?? false);
  }

  hasBotRight(chatId: number, right: keyof typeof BOT_RIGHTS): boolean {
    return this.isBotAdministrator(chatId) && (this.state.botRights[chatId] ?? BOT_RIGHTS)[right];
  }

  /** The bot as the Bot API's `ChatMember`. */
  describeBot(chatId: number, isMember: boolean, isAdministrator: boolean): Record<string, unknown> {
    const user = { id: this.botId, is_bot: true, first_name: BOT_NAME, username: BOT_USERNAME };
    if (!isMember) return { user, status: "left" };
    if (!isAdministrator) return { user, status: "member" };
    const asked = this.state.botRights[chatId];
    const none = Object.fromEntries(Object.keys(BOT_RIGHTS).map((right) => [right, false]));
    const rights = asked === undefined ? BOT_RIGHTS : { ...none, ...asked };
    return { user, status: "administrator", can_be_edited: false, ...rights };
  }

  /** Makes a basic group, without the bot. */
  createGroup(owner: Person, title: string, people: readonly Person[]): Group {
    const chatId = FIRST_BASIC_ID - this.state.groups.length;
    const group: Group = { chatId, title, username: null, kind: "basic", ownerId: owner.id };
    this.state.groups.push(group);
    for (const { id } of [owner, ...people]) this.state.memberships[`${chatId}:${id}`] = true;
    this.addMessage({ chatId, from: senderOf(owner), text: `${nameOf(owner)} made the group`, isService: true });
    return group;
  }

  /**
   * Makes a basic group the supergroup that it is from then on, under another id. The bot is told that it is in the new
   * one, then by a message of each; that it has left the old one is told by none.
   */
  upgradeGroup(old: Group, by: Person): Group {
    if (old.kind !== "basic") return old;
    const { chatId } = old;
    const group: Group = { ...old, chatId: FIRST_SUPERGROUP_ID - this.state.groups.length, kind: "supergroup" };
    for (const { id } of this.membersOf(old)) this.state.memberships[`${group.chatId}:${id}`] = true;
    this.state.groups.push(group);
    this.state.movedGroups[chatId] = group.chatId;
    const [hasBot, isAdministrator] = [this.isBotIn(chatId), this.isBotAdministrator(chatId)];
    this.state.botMemberships[group.chatId] = hasBot;
    this.state.botAdministrations[group.chatId] = isAdministrator;
    const left = this.describeBot(group.chatId, false, false);
    if (hasBot) this.#tellBotOfItself(group.chatId, by, left, this.describeBot(group.chatId, true, isAdministrator));
    const text = "The group became a supergroup";
    this.addService({ chatId, from: senderOf(by), text, speech: { migrate_to_chat_id: group.chatId } });
    const speech = { sender_chat: this.chatOf(group.chatId), migrate_from_chat_id: chatId };
    this.addService({ chatId: group.chatId, from: GROUP_ITSELF, text, speech });
    return group;
  }

  /** Those of a forum, General first; null: the chat has none. */
  topicsOf(chatId: number): readonly Topic[] | null {
    return this.state.topics[chatId] ?? null;
  }

  findTopic(chatId: number, threadId: number): Topic | undefined {
    return this.state.topics[chatId]?.find((topic) => topic.threadId === threadId);
  }

  /** Gives a supergroup topics, or takes them away with all that stands in them but in General. */
  setForum({ chatId }: Group, isForum: boolean): void {
    if (!isForum) for (const { threadId } of this.state.topics[chatId] ?? []) this.deleteTopic(chatId, threadId);
    if (isForum) this.state.topics[chatId] ??= createForum();
    else delete this.state.topics[chatId];
    this.changed();
  }

  openTopic(chatId: number, name: string, by: Person): Topic {
    const created = { forum_topic_created: { name, icon_color: 7_322_096 } };
    const message = this.addMessage({ chatId, from: senderOf(by), text: name, isService: true, speech: created });
    message.threadId = message.messageId;
    const topic: Topic = { threadId: message.messageId, name, isClosed: false };
    this.state.topics[chatId]?.push(topic);
    this.#tellBotOfService(message);
    return topic;
  }

  closeTopic(chatId: number, topic: Topic, isClosed: boolean, by: Person): void {
    if (topic.isClosed === isClosed) return;
    topic.isClosed = isClosed;
    const threadId = topic.threadId === GENERAL ? null : topic.threadId;
    const text = isClosed ? "The topic was closed" : "The topic was opened again";
    const speech = { [isClosed ? "forum_topic_closed" : "forum_topic_reopened"]: {} };
    this.addService({ chatId, threadId, from: senderOf(by), text, speech });
  }

  /** With all that was written in it. General cannot be deleted. */
  deleteTopic(chatId: number, threadId: number): void {
    if (threadId === GENERAL) return;
    this.state.topics[chatId] = (this.state.topics[chatId] ?? []).filter((topic) => topic.threadId !== threadId);
    this.state.messages = this.state.messages.filter(
      (message) => message.chatId !== chatId || message.threadId !== threadId,
    );
    this.changed();
  }

  /** Adds a message that the messenger writes itself, of which a bot in the chat is told in any mode. */
  addService(message: NewMessage): void {
    this.#tellBotOfService(this.addMessage({ ...message, isService: true }));
  }

  #tellBotOfService(message: StoredMessage): void {
    if (this.isBotIn(message.chatId)) this.pushUpdate("message", { ...toBotMessage(this, message), text: undefined });
  }

  #tellBotOfItself(chatId: number, by: Person, before: object, after: object): void {
    this.pushUpdate("my_chat_member", {
      chat: this.chatOf(chatId),
      from: userOf(by),
      date: this.nowSeconds(),
      old_chat_member: before,
      new_chat_member: after,
    });
  }

  isMember({ id, groupIds }: Person, chatId: number): boolean {
    const isOwner = this.findGroup(chatId)?.ownerId === id;
    return this.state.memberships[`${chatId}:${id}`] ?? (isOwner || groupIds.includes(chatId));
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
        chat: this.chatOf(chatId),
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

function privateChatOf(chatId: number): Record<string, unknown> {
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
        Object.assign({ onlyFor: null, threadId: null, inlineMessageId: null, speech: {} }, message),
      ),
    };
  } catch (error) {
    if (hasErrorCode(error, "ENOENT")) return createWorldState();
    throw new Error(`${file} cannot be read; delete it to start with an empty messenger`, { cause: error });
  }
}
