import type { App } from "#server/app.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { Handler } from "#server/calls/handler.ts";
import { askMember, askInTurn, isHidden, isUnanswered } from "./memberships.ts";
import { askSight, readChatIds, requireLinked, type Sight } from "./chats.ts";
import { findPresentChat } from "./moveChat.ts";

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
