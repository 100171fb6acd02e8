import { randomBytes } from "node:crypto";
import type { BotApi, CallbackAnswer, InlineAnswer } from "./botApi.ts";
import { buildLaunch, photoUrlOf } from "./launch.ts";
import type { LaunchWay } from "./launch.ts";
import type { Flavour, Theme } from "./page/themes.ts";
import type { ActionResult, PageView, PageChat } from "./page/pageTypes.ts";
import { GENERAL } from "./page/forums.ts";
import { readLinkRights } from "./page/linkRights.ts";
import { BOT_NAME, BOT_USERNAME, CHANNEL, PEOPLE, findPersonByNumber, nameOf } from "./people.ts";
import type { Group, Person } from "./people.ts";
import { describeSpeech, SPEAKERS, type Speaker } from "./speakers.ts";
import { senderOf, userOf } from "./telegramWorld.ts";
import type { TelegramWorld } from "./telegramWorld.ts";
import { toBotMessage } from "./toBotMessage.ts";
import type { StoredMessage } from "./worldState.ts";

const CALLBACK_TIMEOUT_MS = 10_000;
const CLOUD_KEY = /^[A-Za-z0-9_-]{1,128}$/;
const MAX_CLOUD_VALUE = 4096;
const MAX_CLOUD_KEYS = 1024;

type Input = Readonly<Record<string, unknown>>;

/** A request of the page that cannot be executed. */
export class PageRequestError extends Error {}

/** The messenger's API for its page and the tests: what people see and do, not what the bot does. */
export class HostApi {
  readonly #world: TelegramWorld;
  readonly #botApi: BotApi;

  constructor(world: TelegramWorld, botApi: BotApi) {
    this.#world = world;
    this.#botApi = botApi;
  }

