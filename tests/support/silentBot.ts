import type { BotApi } from "#server/messenger/botApi.ts";

/** What a bot does in chats where nobody listens. */
export const SILENT_BOT: Pick<
  BotApi,
  "answerInline" | "sendPhoto" | "editCaption" | "editPhoto" | "sendEphemeral" | "answerPress" | "deleteMessage"
> = {
  answerInline: async () => undefined,
  sendPhoto: async () => ({ kind: "sent", messageId: 1n }),
  editCaption: async () => ({ kind: "sent", messageId: 1n }),
  editPhoto: async () => ({ kind: "sent", messageId: 1n }),
  sendEphemeral: async () => ({ kind: "sent", messageId: 0n }),
  answerPress: async () => undefined,
  deleteMessage: async () => true,
};
