/** The kinds of updates that the bot requests. */
export const UPDATE_KINDS = ["message", "my_chat_member"] as const;
