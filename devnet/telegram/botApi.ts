import { randomBytes } from "node:crypto";
import { changeSettings, readRights } from "./botSettings.ts";
import type { CallParams } from "./parseCallParams.ts";
import { readFlag, readInteger, readText } from "./parseCallParams.ts";
import { FloodGate } from "./floodGate.ts";
import { parseHtmlText } from "./parseHtmlText.ts";
import type { MessageEntity } from "./parseHtmlText.ts";
import type { Group, Person } from "./people.ts";
import { GENERAL } from "./page/forums.ts";
import { findPersonById } from "./people.ts";
import { PhotoStore, readInputMedia, readPhoto } from "./photoStore.ts";
import { checkReplyMarkup } from "./replyMarkup.ts";
import { readRequestButton } from "./requestButton.ts";
import type { InlineKeyboard } from "./replyMarkup.ts";
import { TelegramRefusal, refuseBadRequest, refuseForbidden } from "./telegramRefusal.ts";
import { userOf } from "./telegramWorld.ts";
import type { TelegramWorld } from "./telegramWorld.ts";
import { toBotMessage } from "./toBotMessage.ts";
import { UpdateQueue } from "./updateQueue.ts";
import type { OfferedCommand, PreparedMessage, StoredMessage } from "./worldState.ts";

const MAX_TEXT = 4096;
const MAX_CAPTION = 1024;
const ENTITIES: Readonly<Record<string, string>> = { text: "entities", caption: "caption_entities" };
const PREPARED_LIFE_S = 3600;
const MAX_UPDATES = 100;
const MAX_INLINE_RESULTS = 50;

/** An answer that one member sees must come this soon. */
const EPHEMERAL_REPLY_MS = 15_000;

interface Press {
  readonly person: Person;
  readonly chatId: number;
  readonly threadId: number | null;
}

interface InlineQuestion {
  readonly person: Person;
  readonly query: string;
}

/** What an edit may change. */
type MessageContent = Pick<StoredMessage, "text" | "entities" | "photoUrl" | "replyMarkup">;

type Method = (params: CallParams, gone: AbortSignal) => unknown;

/** What a person sees when the bot answers a pressed button. */
export interface CallbackAnswer {
  readonly text: string;
  readonly isAlert: boolean;
  readonly url: string | null;
}

/** What a person may choose from who has typed the bot's name; each is a prepared message. */
export interface InlineAnswer {
  readonly results: readonly { readonly preparedId: string; readonly title: string; readonly description: string }[];
  readonly button: { readonly text: string; readonly url: string } | null;
}

/** The part of the Bot API that the bot uses, with Telegram's own error messages. */
export class BotApi {
  readonly #world: TelegramWorld;
  readonly #flood: FloodGate;
  readonly #queue: UpdateQueue;
  readonly photos: PhotoStore;
  readonly #callbackWaiters = new Map<string, (answer: CallbackAnswer) => void>();
  readonly #inlineWaiters = new Map<string, InlineQuestion & { resolve: (answer: InlineAnswer) => void }>();
  readonly #presses = new Map<string, Press & { atMs: number }>();
  readonly #now: () => number;
  readonly #methods: ReadonlyMap<string, Method>;

