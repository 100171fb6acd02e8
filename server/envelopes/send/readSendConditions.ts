import type { App } from "#server/app.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { BodyOf } from "#server/calls/handler.ts";
import type { StoredCondition } from "#server/db/schema.ts";
import { learnChat } from "#server/messenger/chats.ts";
import { toWireCondition } from "#server/records/wire.ts";
import { checkChats } from "./checks.ts";

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
