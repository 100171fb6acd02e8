import type { App } from "#server/app.ts";
import { ApiError } from "#server/calls/apiError.ts";
import { cacheFor } from "#server/chains/cacheFor.ts";
import { findClosing } from "#server/envelopes/draw/closeDraws.ts";
import { enterDraw, type Entered } from "#server/envelopes/draw/enterDraw.ts";
import { keepPerBot } from "#server/messenger/botApi.ts";
import { type ClaimAsk, type ClaimOutcome, claimShares } from "./claimShares.ts";
import type { ClaimableEnvelope } from "./judgeTry.ts";

interface Taken extends Pick<Entered, "entry"> {
  outcome: ClaimOutcome | Entered["outcome"];
}

/** Claims a share at once, or enters the draw for all, by the rule of the envelope. */
export async function takeShare(
  app: App,
  { drawRule }: Pick<ClaimableEnvelope, "drawRule">,
  ask: ClaimAsk,
): Promise<Taken> {
  return drawRule === "together" ? enter(app, ask) : { outcome: await claimShares(app.database, ask), entry: null };
}

/**
 * Nobody enters while the time is uncertain, since the time says who is too late. It is read here, and not when the call
 * came: to ask the messenger for members takes a while.
 */
async function enter(app: App, { envelopeId, tgUserId, claimId, at: askedAt }: ClaimAsk): Promise<Entered> {
  const { isTrusted, newestRound, publishedAt } = await findDrawTime(app)("");
  if (!isTrusted) throw new ApiError("serviceUnavailable");
  const { chain } = app.config.beacon;
  // What was over when it was asked stays over, though the clock goes back: a tap was not asked about its person then.
  const at = new Date(Math.max(askedAt.getTime(), publishedAt.getTime(), app.clock.now().getTime()));
  return enterDraw(app.database, { envelopeId, tgUserId, entryId: claimId, at, chain, newestRound });
}

interface DrawTime {
  /** Whether the clock agrees with others. */
  isTrusted: boolean;
  /** The newest round of the beacon that is known; 0 for none. */
  newestRound: number;
  /** The time by which all sets of the newest root were closed: a process whose clock leads may have published it. */
  publishedAt: Date;
}

/** People come by the thousand. A round is spoken a second after its window's end at the earliest. */
const KEPT_MS = 500;

/** What decides, beside the clock, whether a window is over. */
const findDrawTime = keepPerBot((app) =>
  cacheFor<DrawTime>(KEPT_MS, 1, async () => {
    const newest = app.database.kysely.selectFrom("beacon_round").select(({ fn }) => fn.max("round").as("round"));
    const published = app.database.kysely.selectFrom("draw_root").select(({ fn }) => fn.max("round").as("round"));
    const [time, { round }, root] = await Promise.all([
      app.clockGuard.readTrustedTime(),
      newest.executeTakeFirstOrThrow(),
      published.executeTakeFirstOrThrow(),
    ]);
    const publishedAt = findClosing(app, Number(root.round ?? 0));
    return { isTrusted: time !== null, newestRound: Number(round ?? 0), publishedAt };
  }),
);