  constructor(world: TelegramWorld, now: () => number) {
    this.#world = world;
    this.#now = now;
    this.#flood = new FloodGate(now);
    this.#queue = new UpdateQueue(world);
    this.photos = new PhotoStore(world.settings.stateFile);
    const methods: Record<string, Method> = {
      getMe: () => this.#describeBot(),
      getUpdates: (params, gone) => this.#getUpdates(params, gone),
      setWebhook: (params) => this.#setWebhook(params),
      deleteWebhook: (params) => this.#deleteWebhook(params),
      getWebhookInfo: () => this.#describeWebhook(),
      setMyCommands: (params) => this.#setCommands(params),
      getMyCommands: (params) => this.#getCommands(params),
      setMySettings: (params) => this.#setSettings(params),
      setMyDefaultAdministratorRights: (params) => this.#proposeRights(params),
      getMyDefaultAdministratorRights: (params) => world.state.proposedRights[placeOf(params)],
      setChatMenuButton: (params) => this.#setMenuButton(params),
      sendMessage: (params) => this.#sendMessage(params),
      sendPhoto: (params) => this.#sendPhoto(params),
      deleteMessage: (params) => this.#deleteMessage(params),
      editMessageText: (params) => this.#editText(params),
      editMessageCaption: (params) => this.#editCaption(params),
      editMessageMedia: (params) => this.#editMedia(params),
      editMessageReplyMarkup: (params) => this.#editMarkup(params),
      getChat: (params) => this.#getChat(params),
      getChatMember: (params) => this.#getChatMember(params),
      getChatMemberCount: (params) => this.#countMembers(params),
      savePreparedInlineMessage: (params) => this.#savePrepared(params),
      savePreparedKeyboardButton: (params) => this.#saveRequestButton(params),
      answerCallbackQuery: (params) => this.#answerCallback(params),
      answerInlineQuery: (params) => this.#answerInline(params),
    };
    this.#methods = new Map(Object.entries(methods).map(([name, method]) => [name.toLowerCase(), method]));
  }

