import type { App } from "#server/app.ts";
import { seeTitle } from "#server/calls/person.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { Handler } from "#server/calls/handler.ts";
import { askInTurn, askMember, askMemberships, isHidden, isUnanswered } from "./memberships.ts";
import { askSight, readChatIds, requireLinked, type Sight } from "./chats.ts";
import { askMemberCount } from "./memberCounts.ts";
import { findPresentChat } from "./moveChat.ts";
import { sql } from "kysely";
import { sumEnded } from "#server/rankings/sumEnded.ts";
import { type RankingAsk, readRanking, toPeriodKey } from "#server/rankings/rankings.ts";

interface LinkedChat {
  chatId: string;
  title: string;
  kind: "group" | "channel";
  isBotAdministrator: boolean;
  /** The messenger tells its members to administrators alone, and the bot is none. */
  areMembersHidden: boolean;
}

/** Links of a person that are looked at, the newest first: each one is a question to the messenger a minute. */
const MOST_CHATS = 100;

/**
 * The caller's linked groups and channels in which both the bot and the caller are, at most a minute old, newest link
 * first. One that hides its members stays, and says so. Throws serviceUnavailable if the messenger does not answer.
 */
export const chatList: Handler<"chatList"> = async (call, app) => {
  const { cursor, limit } = call.query;
  const chats = await readCurrentChats(app, call.user.tgUserId);
  const start = cursor === undefined ? 0 : chats.findIndex((chat) => toCursor(chat) === cursor) + 1;
  if (cursor !== undefined && start === 0) throw new ApiError("invalidRequest");
  const page = chats.slice(start, start + limit);
  const last = page.at(-1);
  return {
    items: page,
    total: chats.length,
    nextCursor: last !== undefined && start + limit < chats.length ? toCursor(last) : null,
  };
};

async function readCurrentChats(app: App, tgUserId: bigint): Promise<LinkedChat[]> {
  const rows = await app.database.kysely
    .selectFrom("chat_link")
    .innerJoin("chat", "chat.chat_id", "chat_link.chat_id")
    .select(["chat.chat_id", "chat.title", "chat.kind", "chat.is_bot_administrator"])
    .where("chat_link.tg_user_id", "=", tgUserId)
    .where("chat.is_bot_member", "=", true)
    .orderBy("chat_link.linked_at", "desc")
    .orderBy("chat.chat_id")
    .limit(MOST_CHATS)
    .execute();
  const chatIds = rows.map((row) => row.chat_id);
  const answers = await askMemberships(app, chatIds, tgUserId);
  if ([...answers.values()].some(isUnanswered)) throw new ApiError("serviceUnavailable");
  return rows.flatMap((row) => {
    const answer = answers.get(row.chat_id);
    const areMembersHidden = isHidden(answer);
    if (answer?.membership !== "yes" && !areMembersHidden) return [];
    const { title, kind, is_bot_administrator: isBotAdministrator } = row;
    return [
      { chatId: String(row.chat_id), title: seeTitle(title, row.chat_id), kind, isBotAdministrator, areMembersHidden },
    ];
  });
}

function toCursor(chat: LinkedChat): string {
  return Buffer.from(chat.chatId).toString("base64url");
}

interface ChatRights {
  chatId: string;
  seesMembers: Sight;
  areMembersHidden: boolean;
}

/**
 * Whether the bot sees who is a member of some of the caller's chats, each once, in the given order. Throws notFound
 * unless each is linked to the caller, and contains the bot and the caller.
 */
export const chatRights: Handler<"chatRights"> = async (call, app) => {
  const asked = readChatIds(call.query.chatIds.split(","));
  const { tgUserId } = call.user;
  const chats = await Promise.all(
    asked.map(async (chatId) => ({ asked: chatId, chatId: await findPresentChat(app, chatId) })),
  );
  await requireLinked(
    app,
    tgUserId,
    chats.map(({ chatId }) => chatId),
  );
  const items = await Promise.all(chats.map((chat) => readRights(app, tgUserId, chat)));
  return { items };
};

interface NamedChat {
  /** As the caller names it: it may have moved since. */
  asked: bigint;
  chatId: bigint;
}

async function readRights(app: App, tgUserId: bigint, chat: NamedChat): Promise<ChatRights> {
  const chatId = String(chat.asked);
  const answers = await askInTurn(app, tgUserId, async () => {
    // First: what was hidden until the bot became an administrator is told then.
    const sight = await askSight(app, chat.chatId);
    return { sight, member: await askMember(app, chat.chatId, tgUserId) };
  });
  if (answers === null || isUnanswered(answers.member)) {
    return { chatId, seesMembers: "unknown", areMembersHidden: false };
  }
  const { sight, member } = answers;
  if (member.membership !== "yes" && !isHidden(member)) throw new ApiError("notFound");
  return { chatId, seesMembers: sight, areMembersHidden: isHidden(member) };
}

/**
 * How many members one of the caller's chats has. Null where the messenger does not say that, or whether the caller is one
 * of them. Throws notFound unless the chat is linked to the caller, and contains the bot and the caller.
 */
export const chatSize: Handler<"chatSize"> = async ({ user: { tgUserId }, query }, app) => {
  const asked = readChatIds([query.chatId]);
  const chatIds = await Promise.all(asked.map((chatId) => findPresentChat(app, chatId)));
  await requireLinked(app, tgUserId, chatIds);
  const answer = await askInTurn(app, tgUserId, () =>
    Promise.all(chatIds.map((chatId) => readSize(app, chatId, tgUserId))),
  );
  return { memberCount: answer?.[0] ?? null };
};

async function readSize(app: App, chatId: bigint, tgUserId: bigint): Promise<number | null> {
  const { membership } = await askMember(app, chatId, tgUserId);
  if (membership === "no") throw new ApiError("notFound");
  // The question may have told that the group has moved.
  return membership === "yes" ? askMemberCount(app, await findPresentChat(app, chatId)) : null;
}

/** The id of the request: the messenger names it when it tells which group was chosen. */
export const GROUP_REQUEST = 1;

/** Prepares the messenger's list of the caller's groups, to choose one in the app. */
export const requestChat: Handler<"requestChat"> = async (call, app) => ({
  requestId: await app.telegram.prepareChatRequest(call.user.tgUserId, GROUP_REQUEST),
});

/** A person's groups that may be their best. */
const MOST_OWN_GROUPS = 20;

/** Groups by what was claimed from the envelopes sent into them; the own place is that of the caller's best group. */
export const getGroupRanking: Handler<"getGroupRanking"> = async (
  { user: { tgUserId }, query: { period = "week" }, language },
  app,
) => {
  const own = await findOwnGroups(app, tgUserId, period);
  return readRanking(app, { kind: "chat", period, language, own: sql`select unnest(${own}::bigint[])` });
};

/** The best ones that are linked to a person, who is in them still. */
async function findOwnGroups(app: App, tgUserId: bigint, period: RankingAsk["period"]): Promise<bigint[]> {
  await sumEnded(app);
  const { rows } = await sql<{ subject_id: bigint }>`
    select subject_id from ranking_sum
    where kind = 'chat' and period = ${toPeriodKey(app, period)} and not is_hidden
      and subject_id in (select chat_id from chat_link where tg_user_id = ${tgUserId})
    order by value_micros desc, subject_id limit ${MOST_OWN_GROUPS}
  `.execute(app.database.kysely);
  const chatIds = rows.map((row) => row.subject_id);
  const members = await askMemberships(app, chatIds, tgUserId);
  return chatIds.filter((chatId) => members.get(chatId)?.membership === "yes");
}
