import { ApiError } from "#server/http/apiError.ts";
import type { Handler } from "#server/http/handler.ts";
import { readCursor, writeCursor } from "./pageCursor.ts";
import { readViewedEnvelope } from "./readViewedEnvelope.ts";
import { selectClaims } from "./selectClaims.ts";
import { toWireClaim } from "./toWireClaim.ts";
import { toWireEnvelope } from "./toWireEnvelope.ts";

/** An envelope as the caller may see it, with its claims, newest first, for its sender and its claimers. */
export const claimDetail: Handler<"claimDetail"> = async ({ user: { tgUserId }, query }, app) => {
  const { envelope, viewer } = await readViewedEnvelope(app.database.kysely, query.envelopeId, tgUserId);
  const wire = toWireEnvelope(envelope, viewer, app.config.appSecrets);
  if (viewer === "other") return { envelope: wire, claims: [], total: 0, nextCursor: null };

  let page = selectClaims(app.database.kysely)
    .where("claim.envelope_id", "=", query.envelopeId)
    .orderBy("claim.slot", "desc")
    .limit(query.limit + 1);
  if (query.cursor !== undefined) page = page.where("claim.slot", "<", readSlot(query.cursor));
  const rows = await page.execute();
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  return {
    envelope: wire,
    claims: shown.map((row) => toWireClaim(row, tgUserId)),
    total: envelope.claimed_count,
    nextCursor: rows.length > shown.length && last !== undefined ? writeCursor([String(last.slot)]) : null,
  };
};

function readSlot(cursor: string): number {
  const [slot = ""] = readCursor(cursor, 1);
  if (!/^[0-9]{1,3}$/.test(slot)) throw new ApiError("invalidRequest");
  return Number(slot);
}