  /** Executes `/bot<token>/<method>`; rejects with a TelegramRefusal. */
  async call(token: string, name: string, params: CallParams, gone: AbortSignal): Promise<unknown> {
    if (token !== this.#world.settings.botToken) throw new TelegramRefusal(401, "Unauthorized");
    const method = this.#methods.get(name.toLowerCase());
    if (method === undefined) throw new TelegramRefusal(404, "Not Found: method not found");
    return await method(params, gone);
  }

  /** Waits until the bot answers a pressed button; null on a timeout. */
  async waitForCallbackAnswer(id: string, press: Press, timeoutMs: number): Promise<CallbackAnswer | null> {
    this.#presses.set(id, { ...press, atMs: this.#now() });
    return await new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#callbackWaiters.delete(id);
        resolve(null);
      }, timeoutMs);
      this.#callbackWaiters.set(id, (answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
    });
  }

  /** Waits until the bot answers an inline query; null on a timeout. */
  async waitForInlineAnswer(
    id: string,
    { person, query }: InlineQuestion,
    timeoutMs: number,
  ): Promise<InlineAnswer | null> {
    return await new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#inlineWaiters.delete(id);
        resolve(null);
      }, timeoutMs);
      const answer = (given: InlineAnswer): void => {
        clearTimeout(timer);
        resolve(given);
      };
      this.#inlineWaiters.set(id, { person, query, resolve: answer });
    });
  }

  #describeBot(): Record<string, unknown> {
    return {
      ...this.#world.bot(),
      ...this.#describeSettings(),
      can_connect_to_business: false,
      has_main_web_app: true,
    };
  }

  #describeSettings(): Record<string, unknown> {
    const { inline_feedback_share_denominator: _, callback_query_mode: __, ...told } = this.#world.state.settings;
    return told;
  }

  #setSettings(params: CallParams): true {
    this.#world.state.settings = changeSettings(this.#world.state.settings, params);
    this.#world.changed();
    return true;
  }

  #proposeRights(params: CallParams): true {
    this.#world.state.proposedRights[placeOf(params)] = readRights(params);
    this.#world.changed();
    return true;
  }

  async #getUpdates(params: CallParams, gone: AbortSignal): Promise<unknown> {
    this.#rememberAllowedUpdates(params);
    const limit = Math.min(MAX_UPDATES, Math.max(1, readInteger(params, "limit") ?? MAX_UPDATES));
    return await this.#queue.poll(readInteger(params, "offset"), limit, readInteger(params, "timeout") ?? 0, gone);
  }

  #rememberAllowedUpdates(params: CallParams): void {
    const allowed = params["allowed_updates"];
    if (Array.isArray(allowed)) this.#world.state.allowedUpdates = allowed.filter((kind) => typeof kind === "string");
  }

  #setWebhook(params: CallParams): true {
    const url = readText(params, "url") ?? "";
    if (url === "") return this.#deleteWebhook(params);
    const isLoopback = /^http:\/\/(localhost|127\.0\.0\.1)[:/]/.test(url);
    if (!URL.canParse(url) || (new URL(url).protocol !== "https:" && !isLoopback)) {
      refuseBadRequest("bad webhook: An HTTPS URL must be provided for webhook");
    }
    const secretToken = readText(params, "secret_token");
    if (secretToken !== null && !/^[A-Za-z0-9_-]{1,256}$/.test(secretToken))
      refuseBadRequest("secret token contains unallowed characters");
    this.#rememberAllowedUpdates(params);
    if (readFlag(params, "drop_pending_updates")) this.#world.state.updates = [];
    this.#world.state.webhook = { url, secretToken };
    this.#world.changed();
    this.#queue.startDelivery();
    return true;
  }

  #deleteWebhook(params: CallParams): true {
    if (readFlag(params, "drop_pending_updates")) this.#world.state.updates = [];
    this.#world.state.webhook = null;
    this.#world.changed();
    return true;
  }

  #describeWebhook(): Record<string, unknown> {
    const { webhook, updates } = this.#world.state;
    return { url: webhook?.url ?? "", has_custom_certificate: false, pending_update_count: updates.length };
  }

  #setCommands(params: CallParams): true {
    const commands = params["commands"];
    if (!Array.isArray(commands)) refuseBadRequest('field "commands" must be an Array');
    const checked = commands.map((value: unknown) => {
      const { command, description, is_ephemeral: isEphemeral = false } = value as Record<string, unknown>;
      if (typeof command !== "string" || !/^[a-z0-9_]{1,32}$/.test(command)) refuseBadRequest("BOT_COMMAND_INVALID");
      if (typeof description !== "string" || description === "" || description.length > 256)
        refuseBadRequest("BOT_COMMAND_DESCRIPTION_INVALID");
      return { command, description, is_ephemeral: isEphemeral === true };
    });
    const language = readText(params, "language_code") ?? "";
    if (!/^(?:[a-z]{2})?$/.test(language)) refuseBadRequest("invalid language code specified");
    // The page speaks the default language.
    if (language !== "") this.#world.state.translatedCommands[nameCommands(params, language)] = checked;
    else if (isForGroups(params)) this.#world.state.groupCommands = checked;
    else this.#world.state.commands = checked;
    this.#world.changed();
    return true;
  }

  #getCommands(params: CallParams): readonly OfferedCommand[] {
    const { state } = this.#world;
    const language = readText(params, "language_code") ?? "";
    if (language !== "") return state.translatedCommands[nameCommands(params, language)] ?? [];
    return isForGroups(params) ? state.groupCommands : state.commands;
  }

  #setMenuButton(params: CallParams): true {
    const button = params["menu_button"] as { type?: unknown; text?: unknown; web_app?: { url?: unknown } } | undefined;
    const url = button?.web_app?.url;
    if (button?.type === "web_app" && typeof button.text === "string" && typeof url === "string") {
      if (!url.startsWith("https://") && !url.startsWith(this.#world.settings.gatewayOrigin)) {
        refuseBadRequest(`menu button Web App URL '${url}' is invalid: Only HTTPS links are allowed`);
      }
      this.#world.state.menuButton = { text: button.text, url };
    } else {
      this.#world.state.menuButton = null;
    }
    this.#world.changed();
    return true;
  }

  #sendMessage(params: CallParams): Record<string, unknown> {
    const press = this.#findAnsweredPress(params);
    if (press !== null) return this.#answerPrivately(params, press);
    const chatId = this.#openChat(params);
    const content = this.#readContent(params, "text", MAX_TEXT);
    if (content.text.trim() === "") refuseBadRequest("message text is empty");
    const replyMarkup = this.#readMarkup(params, chatId);
    const onlyFor = this.#readReceiver(params, chatId);
    const answered = onlyFor === null ? null : this.#findAnsweredTopic(params, chatId);
    const threadId = this.#openTopic(params, chatId, answered);
    if (onlyFor === null) this.#passFlood(chatId);
    const from = this.#world.bot();
    return toBotMessage(
      this.#world,
      this.#world.addMessage({ chatId, threadId, from, ...content, replyMarkup, onlyFor }),
    );
  }

  /** The press that a message answers by its id alone, in whatever chat; null: the call names a chat. */
  #findAnsweredPress(params: CallParams): Press | null {
    const asked = params["ephemeral_message_parameters"] as Record<string, unknown> | undefined;
    const id = asked?.["callback_query_id"];
    if (typeof id !== "string" || params["chat_id"] !== undefined || asked?.["receiver_user_id"] !== undefined)
      return null;
    const press = this.#presses.get(id);
    if (press === undefined || this.#now() - press.atMs > EPHEMERAL_REPLY_MS)
      return refuseBadRequest("QUERY_ID_INVALID");
    return press;
  }

  #answerPrivately(params: CallParams, { chatId, threadId, person }: Press): Record<string, unknown> {
    const content = this.#readContent(params, "text", MAX_TEXT);
    if (content.text.trim() === "") refuseBadRequest("message text is empty");
    const replyMarkup = this.#readMarkup(params, chatId);
    const from = this.#world.bot();
    return toBotMessage(
      this.#world,
      this.#world.addMessage({ chatId, threadId, from, ...content, replyMarkup, onlyFor: person.id }),
    );
  }

  /** Who alone sees an ephemeral message, which must answer a press or a message of theirs within 15 s; null: all see it. */
  #readReceiver(params: CallParams, chatId: number): number | null {
    const asked = params["ephemeral_message_parameters"] as Record<string, unknown> | undefined;
    if (asked === undefined) return null;
    const receiverId = Number(asked["receiver_user_id"]);
    const [group, person] = [this.#world.findGroup(chatId), findPersonById(receiverId)];
    if (group === undefined) refuseBadRequest("ephemeral messages can be sent only to groups");
    if (person === undefined || !this.#world.isMember(person, chatId)) refuseBadRequest("PARTICIPANT_ID_INVALID");
    const reply = params["reply_parameters"] as Record<string, unknown> | undefined;
    const isAnswer =
      this.#isPressOf(person, chatId, asked["callback_query_id"]) ||
      this.#isMessageOf(person, chatId, reply?.["ephemeral_message_id"]);
    if (!isAnswer && !this.#world.isBotAdministrator(chatId)) refuseBadRequest("EPHEMERAL_MESSAGE_NOT_ALLOWED");
    return receiverId;
  }

  #isPressOf(person: Person, chatId: number, id: unknown): boolean {
    const press = typeof id === "string" ? this.#presses.get(id) : undefined;
    return press?.person === person && press.chatId === chatId && this.#now() - press.atMs <= EPHEMERAL_REPLY_MS;
  }

  #isMessageOf(person: Person, chatId: number, ephemeralId: unknown): boolean {
    const message = typeof ephemeralId === "number" ? this.#world.findMessage(chatId, -ephemeralId) : undefined;
    return (
      message !== undefined && message.from.id === person.id && this.#now() - message.date * 1000 <= EPHEMERAL_REPLY_MS
    );
  }

  /** Where an ephemeral message stands: beside what it answers. */
  #findAnsweredTopic(params: CallParams, chatId: number): number | null {
    const asked = params["ephemeral_message_parameters"] as Record<string, unknown> | undefined;
    const press = this.#presses.get(String(asked?.["callback_query_id"]));
    const reply = params["reply_parameters"] as Record<string, unknown> | undefined;
    const command = this.#world.findMessage(chatId, -Number(reply?.["ephemeral_message_id"]));
    return press?.threadId ?? command?.threadId ?? null;
  }

  /** The topic that a message of the bot goes to. A chat without topics passes the field over. `answered`: where it is not named. */
  #openTopic(params: CallParams, chatId: number, answered: number | null = null): number | null {
    if (this.#world.topicsOf(chatId) === null) return null;
    const asked = Math.max(0, readInteger(params, "message_thread_id") ?? answered ?? 0);
    const topic = asked === GENERAL ? undefined : this.#world.findTopic(chatId, asked === 0 ? GENERAL : asked);
    if (topic === undefined) refuseBadRequest("message thread not found");
    if (topic.isClosed && !this.#world.hasBotRight(chatId, "can_manage_topics")) refuseBadRequest("TOPIC_CLOSED");
    return asked === 0 ? null : asked;
  }

  #deleteMessage(params: CallParams): true {
    const chatId = this.#openChat(params);
    const message = this.#world.findMessage(chatId, readInteger(params, "message_id") ?? 0);
    if (message === undefined) refuseBadRequest("message to delete not found");
    const isOwn = message.from.id === this.#world.botId;
    if (!isOwn && chatId < 0 && !this.#world.isBotAdministrator(chatId)) refuseBadRequest("message can't be deleted");
    this.#world.removeMessage(message);
    return true;
  }

  #sendPhoto(params: CallParams): Record<string, unknown> {
    const chatId = this.#openChat(params);
    const content = this.#readContent(params, "caption", MAX_CAPTION);
    const replyMarkup = this.#readMarkup(params, chatId);
    const photoUrl = readPhoto(params, params["photo"], this.photos, "wrong file identifier/HTTP URL specified");
    const threadId = this.#openTopic(params, chatId);
    this.#passFlood(chatId);
    const from = this.#world.bot();
    return toBotMessage(
      this.#world,
      this.#world.addMessage({ chatId, threadId, from, ...content, photoUrl, replyMarkup }),
    );
  }

  #editText(params: CallParams): Record<string, unknown> | true {
    const inlineMessageId = readText(params, "inline_message_id");
    const message = inlineMessageId === null ? this.#findOwnMessage(params) : this.#findInlineMessage(inlineMessageId);
    const content = this.#readContent(params, "text", MAX_TEXT);
    if (content.text.trim() === "") refuseBadRequest("message text is empty");
    if (message.photoUrl !== null) refuseBadRequest("there is no text in the message to edit");
    const edited = this.#edit(message, { ...content, replyMarkup: this.#readMarkup(params, message.chatId) });
    return inlineMessageId === null ? edited : true;
  }

  /** The bot may edit it where it is not itself, too. */
  #findInlineMessage(id: string): StoredMessage {
    const message = this.#world.state.messages.find(({ inlineMessageId }) => inlineMessageId === id);
    return message ?? refuseBadRequest("MESSAGE_ID_INVALID");
  }

  #editCaption(params: CallParams): Record<string, unknown> {
    const message = this.#findOwnMessage(params);
    const content = this.#readContent(params, "caption", MAX_CAPTION);
    if (message.photoUrl === null) refuseBadRequest("there is no caption in the message to edit");
    return this.#edit(message, { ...content, replyMarkup: this.#readMarkup(params, message.chatId) });
  }

  /** The new media brings its own caption: without one, the message has none. */
  #editMedia(params: CallParams): Record<string, unknown> {
    const media = readInputMedia(params);
    const content = this.#readContent(media, "caption", MAX_CAPTION);
    const message = this.#findOwnMessage(params);
    const photoUrl = readPhoto(params, media["media"], this.photos, "MEDIA_EMPTY");
    const replyMarkup = this.#readMarkup(params, message.chatId);
    return this.#edit(message, { ...content, photoUrl, replyMarkup });
  }

  #editMarkup(params: CallParams): Record<string, unknown> {
    const message = this.#findOwnMessage(params);
    return this.#edit(message, { replyMarkup: this.#readMarkup(params, message.chatId) });
  }

  #edit(message: StoredMessage, change: Partial<MessageContent>): Record<string, unknown> {
    this.#passFlood(message.chatId);
    const { text, entities, photoUrl, replyMarkup } = message;
    const before = { text, entities, photoUrl, replyMarkup };
    if (JSON.stringify(before) === JSON.stringify({ ...before, ...change })) {
      refuseBadRequest(
        "message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message",
      );
    }
    Object.assign(message, change);
    message.editDate = this.#world.nowSeconds();
    message.edits += 1;
    this.#world.changed();
    return toBotMessage(this.#world, message);
  }

  #findOwnMessage(params: CallParams): StoredMessage {
    // What stands in a group that became another may be edited.
    const chatId = this.#openChat(params, "edit");
    const messageId = readInteger(params, "message_id");
    if (messageId === null) refuseBadRequest("message identifier is not specified");
    const message = this.#world.findMessage(chatId, messageId);
    if (message === undefined) refuseBadRequest("message to edit not found");
    if (message.from.id !== this.#world.botId || message.isService) refuseBadRequest("message can't be edited");
    return message;
  }

  #getChat(params: CallParams): Record<string, unknown> {
    const chatId = this.#knownChat(params);
    this.#checkBotIsMember(chatId);
    return { ...this.#world.chatOf(chatId), accent_color_id: 0, max_reaction_count: 11 };
  }

  #getChatMember(params: CallParams): Record<string, unknown> {
    const chatId = this.#knownChat(params);
    this.#checkPresent(chatId);
    this.#checkBotIsMember(chatId);
    const userId = readInteger(params, "user_id");
    if (userId === null) refuseBadRequest("invalid user_id specified");
    const isAdministrator = this.#world.isBotAdministrator(chatId);
    if (userId === this.#world.botId) return this.#world.describeBot(chatId, true, isAdministrator);
    // Where the members are hidden, only administrators are told of others.
    const group = this.#world.findGroup(chatId);
    if (group?.kind === "channel" && !isAdministrator) refuseBadRequest("member list is inaccessible");
    const isTold = isAdministrator || this.#world.state.hiddenMembers[chatId] !== true;
    if (!isTold) refuseBadRequest("CHAT_ADMIN_REQUIRED");
    const person = findPersonById(userId);
    if (person === undefined) refuseBadRequest("member not found");
    const isMember = group === undefined ? chatId === userId : this.#world.isMember(person, chatId);
    const isCreator = group !== undefined && this.#world.ownerOf(group)?.id === userId;
    return { user: userOf(person), status: isCreator ? "creator" : isMember ? "member" : "left" };
  }

  /** A person's chat has two members; the bot is one of each. */
  #countMembers(params: CallParams): number {
    const chatId = this.#knownChat(params);
    this.#checkPresent(chatId);
    this.#checkBotIsMember(chatId);
    const group = this.#world.findGroup(chatId);
    return group === undefined ? 2 : this.#world.membersOf(group).length + 1;
  }

  #checkBotIsMember(chatId: number): void {
    const group = this.#world.findGroup(chatId);
    if (group !== undefined && !this.#world.isBotIn(chatId))
      refuseForbidden(`bot is not a member of the ${nameKind(group)} chat`);
  }

  /** Refuses what is for a group that has become a supergroup of another id, and names that. */
  #checkPresent(chatId: number): void {
    const movedTo = this.#world.state.movedGroups[chatId];
    if (movedTo === undefined) return;
    const reason = "Bad Request: group chat was upgraded to a supergroup chat";
    throw new TelegramRefusal(400, reason, { migrate_to_chat_id: movedTo });
  }

  #saveRequestButton(params: CallParams): { id: string } {
    const person = findUser(params);
    const id = randomBytes(12).toString("base64url");
    this.#world.state.requestButtons[id] = { userId: person.id, ...readRequestButton(params["button"]) };
    this.#world.changed();
    return { id };
  }

  #savePrepared(params: CallParams): Record<string, unknown> {
    const person = findUser(params);
    const isForGroups = readFlag(params, "allow_group_chats");
    const isForBots = readFlag(params, "allow_bot_chats");
    const rules = { isForGroups, isForBots, chosen: null };
    const { id, expiresAt } = this.#prepare(person, params["result"], rules);
    return { id, expiration_date: expiresAt };
  }

  /** Checks an inline result and keeps it for its person. */
  #prepare(
    person: Person,
    given: unknown,
    allowed: Pick<PreparedMessage, "isForGroups" | "isForBots" | "chosen">,
  ): { id: string; title: string; expiresAt: number } {
    const result = given as Record<string, unknown> | undefined;
    if (typeof result !== "object" || result === null)
      refuseBadRequest("can't parse InlineQueryResult: object expected");
    const { type, id, title, input_message_content: content } = result;
    if (type !== "article" && type !== "photo")
      refuseBadRequest(`inline query result type ${String(type)} is not available on this machine`);
    if (typeof id !== "string" || id === "" || Buffer.byteLength(id) > 64) refuseBadRequest("RESULT_ID_INVALID");
    if (type === "article" && (typeof title !== "string" || title === "")) refuseBadRequest("ARTICLE_TITLE_EMPTY");
    const source = (content ?? {
      message_text: result["caption"] ?? "",
      parse_mode: result["parse_mode"],
    }) as CallParams;
    if (type === "article" && content === undefined) refuseBadRequest("MESSAGE_TEXT_EMPTY");
    const read = this.#readContent(source, "message_text", MAX_TEXT);
    if (type === "article" && read.text.trim() === "") refuseBadRequest("MESSAGE_TEXT_EMPTY");
    const replyMarkup = checkReplyMarkup(result["reply_markup"], {
      isPrivateChat: false,
      gatewayOrigin: this.#world.settings.gatewayOrigin,
    });
    const preparedId = randomBytes(12).toString("base64url");
    const expiresAt = this.#world.nowSeconds() + PREPARED_LIFE_S;
    const name = typeof title === "string" ? title : "";
    this.#world.state.prepared[preparedId] = {
      userId: person.id,
      title: name,
      ...read,
      photoUrl: typeof result["photo_url"] === "string" ? result["photo_url"] : null,
      replyMarkup,
      expiresAt,
      ...allowed,
    };
    this.#world.changed();
    return { id: preparedId, title: name, expiresAt };
  }

  #answerInline(params: CallParams): true {
    const id = readText(params, "inline_query_id") ?? "";
    const asked = this.#inlineWaiters.get(id);
    if (asked === undefined) refuseBadRequest("query is too old and response timeout expired or query ID is invalid");
    const results = params["results"];
    if (!Array.isArray(results)) refuseBadRequest("Expected an Array of inline query results");
    if (results.length > MAX_INLINE_RESULTS) refuseBadRequest("Too many inline query results specified");
    const ids = results.map((result: { id?: unknown }) => result.id);
    if (new Set(ids).size < ids.length) refuseBadRequest("RESULT_ID_DUPLICATE");
    const button = readInlineButton(params["button"]);
    const prepared = results.map((result: { description?: unknown }) => {
      const chosen = { resultId: String((result as { id?: unknown }).id), query: asked.query };
      const kept = this.#prepare(asked.person, result, { isForGroups: true, isForBots: true, chosen });
      return {
        preparedId: kept.id,
        title: kept.title,
        description: typeof result.description === "string" ? result.description : "",
      };
    });
    this.#inlineWaiters.delete(id);
    asked.resolve({ results: prepared, button });
    return true;
  }

  #answerCallback(params: CallParams): true {
    const id = readText(params, "callback_query_id") ?? "";
    const waiter = this.#callbackWaiters.get(id);
    if (waiter === undefined) refuseBadRequest("query is too old and response timeout expired or query ID is invalid");
    this.#callbackWaiters.delete(id);
    waiter({
      text: readText(params, "text") ?? "",
      isAlert: readFlag(params, "show_alert"),
      url: readText(params, "url"),
    });
    return true;
  }

  #knownChat(params: CallParams): number {
    const text = readText(params, "chat_id");
    if (text === null || text === "") refuseBadRequest("chat_id is empty");
    const chatId = Number(text);
    if (this.#world.findGroup(chatId) === undefined && findPersonById(chatId) === undefined)
      refuseBadRequest("chat not found");
    return chatId;
  }

  /** A chat that the bot may write to. */
  #openChat(params: CallParams, access: "write" | "edit" = "write"): number {
    const chatId = this.#knownChat(params);
    const group = this.#world.findGroup(chatId);
    if (group !== undefined) {
      if (access === "write") this.#checkPresent(chatId);
      if (!this.#world.isBotIn(chatId)) refuseForbidden(`bot was kicked from the ${nameKind(group)} chat`);
      return chatId;
    }
    const person = this.#world.personState(chatId);
    if (person.hasBlockedBot) refuseForbidden("bot was blocked by the user");
    if (!person.canBotWrite) refuseForbidden("bot can't initiate conversation with a user");
    return chatId;
  }

  #readContent(
    params: CallParams,
    name: string,
    maxLength: number,
  ): { text: string; entities: readonly MessageEntity[] } {
    const raw = readText(params, name) ?? "";
    const mode = readText(params, "parse_mode")?.toLowerCase() ?? "";
    if (mode !== "" && mode !== "html") refuseBadRequest("unsupported parse_mode");
    const content =
      mode === "html"
        ? parseHtmlText(raw)
        : { text: raw, entities: (params[ENTITIES[name] ?? ""] ?? []) as readonly MessageEntity[] };
    if (content.text.length > maxLength)
      refuseBadRequest(name === "caption" ? "message caption is too long" : "message is too long");
    return content;
  }

  #readMarkup(params: CallParams, chatId: number): InlineKeyboard | null {
    return checkReplyMarkup(params["reply_markup"], {
      isPrivateChat: chatId > 0,
      gatewayOrigin: this.#world.settings.gatewayOrigin,
    });
  }

  #passFlood(chatId: number): void {
    const seconds = this.#flood.take(chatId);
    if (seconds > 0)
      throw new TelegramRefusal(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds });
  }
}

