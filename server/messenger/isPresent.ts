import type { ChatMember } from "grammy/types";

/** Whether a person is in a chat now. A restricted person may have left it. */
export function isPresent(member: ChatMember): boolean {
  if (member.status === "restricted") return member.is_member;
  return member.status !== "left" && member.status !== "kicked";
}
