import type { components } from "#contract/schema.d.ts";
import type { App } from "#server/app.ts";
import type { StoredCondition } from "#server/db/schema.ts";
import { toWireCondition } from "#server/records/wire.ts";
import { recallMember } from "./memberships.ts";

/**
 * The conditions of an envelope with the chats' present names and links, and what is known of the person in them. Names
 * of private chats are for who is in them or in the envelope's group, which comes first, and for `seesAll`: who sent the
 * envelope or has a share.
 */
export async function readConditions(
  app: App,
  conditions: readonly StoredCondition[],
  { tgUserId, seesAll }: { tgUserId: bigint; seesAll: boolean },
): Promise<components["schemas"]["Condition"][]> {
  if (conditions.length === 0) return [];
  const chatIds = conditions.map(({ chatId }) => BigInt(chatId));
  const chats = await app.database.kysely
    .selectFrom("chat")
    .select(["chat_id", "title", "username"])
    .where("chat_id", "in", chatIds)
    .execute();
  const chatOf = new Map(chats.map(({ chat_id: chatId, ...chat }) => [String(chatId), chat]));
  const states = chatIds.map((chatId) => {
    const answer = recallMember(app, chatId, tgUserId);
    return answer === null || answer.membership === "unknown" ? null : answer.membership === "yes";
  });
  return conditions.map((condition, place) => {
    const isMet = states[place] ?? null;
    const isNamed = seesAll || isMet === true || states[0] === true;
    return toWireCondition({ ...condition, ...chatOf.get(condition.chatId) }, isMet, isNamed);
  });
}
