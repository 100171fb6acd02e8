import type { App } from "#server/app.ts";
import { ApiError } from "#server/calls/apiError.ts";
import { findMemberships } from "#server/telegram/memberships.ts";
import { hasEnded } from "./hasEnded.ts";
import { type EnvelopeRow, type EnvelopeViewer, selectEnvelopes } from "#server/envelopes/wire/wire.ts";

/** Reads an envelope and the caller's relation to it. Only its sender can see one that was never paid. */
export async function readViewedEnvelope(
  app: App,
  envelopeId: string,
  tgUserId: bigint,
): Promise<{ envelope: EnvelopeRow; viewer: EnvelopeViewer }> {
  const database = app.database.kysely;
  const envelope = await selectEnvelopes(database).where("envelope_id", "=", envelopeId).executeTakeFirst();
  if (envelope === undefined) throw new ApiError("notFound");
  if (envelope.sender_id === tgUserId) return { envelope, viewer: "sender" };
  if (envelope.opened_at === null) throw new ApiError("notFound");
  const claim = await database
    .selectFrom("claim")
    .select("slot")
    .where("envelope_id", "=", envelopeId)
    .where("tg_user_id", "=", tgUserId)
    .executeTakeFirst();
  if (claim !== undefined) return { envelope, viewer: "claimer" };
  const isLatecomer = hasEnded(envelope) && (await isInChat(app, envelope.chat_id, tgUserId));
  return { envelope, viewer: isLatecomer ? "latecomer" : "other" };
}

/** Whether the chat is linked to the person, who is still a member. */
async function isInChat(app: App, chatId: bigint | null, tgUserId: bigint): Promise<boolean> {
  if (chatId === null) return false;
  const link = await app.database.kysely
    .selectFrom("chat_link")
    .select("chat_id")
    .where("chat_id", "=", chatId)
    .where("tg_user_id", "=", tgUserId)
    .executeTakeFirst();
  return link !== undefined && (await findMemberships(app, [chatId], tgUserId)).has(chatId);
}
