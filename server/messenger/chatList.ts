import type { App } from "#server/app.ts";
import { seeTitle } from "#server/calls/nameSomebody.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { Handler } from "#server/calls/handler.ts";
import { askMemberships, isHidden, isUnanswered } from "./memberships.ts";

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
