import type { App } from "#server/app.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { BodyOf } from "#server/calls/handler.ts";
import type { StoredCondition } from "#server/db/schema.ts";
import { isHidden, isUnanswered, askMember, type MemberAnswer } from "#server/messenger/memberships.ts";
import { learnChat, readChatIds, requireLinked } from "#server/messenger/chats.ts";
import { findPresentChat } from "#server/messenger/moveChat.ts";
import { toWireCondition } from "#server/records/wire.ts";

/**
 * Reads the chats of a send, each once, in the given order. Throws notFound unless each is linked to the caller,
 * contains the bot, and the messenger confirms that the caller is a member now; botNotAdministrator where it tells the
 * members to administrators alone, and serviceUnavailable if it does not answer.
 */
export async function checkChats(
  app: App,
  tgUserId: bigint,
  texts: readonly string[],
  kinds: readonly ("group" | "channel")[] = ["group"],
): Promise<readonly bigint[]> {
  if (texts.length === 0) return [];
  const chatIds = await findPresentChats(app, readChatIds(texts));
  await requireLinked(app, tgUserId, chatIds, kinds);
  const answers = await Promise.all(chatIds.map((chatId) => askMemberNow(app, chatId, tgUserId)));
  if (answers.some(isUnanswered)) throw new ApiError("serviceUnavailable");
  const hidden = chatIds.filter((_, index) => isHidden(answers[index]));
  if (hidden.length > 0)
    throw new ApiError("botNotAdministrator", { data: { conditions: await describeChats(app, hidden) } });
  if (answers.some(({ membership }) => membership !== "yes")) throw new ApiError("notFound");
  // A question may have told that a group has moved.
  return findPresentChats(app, chatIds);
}

async function findPresentChats(app: App, chatIds: readonly bigint[]): Promise<readonly bigint[]> {
  return [...new Set(await Promise.all(chatIds.map((chatId) => findPresentChat(app, chatId))))];
}

/** As a condition names chats; the caller is linked to them. */
async function describeChats({ database }: App, chatIds: readonly bigint[]) {
  const chats = await database.kysely
    .selectFrom("chat")
    .select(["chat_id", "title", "username"])
    .where("chat_id", "in", chatIds)
    .execute();
  return chats.map(({ chat_id: chatId, ...chat }) => toWireCondition({ chatId: String(chatId), ...chat }, null));
}

/**
 * Whether a person is in a chat, as the messenger says it now. Where it hid the members before, the bot may have become
 * an administrator since, of which another process was told.
 */
async function askMemberNow(app: App, chatId: bigint, tgUserId: bigint): Promise<MemberAnswer> {
  const answer = await askMember(app, chatId, tgUserId, true);
  if (!isHidden(answer)) return answer;
  const isTold = await learnChat(app, chatId).then(
    (chat) => chat.isBotAdministrator,
    () => false,
  );
  return isTold ? askMember(app, chatId, tgUserId, true) : answer;
}

interface Asked extends Pick<BodyOf<"sendRedEnvelope">, "claimRule" | "requiredChatIds"> {
  /** The groups of the send, which are checked already. */
  chatIds: readonly bigint[];
}

/**
 * What each envelope of a send asks of people, by its group: to be in it, and in the other chats; null where a passphrase
 * opens it. Throws notFound for a chat that is not the sender's, botNotAdministrator for one in which the messenger does
 * not tell for sure who is a member, and serviceUnavailable if it does not answer.
 */
export async function readSendConditions(
  app: App,
  tgUserId: bigint,
  { claimRule, chatIds, requiredChatIds = [] }: Asked,
): Promise<((chatId: bigint) => StoredCondition[]) | null> {
  if (claimRule !== "members") return null;
  const requiredIds = await checkChats(app, tgUserId, requiredChatIds, ["group", "channel"]);
  const asked = [...new Set([...chatIds, ...requiredIds])];
  const read = await Promise.all(asked.map((chatId) => readChat(app, chatId)));
  const refused = read.filter(({ isBotAdministrator }) => !isBotAdministrator);
  if (refused.length > 0) {
    const conditions = refused.map(({ condition }) => toWireCondition(condition, null));
    throw new ApiError("botNotAdministrator", { data: { conditions } });
  }
  const conditionOf = new Map(asked.map((chatId, index) => [chatId, read[index]?.condition]));
  return (chatId) => [...new Set([chatId, ...requiredIds])].flatMap((each) => conditionOf.get(each) ?? []);
}

async function readChat(
  app: App,
  chatId: bigint,
): Promise<{ condition: StoredCondition; isBotAdministrator: boolean }> {
  const { isBotAdministrator, ...chat } = await learnChat(app, chatId).catch(() => {
    throw new ApiError("serviceUnavailable");
  });
  return { condition: { chatId: String(chatId), ...chat }, isBotAdministrator };
}
