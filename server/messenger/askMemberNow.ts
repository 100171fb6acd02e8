import type { App } from "#server/app.ts";
import { askMember, forgetHidden, isHidden, type MemberAnswer } from "./memberships.ts";

/**
 * Whether a person is in a chat, as the messenger says it now. Where it hid the members before, the bot may have become
 * an administrator since, of which another process was told.
 */
export async function askMemberNow(app: App, chatId: bigint, tgUserId: bigint): Promise<MemberAnswer> {
  const answer = await askMember(app, chatId, tgUserId, true);
  if (!isHidden(answer)) return answer;
  const chat = await app.telegram.readChat(chatId).catch(() => null);
  if (chat?.isBotAdministrator !== true) return answer;
  forgetHidden(app, chatId);
  return askMember(app, chatId, tgUserId, true);
}
