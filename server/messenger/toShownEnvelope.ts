import type { Language } from "#domain/language/language.ts";
import { seeTitle } from "#server/calls/nameSomebody.ts";
import { toPerson } from "#server/calls/toPerson.ts";
import { type EnvelopeRow, isEndedBySender } from "#server/records/wire.ts";
import type { ShownEnvelope } from "./envelopeMessage.ts";

type ShownRow = Pick<
  EnvelopeRow,
  | "envelope_id"
  | "sender_id"
  | "status"
  | "ended_at"
  | "expires_at"
  | "type"
  | "coin_type"
  | "total_base"
  | "count"
  | "claimed_count"
  | "remark"
  | "message_id"
  | "conditions"
  | "first_name"
  | "last_name"
  | "photo_url"
>;

/**
 * What a message that the sender shares into any chat shows of an envelope. It may stay as it is, so nothing of it goes
 * stale, and it does not tell who claimed: that is for the group that the envelope was sent to.
 */
export function toShownEnvelope(row: ShownRow, language: Language): ShownEnvelope {
  return {
    envelopeId: row.envelope_id,
    chatId: null,
    senderName: toPerson({ ...row, tg_user_id: row.sender_id }, language).name,
    type: row.type,
    coinType: row.coin_type,
    totalBase: row.total_base,
    count: row.count,
    claimedCount: row.claimed_count,
    remark: row.remark,
    messageId: row.message_id,
    memberChats: row.conditions.map(({ title, chatId, username }) => ({
      title: seeTitle(title, chatId),
      isPrivate: username === null,
    })),
    state: findState(row),
    bestLuck: null,
    shares: [],
    expiresAt: null,
  };
}

function findState(row: ShownRow): ShownEnvelope["state"] {
  if (row.status === "open" || row.status === "finished") return row.status;
  return isEndedBySender(row) ? "closed" : "expired";
}
