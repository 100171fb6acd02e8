import type { Kysely } from "kysely";
import type { Schema } from "#server/db/schema.ts";
import { ApiError } from "#server/calls/apiError.ts";
import { hasEnded } from "./hasEnded.ts";
import { type EnvelopeRow, selectEnvelopes } from "#server/envelopes/wire/selectEnvelopes.ts";
import type { EnvelopeViewer } from "#server/envelopes/wire/toWireEnvelope.ts";

/** Reads an envelope and the caller's relation to it. Only its sender can see one that was never paid. */
export async function readViewedEnvelope(
  database: Kysely<Schema>,
  envelopeId: string,
  tgUserId: bigint,
): Promise<{ envelope: EnvelopeRow; viewer: EnvelopeViewer }> {
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
  const isLatecomer = hasEnded(envelope) && (await isLinked(database, envelope.chat_id, tgUserId));
  return { envelope, viewer: isLatecomer ? "latecomer" : "other" };
}

async function isLinked(database: Kysely<Schema>, chatId: bigint | null, tgUserId: bigint): Promise<boolean> {
  if (chatId === null) return false;
  const link = await database
    .selectFrom("chat_link")
    .select("chat_id")
    .where("chat_id", "=", chatId)
    .where("tg_user_id", "=", tgUserId)
    .executeTakeFirst();
  return link !== undefined;
}
