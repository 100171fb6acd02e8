import type { App } from "#server/app.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { EntryOutcome } from "#server/db/citus/draws.ts";
import { enterDraw } from "#server/envelopes/draw/enterDraw.ts";
import { readDrawTime } from "#server/envelopes/draw/drawTime.ts";
import { type ClaimAsk, type ClaimOutcome, claimShares } from "./claimShares.ts";
import type { ClaimableEnvelope } from "./judgeTry.ts";

/** Claims a share at once, or enters the draw for all, by the rule of the envelope. */
export function takeShare(
  app: App,
  { drawRule }: Pick<ClaimableEnvelope, "drawRule">,
  ask: ClaimAsk,
): Promise<ClaimOutcome | EntryOutcome> {
  return drawRule === "together" ? enter(app, ask) : claimShares(app.database, ask);
}

/** Nobody enters while the time is uncertain: it says who is too late. */
async function enter(app: App, { envelopeId, tgUserId, claimId, at }: ClaimAsk): Promise<EntryOutcome> {
  const { isTrusted, newestRound } = await readDrawTime(app);
  if (!isTrusted) throw new ApiError("serviceUnavailable");
  const { chain } = app.config.beacon;
  return enterDraw(app.database, { envelopeId, tgUserId, entryId: claimId, at, chain, newestRound });
}
