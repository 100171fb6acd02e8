import type { App } from "#server/app.ts";

/**
 * Whether a user is in a chat that is linked to them. If the messenger is unreachable the link counts: membership is
 * checked again at the send and before anything is posted.
 */
export async function askMembership(app: App, chatId: bigint, tgUserId: bigint): Promise<boolean> {
  try {
    return await app.telegram.isChatMember(chatId, tgUserId);
  } catch (error) {
    app.logger.warn({ chatId: String(chatId), error }, "asking the messenger for a chat member failed");
    return true;
  }
}
