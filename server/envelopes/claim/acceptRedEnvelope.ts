import { timingSafeEqual } from "node:crypto";
import { normalizePassphrase } from "#domain/passphrase/normalizePassphrase.ts";
import type { App } from "#server/app.ts";
import { createId } from "#server/crypto/createId.ts";
import { hashKeyed } from "#server/crypto/hashKeyed.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { Handler } from "#server/calls/handler.ts";
import { isEnvelopeFrozen } from "#server/limits/freezes.ts";
import { refuseLocked } from "#server/limits/attempts.ts";
import { claimShares } from "./claimShares.ts";
import { type ClaimableEnvelope, readAttempts, recordWrongAttempt, toAttemptScopes } from "./attempts.ts";
import { findByPassphrase } from "./findByPassphrase.ts";
import { readClaimResult } from "./readClaimResult.ts";
import { serializeByKey } from "./serializeByKey.ts";
import { toWireClaim, toWireEnvelope } from "#server/records/wire.ts";

const REFUSALS = { soldOut: "soldOut", expired: "envelopeExpired", notOpen: "wrongPassphrase" } as const;

/** Claims a share with the passphrase. A repeat returns the same claim, also after the envelope has ended. */
export const acceptRedEnvelope: Handler<"acceptRedEnvelope"> = async ({ user: { tgUserId }, body, ip }, app) => {
  const at = app.clock.now();
  // Serialises a person's tries: simultaneous tries must not all pass before the first is counted.
  const envelope = await serializeByKey(`try:${tgUserId}`, () => resolveEnvelope(app, { ...body, tgUserId, ip, at }));
  if (envelope.senderId === tgUserId && envelope.type === "ordinary") throw new ApiError("ownEnvelope");

  const { envelopeId } = envelope;
  if ((await isEnvelopeFrozen(app.database, envelopeId)) && !(await hasClaimed(app, envelopeId, tgUserId))) {
    throw new ApiError("serviceUnavailable");
  }
  const outcome = await claimShares(app.database, { envelopeId, tgUserId, claimId: createId(app.random), at });
  if (outcome !== "won" && outcome !== "alreadyClaimed") throw new ApiError(REFUSALS[outcome]);
  const result = await readClaimResult(app.database, { envelopeId, tgUserId });
  const viewer = envelope.senderId === tgUserId ? "sender" : "claimer";
  return {
    claim: toWireClaim(result.claim, tgUserId),
    envelope: toWireEnvelope(result.envelope, viewer, app.config.appSecrets),
    alreadyClaimed: outcome === "alreadyClaimed",
  };
};

/** Whoever has a share of a frozen envelope still sees it. */
async function hasClaimed({ database }: App, envelopeId: string, tgUserId: bigint): Promise<boolean> {
  const claim = await database.kysely
    .selectFrom("claim")
    .select("claim_id")
    .where("envelope_id", "=", envelopeId)
    .where("tg_user_id", "=", tgUserId)
    .executeTakeFirst();
  return claim !== undefined;
}

interface Try {
  passphrase: string;
  envelopeId?: string;
  tgUserId: bigint;
  ip: string;
  at: Date;
}

/**
 * Finds the envelope that the passphrase opens. The answer does not distinguish unknown and unpaid envelopes from a
 * wrong passphrase.
 */
async function resolveEnvelope(app: App, asked: Try): Promise<ClaimableEnvelope> {
  const { tgUserId, at } = asked;
  const scopes = toAttemptScopes(tgUserId, asked.ip);
  const facts = await readAttempts(app.database, { envelopeId: asked.envelopeId ?? null, scopes, at });
  if (facts.lockedUntil !== null && facts.lockedUntil > at) throw refuseLocked(facts.lockedUntil, at);

  const typed = normalizePassphrase(asked.passphrase);
  if (typed === "passphraseRequired") {
    throw new ApiError("invalidRequest", { messageKey: "envelope:problem.passphraseRequired" });
  }
  if (typeof typed !== "string") {
    const hashes = hashKeyed(app.config.appSecrets, "passphrase.hash", typed.compare);
    if (asked.envelopeId === undefined) {
      const found = await findByPassphrase(app, hashes, tgUserId, at);
      if (found !== null) return found;
    } else if (hashes.some((hash) => facts.envelope !== null && timingSafeEqual(hash, facts.envelope.passphraseHash))) {
      if (facts.envelope !== null) return facts.envelope;
    }
  }
  await recordWrongAttempt(app.database, scopes, at);
  throw new ApiError("wrongPassphrase");
}
