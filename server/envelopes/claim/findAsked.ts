import type { Language } from "#domain/language/language.ts";
import { readTriedKey } from "#domain/passphrase/readPassphrase.ts";
import { setNewest } from "#server/setNewest.ts";
import type { App } from "#server/app.ts";
import { ApiError } from "#server/calls/apiError.ts";
import { hashKeyed } from "#server/crypto/keyed.ts";
import { readLock, refuseLocked } from "#server/limits/attempts.ts";
import type { Scope } from "#server/limits/limits.ts";
import { readTapped, type TappedEnvelope } from "./claimShares.ts";
import { findByPassphrase } from "./findByPassphrase.ts";
import { type ClaimableEnvelope, judgeTry, toTryScopes } from "./judgeTry.ts";

/** What somebody claims by, in the app or in a chat. */
export interface Asked {
  passphrase?: string;
  envelopeId?: string;
  tgUserId: bigint;
  ip: string;
  language: Language;
  /** Where the phrase was written; left out in the app. */
  chatId?: bigint;
  at: Date;
}

/**
 * The envelope that was tapped, which takes no passphrase. Who is locked learns nothing of it; a tap guesses no passphrase,
 * so it does not matter what others at this address have guessed.
 */
export async function findTapped(
  app: App,
  { passphrase, envelopeId, tgUserId, ip, at }: Asked,
): Promise<TappedEnvelope | null> {
  if (passphrase !== undefined || envelopeId === undefined) return null;
  await refuseIfLocked(app, [toTryScopes(tgUserId, ip).user], at);
  return readTapped(app.database, { envelopeId, tgUserId });
}

async function refuseIfLocked(app: App, scopes: readonly Scope[], at: Date): Promise<void> {
  for (const scope of scopes) {
    const until = await readLock(app.database, scope, at);
    if (until !== null) throw refuseLocked(until, at);
  }
}

/**
 * Finds the envelope that the passphrase opens. A tap brings none: where the envelope wants one,
 * it counts as a wrong try. The answer does not distinguish unknown and unpaid envelopes from a wrong passphrase.
 */
export async function resolveEnvelope(app: App, asked: Asked): Promise<ClaimableEnvelope> {
  const { tgUserId, at } = asked;
  const hashes = asked.passphrase === undefined ? [] : hashTried(app, asked.passphrase);
  if (hashes === "passphraseRequired") {
    throw new ApiError("invalidRequest", { messageKey: "envelope:problem.passphraseRequired" });
  }
  const scopes = toTryScopes(tgUserId, asked.ip);
  let found = { envelopeId: asked.envelopeId ?? null, isUnknown: false };
  if (found.envelopeId === null && hashes.length > 0) {
    // Looking for it can ask the messenger: not for somebody who is locked. What is found is judged all the same.
    await refuseIfLocked(app, [scopes.ip, scopes.user], at);
    found = await findByPassphrase(app, { hashes, tgUserId, chatId: asked.chatId ?? null, at });
  }
  // What cannot be looked for counts as a wrong try: else an outage would let phrases be tried without end.
  const { envelopeId, isUnknown } = found;
  const { lockedUntil, envelope } = await judgeTry(app.database, { envelopeId, hashes, scopes, at });
  if (lockedUntil !== null) throw refuseLocked(lockedUntil, at);
  if (envelope === null) throw new ApiError(isUnknown ? "serviceUnavailable" : "wrongPassphrase");
  return envelope;
}

/** The hashes by which envelopes are found; none of a phrase that no envelope can have. */
type TriedHashes = readonly Buffer[] | "passphraseRequired";

/** Hashes of the phrases that were typed last, since a crowd at an envelope types the same one; by the secrets they use. */
const keptHashes = new WeakMap<readonly string[], Map<string, TriedHashes>>();
const MOST_KEPT = 16;

function hashTried({ config: { appSecrets } }: App, typed: string): TriedHashes {
  const kept = keptHashes.get(appSecrets) ?? new Map<string, TriedHashes>();
  keptHashes.set(appSecrets, kept);
  const hashes = kept.get(typed) ?? makeHashes(appSecrets, typed);
  setNewest(kept, typed, hashes, MOST_KEPT);
  return hashes;
}

function makeHashes(secrets: readonly string[], typed: string): TriedHashes {
  const tried = readTriedKey(typed);
  if (tried === "passphraseRequired") return tried;
  return tried === "passphraseLength" ? [] : hashKeyed(secrets, "passphrase.hash", tried.key);
}
