import type { Language } from "#domain/language/language.ts";
import type { App } from "#server/app.ts";
import { toPerson } from "#server/calls/toPerson.ts";
import { renderEnvelopeMessage } from "#server/messenger/envelopeMessage.ts";
import type { EnvelopeRow } from "#server/records/wire.ts";

/** The message of an open envelope that its sender shares into any chat. It may stay as it is, so nothing of it goes stale. */
export function toSharedMessage(app: App, language: Language, envelope: EnvelopeRow) {
  return renderEnvelopeMessage(app, language, {
    envelopeId: envelope.envelope_id,
    chatId: null,
    senderName: toPerson(envelope).name,
    type: envelope.type,
    coinType: envelope.coin_type,
    totalBase: envelope.total_base,
    count: envelope.count,
    claimedCount: envelope.claimed_count,
    remark: envelope.remark,
    messageId: envelope.message_id,
    memberChats: envelope.conditions.map(({ title }) => title),
    state: "open",
    bestLuck: null,
    shares: [],
    expiresAt: null,
  });
}
