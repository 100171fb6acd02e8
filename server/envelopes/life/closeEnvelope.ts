import { type Kysely, sql } from "kysely";
import type { App } from "#server/app.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { Handler } from "#server/calls/handler.ts";
import { changeStatus } from "#server/db/changeStatus.ts";
import { transact } from "#server/db/transact.ts";
import type { Schema } from "#server/db/schema.ts";
import { closeWindows } from "#server/envelopes/draw/closeDraws.ts";
import { isEnvelopeFrozen } from "#server/limits/freezes.ts";
import { requireTrustedTime } from "#server/clockGuard.ts";
import { type EnvelopeRow, isEndedBySender, selectEnvelopes, toWireEnvelope } from "#server/records/wire.ts";
import { findClosableAt, readEnvelopeLife } from "./envelopeLife.ts";
import { endOpen, refundExpired } from "./refunds.ts";

/**
 * Ends an open envelope of the caller before its time and returns the rest at once. A repeat finishes what an earlier try
 * left undone; so does the job that refunds. Throws notFound for another person's, notAvailable where it is too early or
 * over, and serviceUnavailable while the clock is off.
 */
export const closeEnvelope: Handler<"closeEnvelope"> = async (call, app) => {
  const { tgUserId } = call.user;
  const { envelopeId } = call.body;
  const before = await readOwn(app.database.kysely, tgUserId, envelopeId);
  if (before.status === "open") await close(app, before);
  // What somebody else ended meanwhile is over in another way.
  const ended = await readOwn(app.database.kysely, tgUserId, envelopeId);
  if (!isEndedBySender(ended)) throw new ApiError("notAvailable");
  await refundExpired(app, envelopeId, "closeEnvelope");
  const refunded = await readOwn(app.database.kysely, tgUserId, envelopeId);
  return {
    envelope: {
      ...toWireEnvelope(refunded, "sender", { language: call.language, secrets: app.config.appSecrets }),
      life: await readEnvelopeLife(app, refunded),
    },
  };
};

/** Changes nothing where a claim or the time was quicker. */
async function close(app: App, envelope: EnvelopeRow): Promise<void> {
  const { envelope_id: envelopeId } = envelope;
  if (await isEnvelopeFrozen(app.database, envelopeId)) throw new ApiError("serviceUnavailable");
  await requireTrustedTime(app);
  const at = app.clock.now();
  const closableAt = findClosableAt(app.config, envelope);
  if (closableAt !== null && at < closableAt) {
    throw new ApiError("notAvailable", { data: { availableAt: closableAt.toISOString() } });
  }
  await closeDraw(app, envelopeId, at);
  const change = changeStatus("envelope", "envelope.closed", { at, cause: "closeEnvelope" });
  await endOpen(app, envelopeId, change, sql`expires_at > ${at}`);
}

/** Nobody enters any more; where a draw waits, the envelope ends once that is settled. */
async function closeDraw({ database }: App, envelopeId: string, at: Date): Promise<void> {
  await transact(database.kysely, async (trx) => {
    await closeWindows(trx, { envelopeId, at });
    const drawn = trx.updateTable("envelope").set({ ended_at: at }).where("envelope_id", "=", envelopeId);
    const ended = drawn.where("draw_rule", "=", "together").where("status", "=", "open");
    await ended.where("ended_at", "is", null).where("expires_at", ">", at).execute();
  });
}

async function readOwn(database: Kysely<Schema>, senderId: bigint, envelopeId: string): Promise<EnvelopeRow> {
  const envelope = await selectEnvelopes(database)
    .where("envelope_id", "=", envelopeId)
    .where("sender_id", "=", senderId)
    .executeTakeFirst();
  if (envelope === undefined) throw new ApiError("notFound");
  return envelope;
}
