import { ApiError } from "#server/calls/apiError.ts";
import type { Handler } from "#server/calls/handler.ts";
import { paginate, readCursor, writeCursor } from "#server/calls/pages.ts";
import { readViewedEnvelope } from "./readViewedEnvelope.ts";
import { selectClaims, toWireClaim, toWireEnvelope } from "#server/envelopes/wire/wire.ts";

/**
 * An envelope as the caller may see it. Claims, newest first, are for the sender, the claimers and the chat's people
 * only.
 */
export const claimDetail: Handler<"claimDetail"> = async ({ user: { tgUserId }, query }, app) => {
  const { envelope, viewer } = await readViewedEnvelope(app, query.envelopeId, tgUserId);
  const wire = toWireEnvelope(envelope, viewer, app.config.appSecrets);
  if (viewer === "other") return { envelope: wire, claims: [], total: 0, nextCursor: null };

  let list = selectClaims(app.database.kysely)
    .where("claim.envelope_id", "=", query.envelopeId)
    .orderBy("claim.slot", "desc")
    .limit(query.limit + 1);
  if (query.cursor !== undefined) list = list.where("claim.slot", "<", readSlot(query.cursor));
  const rows = await list.execute();
  const { page, nextCursor } = paginate(rows, {
    limit: query.limit,
    toCursor: ({ slot }) => writeCursor([String(slot)]),
  });
  return {
    envelope: wire,
    claims: page.map((row) => toWireClaim(row, tgUserId)),
    total: envelope.claimed_count,
    nextCursor,
  };
};

function readSlot(cursor: string): number {
  const [slot = ""] = readCursor(cursor, 1);
  if (!/^[0-9]{1,3}$/.test(slot)) throw new ApiError("invalidRequest");
  return Number(slot);
}
