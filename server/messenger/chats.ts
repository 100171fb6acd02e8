import { setNewest } from "#server/setNewest.ts";
import type { App } from "#server/app.ts";
import { ApiError } from "#server/calls/apiError.ts";
import { keepPerBot } from "./botApi.ts";
import { askMember, forgetHidden, isHidden, isUnanswered } from "./memberships.ts";
import { findPresentChat } from "./moveChat.ts";
import { readChatStartParam, readPostStartParam, readTopic } from "./startParams.ts";

interface SeenChat {
  chatId: bigint;
  title: string;
  isBotMember: boolean;
  /** Left out where nothing is said of it. */
  isBotAdministrator?: boolean;
  kind?: "group" | "channel";
  username?: string | null;
}

/** The messenger did not answer a question that an update depends on. */
export class MessengerAway extends Error {}

/**
 * Stores what the messenger says of a group or a channel, and of the bot in it. What was hidden from the bot before it
 * became an administrator is asked again.
 */
export async function rememberChat(app: App, chat: SeenChat): Promise<void> {
  const { chatId, isBotAdministrator, kind, username } = chat;
  if (isBotAdministrator === true) forgetHidden(app, chatId);
  const seen = {
    title: chat.title,
    is_bot_member: chat.isBotMember,
    ...(kind === undefined ? {} : { kind }),
    ...(username === undefined ? {} : { username }),
    ...(isBotAdministrator === undefined ? {} : { is_bot_administrator: isBotAdministrator }),
    updated_at: app.clock.now(),
  };
  await app.database.kysely
    .insertInto("chat")
    .values({ ...seen, chat_id: chatId })
    // What comes late of a group that has moved brings it back no more.
    .onConflict((conflict) => conflict.column("chat_id").doUpdateSet(seen).where("chat.moved_to_chat_id", "is", null))
    .execute();
}

interface LearntChat {
  title: string;
  username: string | null;
  isBotAdministrator: boolean;
}

/**
 * Asks the messenger what a known chat is now, and what the bot is in it, and stores that. Rejects if the messenger is
 * unreachable.
 */
export async function learnChat(app: App, chatId: bigint): Promise<LearntChat> {
  const chat = await app.telegram.readChat(chatId).catch((error: unknown) => {
    app.logger.warn({ chatId: String(chatId), error }, "asking the messenger for a chat failed");
    throw error;
  });
  if (chat !== null) {
    await rememberChat(app, { ...chat, chatId, isBotMember: true });
    return chat;
  }
  const known = await app.database.kysely
    .updateTable("chat")
    .set({ is_bot_administrator: false })
    .where("chat_id", "=", chatId)
    .returning(["title", "username"])
    .executeTakeFirstOrThrow();
  return { ...known, isBotAdministrator: false };
}

/** So short that whoever looks again sees what has changed; those who look at once ask once. */
const KEPT_MS = 2_000;
const MOST_KEPT = 20_000;

/** Whether the messenger tells the bot for sure who is a member of a chat, as it does for an administrator alone. */
export type Sight = "yes" | "no" | "unknown";

interface Kept {
  sight: Promise<Sight>;
  askedAt: Date;
}

const getSights = keepPerBot(() => new Map<bigint, Kept>());

/** What the bot sees of a chat, as the messenger said two seconds ago at most. Unknown: it did not answer. */
export function askSight(app: App, chatId: bigint): Promise<Sight> {
  const kept = getSights(app);
  const askedAt = app.clock.now();
  const known = kept.get(chatId);
  if (known !== undefined && askedAt.getTime() - known.askedAt.getTime() < KEPT_MS) return known.sight;
  const sight = learnChat(app, chatId).then(
    ({ isBotAdministrator }) => (isBotAdministrator ? "yes" : "no"),
    () => "unknown" as const,
  );
  setNewest(kept, chatId, { sight, askedAt }, MOST_KEPT);
  return sight;
}

/** Drops what is kept of a chat, once the messenger says that the bot's rights there have changed. */
export function forgetSight(app: App, chatId: bigint): void {
  getSights(app).delete(chatId);
}

/**
 * Links a user to the group whose signed start parameter opened the app. Links can be forwarded, so they work only for
 * members, as the messenger confirms. Ignores any other start parameter.
 */
