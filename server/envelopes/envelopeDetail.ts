import { COINS } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/amount.ts";
import type { App } from "#server/app.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { Handler } from "#server/calls/handler.ts";
import { paginate, readCursor, writeCursor } from "#server/calls/pages.ts";
import {
  type EnvelopeRow,
  type EnvelopeViewer,
  selectClaims,
  selectEnvelopes,
  toWireClaim,
  toWireEnvelope,
} from "#server/records/wire.ts";
import { askMember, readConditions } from "#server/messenger/memberships.ts";
import { hasEnded } from "#server/records/allSendRecords.ts";
import { takeOpening } from "./claim/openings.ts";
import { findClosableAt, readEnvelopeLife } from "#server/envelopes/life/envelopeLife.ts";

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
  return link !== undefined && (await askMember(app, chatId, tgUserId)).membership === "yes";
}

/**
 * An envelope as the caller may see it. Claims, newest first, are for the sender, the claimers and the chat's people
 * only.
 */
export const claimDetail: Handler<"claimDetail"> = async ({ user: { tgUserId }, query, language }, app) => {
  const { envelope, viewer } = await readViewedEnvelope(app, query.envelopeId, tgUserId);
  const shown = {
    ...toWireEnvelope(envelope, viewer, { language, secrets: app.config.appSecrets }),
    conditions: await readConditions(app, envelope.conditions, { tgUserId, seesAll: viewer !== "other" }),
  };
  const wire = viewer === "sender" ? { ...shown, ...(await readForSender(app, envelope)) } : shown;
  if (viewer === "other") return { envelope: wire, claims: [], hasOpening: false, total: 0, nextCursor: null };

  let list = selectClaims(app.database.kysely)
    .where("claim.envelope_id", "=", query.envelopeId)
    .orderBy("claim.number", "desc")
    .limit(query.limit + 1);
  if (query.cursor !== undefined) list = list.where("claim.number", "<", readNumber(query.cursor));
  const rows = await list.execute();
  const { page, nextCursor } = paginate(rows, {
    limit: query.limit,
    toCursor: ({ number }) => writeCursor([String(number)]),
  });
  return {
    envelope: wire,
    claims: page.map((row) => toWireClaim(row, tgUserId, language)),
    hasOpening: query.opening === "take" && (await takeOpening(app, { envelopeId: query.envelopeId, tgUserId })),
    total: envelope.claimed_count,
    nextCursor,
  };
};

async function readForSender(app: App, envelope: EnvelopeRow) {
  const closableAt = findClosableAt(app.config, envelope);
  const life = await readEnvelopeLife(app, envelope);
  return closableAt === null ? { life } : { life, closableAt: closableAt.toISOString() };
}

function readNumber(cursor: string): number {
  const [number = ""] = readCursor(cursor, 1);
  if (!/^[0-9]{1,3}$/.test(number)) throw new ApiError("invalidRequest");
  return Number(number);
}

/**
 * The commitment of a draw and, once no share can be claimed any more, the draw itself: only for the sender, the
 * claimers and the people of the envelope's chat, since it shows what others got.
 */
export const envelopeFairness: Handler<"envelopeFairness"> = async ({ user: { tgUserId }, query }, app) => {
  const { kysely } = app.database;
  const { envelope, viewer } = await readViewedEnvelope(app, query.envelopeId, tgUserId);
  const { envelope_id: envelopeId, commitment, salt } = envelope;
  if (viewer === "other" || !hasEnded(envelope) || salt === null) return { envelopeId, commitment, revealed: null };
  const shares = await kysely
    .selectFrom("share")
    .select("amount_base")
    .where("envelope_id", "=", envelopeId)
    .orderBy("slot")
    .execute();
  const { baseDecimals } = COINS[envelope.coin_type];
  const revealed = {
    salt: salt.toString("hex"),
    shares: shares.map((share) => formatAmount(share.amount_base, baseDecimals)),
  };
  return { envelopeId, commitment, revealed };
};
