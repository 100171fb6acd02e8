import type { BotApi } from "#server/messenger/botApi.ts";

/** What a bot does in chats where nobody listens. */
export const SILENT_BOT: Pick<BotApi, "sendEphemeral" | "answerPress" | "deleteMessage" | "setCommands"> = {
  sendEphemeral: async () => ({ kind: "sent", messageId: 0n }),
  answerPress: async () => undefined,
  deleteMessage: async () => true,
  setCommands: async () => undefined,
};
