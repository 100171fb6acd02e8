import type { ChatMember } from "grammy/types";
import { readStatus } from "./memberReply.ts";

/** Whether the messenger says that a person, or the bot itself, is in a chat now. */
export function isPresent(member: ChatMember): boolean {
  return readStatus(member).kind === "yes";
}
