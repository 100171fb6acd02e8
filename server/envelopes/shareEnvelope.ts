import type { App } from "#server/app.ts";
import { selectEnvelopes } from "#server/records/wire.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { Handler } from "#server/calls/handler.ts";
import { findWords } from "#server/looks/findWords.ts";
import { tellPlain } from "#server/messenger/botText.ts";
import { renderEnvelopeMessage } from "#server/messenger/envelopeMessage.ts";

/**
 * Prepares a message for sharing an open envelope in any chat, and a share link for clients without prepared messages.
 * Throws notFound for another person's envelope and notAvailable for one that is not open.
 */
export const shareEnvelope: Handler<"shareEnvelope"> = async (call, app) => {
  const { tgUserId } = call.user;
  const envelope = await readOwnEnvelope(app, tgUserId, call.body.envelopeId);
  const isOpen = envelope.status === "open" && envelope.expires_at !== null && envelope.expires_at > app.clock.now();
  if (!isOpen) throw new ApiError("notAvailable");

  const message = renderEnvelopeMessage(app, call.language, envelope);
  const prepared = await app.telegram.prepareShare(tgUserId, {
    ...message,
    title: tellPlain(call.language, "envelope.shareTitle"),
  });
  const words = findWords(call.language, envelope.remark, envelope.message_id);
  const query = new URLSearchParams({ url: message.button.url, text: words });
  return {
    preparedMessageId: prepared?.preparedMessageId ?? null,
    shareUrl: `https://t.me/share/url?${query.toString()}`,
  };
};

async function readOwnEnvelope(app: App, senderId: bigint, envelopeId: string) {
  const envelope = await selectEnvelopes(app.database.kysely)
    .where("envelope_id", "=", envelopeId)
    .where("sender_id", "=", senderId)
    .executeTakeFirst();
  if (envelope === undefined) throw new ApiError("notFound");
  return envelope;
}