  /** Everything that one person sees. */
  describeView(n: number): PageView {
    const person = personByNumber(n);
    const { state } = this.#world;
    const own = this.#world.personState(person.id);
    const groups = this.#world.groups().filter((group) => this.#world.isMember(person, group.chatId));
    const chats: PageChat[] = groups.map((group) => this.#describeGroup(group, person));
    chats.push({
      chatId: person.id,
      kind: "bot",
      title: BOT_NAME,
      subtitle: "bot",
      canWrite: own.canBotWrite && !own.hasBlockedBot,
      hasBot: true,
      isOwner: false,
      isBotAdministrator: false,
      hasHiddenMembers: false,
      isBasic: false,
      topics: null,
      isBlocked: own.hasBlockedBot,
      messages: this.#messagesOf(person.id, person),
    });
    return {
      me: { n: person.n, id: person.id, name: nameOf(person) },
      bot: { id: this.#world.botId, name: BOT_NAME, username: BOT_USERNAME, appName: this.#world.settings.appName },
      people: PEOPLE.map((each) => ({
        n: each.n,
        id: each.id,
        name: nameOf(each),
        languageCode: each.languageCode,
        photoUrl: photoUrlOf(each, this.#world.settings.gatewayOrigin),
        groups: this.#world
          .groups()
          .filter((group) => this.#world.isMember(each, group.chatId))
          .map((group) => group.title),
      })),
      chats,
      publicGroups: this.#world
        .groups()
        .flatMap(({ chatId, title, username }) => (username === null ? [] : [{ chatId, title, username }])),
      ownChannels: [CHANNEL].filter((channel) => this.#world.ownerOf(channel) === person),
      menuButton: state.menuButton,
      canBotWrite: own.canBotWrite,
    };
  }

  #describeGroup(group: Group, person: Person): PageChat {
    const { chatId, title } = group;
    const hasBot = this.#world.isBotIn(chatId);
    const members = this.#world.membersOf(group);
    return {
      chatId,
      kind: "group",
      title,
      subtitle: `${members.length} members${hasBot ? " and a bot" : ""}`,
      canWrite: true,
      hasBot,
      isOwner: this.#world.ownerOf(group) === person,
      isBotAdministrator: this.#world.isBotAdministrator(chatId),
      hasHiddenMembers: this.#world.state.hiddenMembers[chatId] === true,
      isBasic: group.kind === "basic",
      topics: this.#world.topicsOf(chatId),
      isBlocked: false,
      messages: this.#messagesOf(chatId, person),
    };
  }

  listMessages(): readonly StoredMessage[] {
    return this.#world.state.messages;
  }

  /**
   * Signed launch data of a person: by link if there is a start parameter, else by the bot's menu button. `ageSeconds`
   * makes the signature that old, as in an app that stayed open; below zero for a server whose clock is ahead.
   */
  launch(query: URLSearchParams): { url: string; initData: string } {
    const person = personByNumber(Number(query.get("person") ?? "1"));
    const startParam = query.get("startParam");
    const chatId = Number(
      query.get("chatId") ??
        this.#world.groups().find((group) => this.#world.isMember(person, group.chatId))?.chatId ??
        person.id,
    );
    const way: LaunchWay =
      startParam === null
        ? {
            kind: "button",
            queryId: `AAH${randomBytes(15).toString("base64url")}`,
            url: query.get("url") ?? this.#world.state.menuButton?.url ?? null,
          }
        : {
            kind: "link",
            startParam,
            chatType: this.#world.findGroup(chatId) === undefined ? "private" : "supergroup",
            chatInstance: this.#world.chatInstance(chatId),
          };
    if (startParam !== null && !/^[A-Za-z0-9_-]{0,512}$/.test(startParam))
      throw new PageRequestError("startParam must match [A-Za-z0-9_-]{0,512}");
    const flavour: Flavour = query.get("flavour") === "k" ? "k" : "a";
    const theme: Theme = query.get("theme") === "dark" ? "dark" : "light";
    const age = query.get("ageSeconds") ?? "0";
    if (!/^-?\d{1,9}$/.test(age)) throw new PageRequestError("ageSeconds must be a whole number");
    return buildLaunch({
      person,
      canBotWrite: this.#world.personState(person.id).canBotWrite,
      way,
      botToken: this.#world.settings.botToken,
      gatewayOrigin: this.#world.settings.gatewayOrigin,
      authDateSeconds: this.#world.nowSeconds() - Number(age),
      flavour,
      theme,
    });
  }

  /** An action of a person. */
  async act(name: string, input: Input): Promise<ActionResult> {
    const person = personByNumber(Number(input["person"]));
    switch (name) {
      case "say":
        this.#say(person, input);
        return { ok: true };
      case "pressButton":
        return { ok: true, answer: await this.#pressButton(person, input) };
      case "writeAccess":
        this.#setWriteAccess(person, input["isAllowed"] === true);
        return { ok: true };
      case "blockBot":
        this.#blockBot(person, input["isBlocked"] === true);
        return { ok: true };
      case "botMembership":
        this.#setBotMembership(person, readNumber(input, "chatId"), input["isMember"] === true);
        return { ok: true };
      case "botAdministrator":
        this.#setBotAdministrator(person, readNumber(input, "chatId"), input["isAdministrator"] === true);
        return { ok: true };
      case "hiddenMembers":
        this.#hideMembers(person, readNumber(input, "chatId"), input["isHidden"] === true);
        return { ok: true };
      case "createGroup":
        return { ok: true, chatId: this.#createGroup(person, input) };
      case "upgradeGroup":
        return { ok: true, chatId: this.#upgrade(person, readNumber(input, "chatId")).chatId };
      case "forum":
        return { ok: true, chatId: this.#setForum(person, readNumber(input, "chatId"), input["isForum"] === true) };
      case "openTopic":
        return { ok: true, threadId: this.#openTopic(person, readNumber(input, "chatId"), readString(input, "name")) };
      case "closeTopic":
        this.#closeTopic(person, input);
        return { ok: true };
      case "deleteTopic":
        this.#deleteTopic(person, input);
        return { ok: true };
      case "addBot":
        return { ok: true, chatId: this.#addBot(person, input) };
      case "membership":
        this.#setMembership(person, readNumber(input, "chatId"), input["isMember"] === true);
        return { ok: true };
      case "askInline":
        return { ok: true, inline: await this.#askInline(person, readString(input, "text")) };
      case "describePrepared":
        return this.#describePrepared(person, readString(input, "id"));
      case "sendPrepared":
        return this.#sendPrepared(person, readString(input, "id"), readNumber(input, "chatId"));
      case "describeRequest":
        return this.#describeRequest(person, readString(input, "id"));
      case "shareRequested":
        return this.#shareRequested(person, readString(input, "id"), readNumber(input, "chatId"));
      case "customMethod":
        return this.#callCustomMethod(person, readString(input, "method"), input["params"]);
      default:
        throw new PageRequestError(`no such action: ${name}`);
    }
  }

  /** With those of the basic group that it was before. */
  #messagesOf(chatId: number, person: Person): readonly StoredMessage[] {
    const { messages, movedGroups } = this.#world.state;
    return messages.filter(
      (message) =>
        (message.chatId === chatId || movedGroups[message.chatId] === chatId) &&
        (message.onlyFor === null || message.onlyFor === person.id),
    );
  }

  /**
   * Writes. `isOpenly`: as a messenger does that knows no ephemeral commands; `as`: in whose name; `isForwarded`: what
   * somebody else has written; `threadId`: in which topic of a forum.
   */
  #say(person: Person, input: Input): void {
    const chatId = readNumber(input, "chatId");
    const speaker = SPEAKERS.find((known) => known === (input["as"] ?? "self"));
    if (speaker === undefined) throw new PageRequestError(`as must be one of ${SPEAKERS.join(", ")}`);
    this.#checkChat(person, chatId);
    if (speaker !== "self") this.#checkSpeaker(person, chatId, speaker);
    const spoken = describeSpeech(speaker, this.#world.chatOf(chatId));
    const threadId = this.#findTopicToWrite(person, chatId, input["threadId"]);
    const trimmed = readString(input, "text").trim();
    if (trimmed === "") throw new PageRequestError("there is nothing to send");
    const own = this.#world.personState(person.id);
    if (chatId === person.id) {
      if (own.hasBlockedBot) throw new PageRequestError("unblock the bot first");
      own.canBotWrite = true;
    }
    const command = /^\/[A-Za-z0-9_@]+/.exec(trimmed)?.[0];
    const isForwarded = input["isForwarded"] === true;
    const isTyped = spoken === null && !isForwarded && input["isOpenly"] !== true;
    const isEphemeral = chatId < 0 && command !== undefined && isTyped && this.#isEphemeral(command);
    const message = this.#world.addMessage({
      chatId,
      threadId,
      from: spoken?.from ?? senderOf(person),
      text: trimmed,
      onlyFor: isEphemeral ? person.id : null,
      speech: { ...spoken?.fields, ...(isForwarded ? { forward_origin: this.#originOf(person) } : {}) },
    });
    if (!this.#isForBot(chatId, trimmed)) return;
    this.#world.pushUpdate("message", {
      ...toBotMessage(this.#world, message),
      ...(spoken === null ? { from: userOf(person) } : {}),
      ...(command === undefined ? {} : { entities: [{ type: "bot_command", offset: 0, length: command.length }] }),
    });
  }

  /** A closed topic is for the group's owner alone. */
  #findTopicToWrite(person: Person, chatId: number, asked: unknown): number | null {
    const group = this.#world.findGroup(chatId);
    if (group === undefined || this.#world.topicsOf(chatId) === null) return null;
    const topic = this.#world.findTopic(chatId, typeof asked === "number" ? asked : GENERAL);
    if (topic === undefined) throw new PageRequestError("there is no such topic");
    if (topic.isClosed && this.#world.ownerOf(group) !== person) throw new PageRequestError("this topic is closed");
    return topic.threadId === GENERAL ? null : topic.threadId;
  }

  /** In a group, a bot in privacy mode that is no administrator sees commands and mentions only. */
  #isForBot(chatId: number, text: string): boolean {
    if (chatId > 0) return true;
    if (!this.#world.isBotIn(chatId)) return false;
    const seesAll = this.#world.isBotAdministrator(chatId) || this.#world.state.settings.can_read_all_group_messages;
    return seesAll || text.startsWith("/") || text.includes(`@${BOT_USERNAME}`);
  }

  /** A group's owner alone hides behind the group, and posts in the channel that it discusses. */
  #checkSpeaker(person: Person, chatId: number, speaker: Speaker): void {
    if (this.#world.findGroup(chatId) === undefined) throw new PageRequestError("this is no group");
    if (speaker === "anonymous" || speaker === "linkedChannel") this.#findOwnGroup(person, chatId);
  }

  /** Somebody else has written it first. */
  #originOf(person: Person): Record<string, unknown> {
    const author = PEOPLE.find((other) => other !== person) ?? person;
    return { type: "user", date: this.#world.nowSeconds(), sender_user: userOf(author) };
  }

  #isEphemeral(command: string): boolean {
    const [name] = command.slice(1).split("@");
    return this.#world.state.groupCommands.some((known) => known.command === name && known.is_ephemeral);
  }

  async #pressButton(person: Person, input: Input): Promise<CallbackAnswer | null> {
    const chatId = readNumber(input, "chatId");
    this.#checkChat(person, chatId);
    const message = this.#world.findMessage(chatId, readNumber(input, "messageId"));
    const data = readString(input, "data");
    const isThere =
      message?.replyMarkup?.inline_keyboard.flat().some((button) => button.callback_data === data) ?? false;
    if (message === undefined || !isThere) throw new PageRequestError("this button is gone");
    const id = randomBytes(8).readBigUInt64BE().toString();
    const press = { person, chatId, threadId: message.threadId };
    const answer = this.#botApi.waitForCallbackAnswer(id, press, CALLBACK_TIMEOUT_MS);
    this.#world.pushUpdate("callback_query", {
      id,
      from: userOf(person),
      ...this.#describePressed(message),
      chat_instance: this.#world.chatInstance(chatId),
      data,
    });
    return await answer;
  }

  /** What was sent through the bot is named by an id alone; so is each message of the bot in the mode `inline`. */
  #describePressed(message: StoredMessage): Record<string, unknown> {
    const { callback_query_mode: mode } = this.#world.state.settings;
    if (!message.isViaBot && mode !== "inline") return { message: toBotMessage(this.#world, message) };
    message.inlineMessageId ??= createInlineId();
    return { inline_message_id: message.inlineMessageId };
  }

  #setWriteAccess(person: Person, isAllowed: boolean): void {
    const own = this.#world.personState(person.id);
    if (!isAllowed || own.canBotWrite) return;
    own.canBotWrite = true;
    this.#world.pushUpdate("message", {
      message_id: 0,
      from: userOf(person),
      chat: this.#world.chatOf(person.id),
      date: this.#world.nowSeconds(),
      write_access_allowed: { from_request: true, web_app_name: this.#world.settings.appName },
    });
    this.#world.changed();
  }

  #setBotMembership(person: Person, chatId: number, isMember: boolean): void {
    this.#checkChat(person, chatId);
    const group = this.#world.findGroup(chatId);
    if (group === undefined) throw new PageRequestError("this is no group");
    this.#world.setBotMembership(group, isMember, person);
  }

  #setBotAdministrator(person: Person, chatId: number, isAdministrator: boolean): void {
    const group = this.#findOwnGroup(person, chatId);
    if (!this.#world.isBotIn(chatId)) throw new PageRequestError("add the bot first");
    this.#world.setBotAdministrator(group, isAdministrator, person);
  }

  /** A basic group cannot hide its members: it becomes a supergroup first, as in the clients. */
  #hideMembers(person: Person, chatId: number, isHidden: boolean): void {
    const group = this.#upgrade(person, chatId);
    this.#world.state.hiddenMembers[group.chatId] = isHidden;
    this.#world.changed();
  }

  #createGroup(person: Person, input: Input): number {
    const numbers = Array.isArray(input["people"]) ? input["people"].map(Number) : [];
    const people = numbers.map((n) => personByNumber(n)).filter((other) => other !== person);
    return this.#world.createGroup(person, readString(input, "title"), people).chatId;
  }

  /** The group of its owner as a supergroup, which it may have become now. */
  #upgrade(person: Person, chatId: number): Group {
    const group = this.#findOwnGroup(person, chatId);
    if (this.#world.state.movedGroups[chatId] !== undefined)
      throw new PageRequestError("this group has another id now");
    return this.#world.upgradeGroup(group, person);
  }

  #setForum(person: Person, chatId: number, isForum: boolean): number {
    const group = this.#upgrade(person, chatId);
    this.#world.setForum(group, isForum);
    return group.chatId;
  }

  #openTopic(person: Person, chatId: number, name: string): number {
    this.#findOwnGroup(person, chatId);
    if (this.#world.topicsOf(chatId) === null) throw new PageRequestError("this group has no topics");
    return this.#world.openTopic(chatId, name, person).threadId;
  }

  #closeTopic(person: Person, input: Input): void {
    const chatId = readNumber(input, "chatId");
    this.#findOwnGroup(person, chatId);
    const topic = this.#world.findTopic(chatId, readNumber(input, "threadId"));
    if (topic === undefined) throw new PageRequestError("there is no such topic");
    this.#world.closeTopic(chatId, topic, input["isClosed"] === true, person);
  }

  #deleteTopic(person: Person, input: Input): void {
    const chatId = readNumber(input, "chatId");
    this.#findOwnGroup(person, chatId);
    const threadId = readNumber(input, "threadId");
    if (threadId === GENERAL) throw new PageRequestError("General cannot be deleted");
    this.#world.deleteTopic(chatId, threadId);
  }

  /**
   * What a link with `startgroup` or `startchannel` does in the chosen chat: adds the bot, with the rights of `admin` if
   * there are any, and writes /start to it in a group. A basic group becomes a supergroup first where rights are asked.
   * @returns the chat's id, which may be another then
   */
  #addBot(person: Person, input: Input): number {
    const chosen = this.#world.findGroup(readNumber(input, "chatId"));
    if (chosen === undefined) throw new PageRequestError("this is no group");
    const place = chosen.kind === "channel" ? "channels" : "groups";
    const rights = readLinkRights(typeof input["admin"] === "string" ? input["admin"] : null, place);
    if (rights === null) {
      if (place === "channels") throw new PageRequestError("a bot comes into a channel as its administrator");
      this.#setBotMembership(person, chosen.chatId, true);
    }
    const group = rights === null ? chosen : this.#upgrade(person, chosen.chatId);
    const { chatId } = group;
    if (rights !== null) this.#world.grantBotRights(group, rights, person);
    if (place === "groups") {
      const start = typeof input["start"] === "string" ? input["start"] : "";
      this.#say(person, { chatId, text: `/start@${BOT_USERNAME} ${start}`, isOpenly: true });
    }
    return chatId;
  }

