/** The kinds of updates that the bot asks for. */
export const UPDATE_KINDS = ["message", "my_chat_member"] as const;