function findUser(params: CallParams): Person {
  const userId = readInteger(params, "user_id");
  const person = userId === null ? undefined : findPersonById(userId);
  return person ?? refuseBadRequest("USER_ID_INVALID");
}

function nameKind({ kind }: Group): string {
  return kind === "basic" ? "group" : kind;
}

function placeOf(params: CallParams): "groups" | "channels" {
  return readFlag(params, "for_channels") ? "channels" : "groups";
}

function nameCommands(params: CallParams, language: string): string {
  return `${isForGroups(params) ? "groups" : "people"}:${language}`;
}

function isForGroups(params: CallParams): boolean {
  return (params["scope"] as { type?: unknown } | undefined)?.type === "all_group_chats";
}

/** Above inline results: opens the mini-app, or writes /start to the bot. */
function readInlineButton(given: unknown): { text: string; url: string } | null {
  if (given === undefined || given === null) return null;
  const refuse = (reason: string) => refuseBadRequest(`Can't parse inline query results button: ${reason}`);
  if (typeof given !== "object") refuse("InlineQueryResultsButton must be an Object");
  const { text, start_parameter: startParameter, web_app: webApp } = given as Readonly<Record<string, unknown>>;
  if (typeof text !== "string") return refuse(`Can't find field "text"`);
  if (startParameter !== undefined) return refuse("start_parameter is not available on this machine");
  const url = (webApp as { url?: unknown } | undefined)?.url;
  if (typeof url !== "string") return refuse("InlineQueryResultsButton must have exactly one optional field");
  return { text, url };
}