export async function linkChat(app: App, tgUserId: bigint, startParam: string): Promise<void> {
  const { appSecrets } = app.config;
  const postedIn = readPostStartParam(appSecrets, startParam);
  const signed = postedIn ?? readChatStartParam(appSecrets, startParam);
  if (signed === null) return;
  const chatId = await findPresentChat(app, signed);
  if (await isLinkable(app, chatId, tgUserId)) {
    // While the messenger is away the login goes on, and a later visit asks again.
    if ((await askMember(app, chatId, tgUserId, true)).membership !== "yes") return;
    // The question may have told that the group has moved.
    await linkPerson(app, await findPresentChat(app, chatId), tgUserId);
  }
  if (postedIn === null) await keepTopic(app, await findPresentChat(app, chatId), tgUserId, readTopic(startParam));
}

/** Where the person came from; a post's own link does not say. */
async function keepTopic({ database }: App, chatId: bigint, tgUserId: bigint, threadId: bigint | null): Promise<void> {
  await database.kysely
    .updateTable("chat_link")
    .set({ thread_id: threadId })
    .where("chat_id", "=", chatId)
    .where("tg_user_id", "=", tgUserId)
    .where("thread_id", "is distinct from", threadId)
    .execute();
}

/**
 * Links a person to the group that they chose in the app, if the messenger says that both they and the bot are in it, or
 * does not tell its members to the bot, and stores the messenger's title of it. Rejects if the messenger is unreachable:
 * the update is tried again.
 * @returns the group's title; null where it is not theirs
 */
export async function linkChosen(app: App, chosenId: bigint, tgUserId: bigint): Promise<string | null> {
  const member = await askMember(app, chosenId, tgUserId, true);
  if (isUnanswered(member)) throw new MessengerAway();
  if (member.membership !== "yes" && !isHidden(member)) return null;
  const chatId = await findPresentChat(app, chosenId);
  const chat = await app.telegram.readChat(chatId).catch(() => Promise.reject(new MessengerAway()));
  if (chat === null) return null;
  await rememberChat(app, { ...chat, chatId, isBotMember: true });
  await linkPerson(app, chatId, tgUserId);
  return chat.title;
}

/** Links a chat if the app knows the person, e.g. a channel to the one who let the bot into it, which no message links. */
export async function linkPerson(app: App, chatId: bigint, tgUserId: bigint): Promise<void> {
  await app.database.kysely
    .insertInto("chat_link")
    .columns(["tg_user_id", "chat_id", "linked_at"])
    .expression((select) =>
      select
        .selectFrom("tg_user")
        .select(["tg_user_id", select.val(chatId).as("chat_id"), select.val(app.clock.now()).as("linked_at")])
        .where("tg_user_id", "=", tgUserId),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether the group is known and not linked yet: later visits of a member need no question to the messenger. */
async function isLinkable(app: App, chatId: bigint, tgUserId: bigint): Promise<boolean> {
  const chat = await app.database.kysely
    .selectFrom("chat")
    .leftJoin("chat_link", (join) =>
      join.onRef("chat_link.chat_id", "=", "chat.chat_id").on("chat_link.tg_user_id", "=", tgUserId),
    )
    .select("chat_link.linked_at")
    .where("chat.chat_id", "=", chatId)
    .executeTakeFirst();
  return chat !== undefined && chat.linked_at === null;
}

/** Reads ids of chats, each once, in the given order. Throws notFound for one that no chat can have. */
export function readChatIds(texts: readonly string[]): bigint[] {
  const chatIds = [...new Set(texts.map(BigInt))];
  if (chatIds.some((chatId) => BigInt.asIntN(64, chatId) !== chatId)) throw new ApiError("notFound");
  return chatIds;
}

/** Throws notFound unless each chat is of these kinds, linked to the person, and contains the bot. */
export async function requireLinked(
  { database }: App,
  tgUserId: bigint,
  chatIds: readonly bigint[],
  kinds: readonly ("group" | "channel")[] = ["group", "channel"],
): Promise<void> {
  const linked = await database.kysely
    .selectFrom("chat_link")
    .innerJoin("chat", "chat.chat_id", "chat_link.chat_id")
    .select("chat.chat_id")
    .where("chat_link.tg_user_id", "=", tgUserId)
    .where("chat.is_bot_member", "=", true)
    .where("chat.kind", "in", kinds)
    .where("chat.chat_id", "in", chatIds)
    .execute();
  const known = new Set(linked.map((chat) => chat.chat_id));
  if (chatIds.some((chatId) => !known.has(chatId))) throw new ApiError("notFound");
}
