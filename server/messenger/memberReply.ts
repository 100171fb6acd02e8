import { GrammyError } from "grammy";
import type { ChatMember } from "grammy/types";
import type { MemberReply } from "./botApi.ts";

/** A person who never was in a chat, or is nobody any more, is refused instead of being told as `left`. */
const IS_OUTSIDE =
  /PARTICIPANT_ID_INVALID|USER_ID_INVALID|USER_NOT_PARTICIPANT|INPUT_USER_DEACTIVATED|(?:user|member) not found|user is deactivated/i;

/** A chat that tells its members to administrators alone, of which the bot is none. */
const IS_HIDDEN = /CHAT_ADMIN_REQUIRED|member list is inaccessible/i;

/** A chat that the bot cannot see any more: it was put out, or the chat is deleted. */
const IS_GONE =
  /(?:chat|supergroup) not found|bot was kicked|bot is not a member|chat was deleted|CHANNEL_PRIVATE|CHANNEL_INVALID|CHAT_FORBIDDEN/i;

/** What the messenger's answer to `getChatMember` means; what cannot be read is no answer. */
export async function readMemberReply(ask: () => Promise<ChatMember>): Promise<MemberReply> {
  try {
    return readStatus(await ask());
  } catch (error) {
    return error instanceof GrammyError ? readRefusal(error) : { kind: "unknown", why: "away", retryAfterMs: null };
  }
}

export function readStatus(member: Partial<ChatMember> | null | undefined): MemberReply {
  switch (member?.status) {
    case "creator":
    case "administrator":
    case "member":
      return { kind: "yes" };
    case "left":
    case "kicked":
      return { kind: "no" };
    case "restricted":
      // A restricted person may have left.
      if (member.is_member === true || member.is_member === false) return { kind: member.is_member ? "yes" : "no" };
      break;
    case undefined:
  }
  return { kind: "unknown", why: "away", retryAfterMs: null };
}

/** Whether the messenger says that a person, or the bot itself, is in a chat now. */
export function isPresent(member: ChatMember): boolean {
  return readStatus(member).kind === "yes";
}

function readRefusal({ error_code: code, description, parameters }: GrammyError): MemberReply {
  const { migrate_to_chat_id: movedTo, retry_after: retryAfterS } = parameters;
  if (movedTo !== undefined) return { kind: "moved", toChatId: BigInt(movedTo) };
  if (code !== 400 && code !== 403) {
    return { kind: "unknown", why: "away", retryAfterMs: retryAfterS === undefined ? null : retryAfterS * 1_000 };
  }
  if (IS_OUTSIDE.test(description)) return { kind: "no" };
  const why = IS_HIDDEN.test(description) ? "hidden" : IS_GONE.test(description) ? "gone" : "refused";
  return { kind: "unknown", why, retryAfterMs: null };
}