  #findOwnGroup(person: Person, chatId: number): Group {
    const group = this.#world.findGroup(chatId);
    if (group === undefined) throw new PageRequestError("this is no group");
    if (this.#world.ownerOf(group) !== person) throw new PageRequestError("only the group's owner may do this");
    return group;
  }

  /** Anybody may join a public group; a private one needs a way in that this machine does not have. */
  #setMembership(person: Person, chatId: number, isMember: boolean): void {
    const group = this.#world.findGroup(chatId);
    if (group === undefined) throw new PageRequestError("this is no group");
    if (isMember && group.username === null) throw new PageRequestError("this group is private");
    this.#world.setMembership(person, group, isMember);
  }

  #blockBot(person: Person, isBlocked: boolean): void {
    const own = this.#world.personState(person.id);
    if (own.hasBlockedBot === isBlocked) return;
    own.hasBlockedBot = isBlocked;
    const user = this.#world.bot();
    this.#world.pushUpdate("my_chat_member", {
      chat: this.#world.chatOf(person.id),
      from: userOf(person),
      date: this.#world.nowSeconds(),
      old_chat_member: { user, status: isBlocked ? "member" : "kicked", ...(isBlocked ? {} : { until_date: 0 }) },
      new_chat_member: { user, status: isBlocked ? "kicked" : "member", ...(isBlocked ? { until_date: 0 } : {}) },
    });
    this.#world.changed();
  }

  /** As the messenger does while somebody types the bot's name and words behind it. */
  async #askInline(person: Person, text: string): Promise<InlineAnswer | null> {
    if (!this.#world.state.settings.supports_inline_queries) return null;
    const id = randomBytes(8).readBigUInt64BE().toString();
    const answer = this.#botApi.waitForInlineAnswer(id, { person, query: text }, CALLBACK_TIMEOUT_MS);
    this.#world.pushUpdate("inline_query", {
      id,
      from: userOf(person),
      query: text,
      offset: "",
      chat_type: "supergroup",
    });
    return await answer;
  }

  #describePrepared(person: Person, id: string): ActionResult {
    const prepared = this.#world.state.prepared[id];
    if (prepared === undefined || prepared.userId !== person.id || prepared.expiresAt < this.#world.nowSeconds()) {
      return { ok: false, error: "MESSAGE_EXPIRED" };
    }
    return { ok: true, prepared };
  }

  #sendPrepared(person: Person, id: string, chatId: number): ActionResult {
    this.#checkChat(person, chatId);
    const found = this.#describePrepared(person, id);
    if (found.prepared === undefined) return found;
    const { prepared } = found;
    if (chatId < 0 ? !prepared.isForGroups : !prepared.isForBots) return { ok: false, error: "MESSAGE_SEND_FAILED" };
    const { chosen } = prepared;
    // Only a message with a button gets an id for the bot.
    const inlineMessageId = prepared.replyMarkup === null ? null : createInlineId();
    this.#world.addMessage({
      chatId,
      from: senderOf(person),
      inlineMessageId,
      text: prepared.text,
      entities: prepared.entities,
      photoUrl: prepared.photoUrl,
      replyMarkup: prepared.replyMarkup,
      isViaBot: true,
    });
    // Of a share of the results, every so many: the messenger says no more.
    const share = this.#world.state.settings.inline_feedback_share_denominator;
    if (chosen !== null && share > 0 && this.#world.state.nextUpdateId % share === 0) {
      this.#world.pushUpdate("chosen_inline_result", {
        result_id: chosen.resultId,
        from: userOf(person),
        query: chosen.query,
        ...(inlineMessageId === null ? {} : { inline_message_id: inlineMessageId }),
      });
    }
    return { ok: true };
  }

  /** The groups that a person may share by a button prepared for them: here anybody may add the bot. */
  #describeRequest(person: Person, id: string): ActionResult {
    if (this.#world.state.requestButtons[id]?.userId !== person.id)
      return { ok: false, error: "WEBAPP_REQ_ID_INVALID" };
    const groups = this.#world.groups().filter((group) => this.#world.isMember(person, group.chatId));
    return { ok: true, chatIds: groups.map(({ chatId }) => chatId) };
  }

  /** The bot comes into the group first, where it has to be in it. */
  #shareRequested(person: Person, id: string, chatId: number): ActionResult {
    const described = this.#describeRequest(person, id);
    const button = this.#world.state.requestButtons[id];
    const group = this.#world.findGroup(chatId);
    if (described.chatIds === undefined || button === undefined) return described;
    if (group === undefined || !described.chatIds.includes(chatId)) return { ok: false, error: "PEER_ID_INVALID" };
    if (button.isBotMember) this.#world.setBotMembership(group, true, person);
    const text = `${nameOf(person)} shared ${group.title} with ${BOT_NAME}`;
    const message = this.#world.addMessage({ chatId: person.id, from: senderOf(person), text, isService: true });
    this.#world.pushUpdate("message", {
      ...toBotMessage(this.#world, message),
      from: userOf(person),
      text: undefined,
      chat_shared: {
        request_id: button.requestId,
        chat_id: chatId,
        ...(button.isTitleAsked ? { title: group.title } : {}),
        ...(button.isUsernameAsked && group.username !== null ? { username: group.username } : {}),
      },
    });
    return { ok: true };
  }

  /** The messenger's key-value store per app and person. */
  #callCustomMethod(person: Person, method: string, params: unknown): ActionResult {
    const { cloud } = this.#world.personState(person.id);
    const input = (typeof params === "object" && params !== null ? params : {}) as Input;
    const keys = Array.isArray(input["keys"]) ? input["keys"].map(String) : [];
    switch (method) {
      case "saveStorageValue": {
        const key = String(input["key"]);
        const value = String(input["value"]);
        if (!CLOUD_KEY.test(key)) return { ok: false, error: "KEY_INVALID" };
        if (value.length > MAX_CLOUD_VALUE) return { ok: false, error: "VALUE_INVALID" };
        if (!(key in cloud) && Object.keys(cloud).length >= MAX_CLOUD_KEYS)
          return { ok: false, error: "QUOTA_EXCEEDED" };
        cloud[key] = value;
        this.#world.changed();
        return { ok: true, result: true };
      }
      case "getStorageValues":
        return { ok: true, result: Object.fromEntries(keys.map((key) => [key, cloud[key] ?? ""])) };
      case "deleteStorageValues":
        for (const key of keys) Reflect.deleteProperty(cloud, key);
        this.#world.changed();
        return { ok: true, result: true };
      case "getStorageKeys":
        return { ok: true, result: Object.keys(cloud) };
      default:
        return { ok: false, error: "METHOD_INVALID" };
    }
  }

  #checkChat(person: Person, chatId: number): void {
    const isVisible = chatId === person.id || this.#world.isMember(person, chatId);
    if (!isVisible) throw new PageRequestError("this person is not in that chat");
  }
}

function createInlineId(): string {
  return randomBytes(20).toString("base64url");
}

function personByNumber(n: number): Person {
  const person = findPersonByNumber(n);
  if (person === undefined) throw new PageRequestError(`there is no person ${n}; they are 1 to ${PEOPLE.length}`);
  return person;
}

function readString(input: Input, name: string): string {
  const value = input[name];
  if (typeof value !== "string") throw new PageRequestError(`${name} must be a text`);
  return value;
}

function readNumber(input: Input, name: string): number {
  const value = input[name];
  if (typeof value !== "number") throw new PageRequestError(`${name} must be a number`);
  return value;
}
