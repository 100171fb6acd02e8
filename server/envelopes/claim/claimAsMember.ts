import type { App } from "#server/app.ts";
import { ApiError, countSecondsUntil } from "#server/calls/apiError.ts";
import { countAttempt } from "#server/limits/attempts.ts";
import { LIMITS, ofUser } from "#server/limits/limits.ts";
import { askMember, type MemberAnswer, readConditions, recallMember } from "#server/messenger/memberships.ts";
import { Lines } from "#server/lines.ts";
import { keepPerBot } from "#server/messenger/botApi.ts";
import { type ClaimAsk, readTapped, type TappedEnvelope } from "./claimShares.ts";
import { takeShare } from "./takeShare.ts";

/** Taps of one envelope that may ask the messenger at a time. */
export const ASKING_OF_ENVELOPE = 8;
/** Over all envelopes. Each has a line of its own: when too many ask altogether, the next ones are sent away at once. */
const ASKING_AT_ONCE = 256;

/** Why a tap that waits in line need not ask any more: nothing can be claimed, or the messenger does not answer. */
type Dismissal = "over" | "unanswered";

const getLines = keepPerBot(
  () => new Lines<string, Dismissal>({ atOnce: ASKING_AT_ONCE, ofKey: ASKING_OF_ENVELOPE, isHasty: true }),
);

/**
 * Claims a share for a member of the envelope's chats. The messenger is asked only where a share may be won, and a turn
 * lasts until the share is claimed: so it is asked about at most as many people who get nothing, though they are members,
 * as have a turn at a time. Throws membersOnly, and serviceUnavailable if the messenger does not answer.
 */
export async function claimAsMember(app: App, tapped: TappedEnvelope, ask: ClaimAsk): ReturnType<typeof takeShare> {
  if (!canWin(tapped, ask.at)) return takeShare(app, tapped, ask);
  const known = recallAnswers(app, tapped, ask.tgUserId);
  if (known !== null) return claimIfMember(app, tapped, ask, known);
  // Within the wait after an unanswered question nobody else is sent away for it.
  if (isAnyUnknown(app, tapped, ask.tgUserId)) throw new ApiError("serviceUnavailable");

  const lines = getLines(app);
  const leave = await lines.enter(ask.envelopeId);
  const now = { ...ask, at: app.clock.now() };
  // Where nothing is left, the claim says why, or answers the one that a twin of this tap has won.
  if (leave === "over") return takeShare(app, tapped, now);
  if (typeof leave === "string") throw new ApiError("serviceUnavailable");
  try {
    const latest = await readTapped(app.database, ask);
    if (latest === null || !latest.isOpen(now.at)) lines.dismiss(ask.envelopeId, "over");
    if (latest === null || !canWin(latest, now.at)) return await takeShare(app, tapped, now);
    return await claimIfMember(app, tapped, now, await askAll(app, tapped, now));
  } finally {
    leave();
  }
}

/** Whether a share may be won. What has ended stays so. */
function canWin(tapped: TappedEnvelope, at: Date): boolean {
  return tapped.isOpen(at) && !tapped.hasClaimed;
}

/** What is known of the person in each of the chats; null if the messenger has to be asked. */
function recallAnswers(app: App, { conditions }: TappedEnvelope, tgUserId: bigint): MemberAnswer[] | null {
  const known = conditions.map(({ chatId }) => recallMember(app, BigInt(chatId), tgUserId));
  return known.every((answer) => answer !== null && answer.membership !== "unknown") ? known : null;
}

function isAnyUnknown(app: App, { conditions }: TappedEnvelope, tgUserId: bigint): boolean {
  return conditions.some(({ chatId }) => recallMember(app, BigInt(chatId), tgUserId)?.membership === "unknown");
}

/** What one is not told of nobody is: those who wait would wait in vain. */
async function askAll(app: App, { conditions }: TappedEnvelope, ask: ClaimAsk): Promise<MemberAnswer[]> {
  const { envelopeId, tgUserId } = ask;
  const answers = await Promise.all(conditions.map(({ chatId }) => askMember(app, BigInt(chatId), tgUserId)));
  if (answers.every(({ membership }) => membership !== "unknown")) return answers;
  getLines(app).dismiss(envelopeId, "unanswered");
  throw new ApiError("serviceUnavailable");
}

async function claimIfMember(
  app: App,
  tapped: TappedEnvelope,
  ask: ClaimAsk,
  answers: readonly MemberAnswer[],
): ReturnType<typeof takeShare> {
  const { conditions, senderId } = tapped;
  const missing = answers.filter(({ membership }) => membership !== "yes");
  if (missing.length === 0 && answers.length > 0) return takeShare(app, tapped, ask);
  // Like a wrong passphrase, but for the person alone: strangers at one address who tap a link guess nothing.
  await countAttempt(app.database, ofUser(LIMITS.wrongPassphrasesOfUser, ask.tgUserId), ask.at);
  const askedAgainMs = Math.max(...missing.map(({ until }) => until.getTime()));
  throw new ApiError("membersOnly", {
    data: {
      conditions: await readConditions(app, conditions, { tgUserId: ask.tgUserId, seesAll: senderId === ask.tgUserId }),
    },
    retryAfterSeconds: countSecondsUntil(new Date(askedAgainMs), app.clock.now()),
  });
}
