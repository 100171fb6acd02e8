import { createContext } from "react";

/** Chats of the form of which the bot does not see who is a member, so that the form's rule cannot be kept there. */
export const UnseenChatsContext = createContext<readonly string[]>([]);
