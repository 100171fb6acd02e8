import { timingSafeEqual } from "node:crypto";
import type { Kysely } from "kysely";
import { VERIFICATION_CODE_LENGTH } from "#domain/account/verificationCode.ts";
import { drawBelow } from "#domain/draw/drawBelow.ts";
import type { App } from "#server/app.ts";
import { createId } from "#server/random.ts";
import { hashKeyed } from "#server/crypto/keyed.ts";
import type { Schema } from "#server/db/schema.ts";
import { ApiError } from "#server/calls/apiError.ts";

const LIFE_MS = 600_000;
const MAX_TRIES = 5;

/** What a code is for. It is not valid for another person, purpose or address. */
export interface CodeUse {
  tgUserId: bigint;
  purpose: Schema["verification_code"]["purpose"];
  email: string;
}

/** Creates a code that replaces the previous one, and returns its digits, which are not stored. */
export async function createVerificationCode(
  app: App,
  use: CodeUse,
): Promise<{ codeId: string; code: string; expiresAt: Date }> {
  const now = app.clock.now();
  const most = 10n ** BigInt(VERIFICATION_CODE_LENGTH);
  const drawn = drawBelow(most, (length) => app.random.bytes(length));
  const code = String(drawn).padStart(VERIFICATION_CODE_LENGTH, "0");
  const codeId = createId(app.random);
  const expiresAt = new Date(now.getTime() + LIFE_MS);
  const [hash] = hashCode(app, use, codeId, code);
  await app.database.kysely
    .insertInto("verification_code")
    .values({
      code_id: codeId,
      tg_user_id: use.tgUserId,
      purpose: use.purpose,
      code_hash: hash,
      created_at: now,
      expires_at: expiresAt,
    })
    .execute();
  return { codeId, code, expiresAt };
}

/** Deletes a code whose mail was not sent: the previous one is the newest again. */
export async function dropVerificationCode({ database }: App, codeId: string): Promise<void> {
  await database.kysely.deleteFrom("verification_code").where("code_id", "=", codeId).execute();
}

/** The end of the newest code, if it was created after `since` and has tries left; else null. */
export async function findLiveCode(
  { database, clock }: App,
  { tgUserId, purpose }: CodeUse,
  since: Date,
): Promise<Date | null> {
  const newest = await database.kysely
    .selectFrom("verification_code")
    .select(["created_at", "expires_at", "tries", "used_at"])
    .where("tg_user_id", "=", tgUserId)
    .where("purpose", "=", purpose)
    .orderBy("created_at", "desc")
    .orderBy("code_id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (newest === undefined || newest.used_at !== null || newest.tries >= MAX_TRIES) return null;
  const isLive = newest.created_at > since && newest.expires_at > clock.now();
  return isLive ? newest.expires_at : null;
}

/**
 * Counts a try of the newest code and returns its id if the digits are right. Throws wrongVerificationCode, or
 * verificationCodeExpired if no code is left to try: none was sent, it expired, its tries are used up, or it was used.
 */
export async function tryVerificationCode(app: App, use: CodeUse, code: string): Promise<string> {
  const now = app.clock.now();
  const { kysely } = app.database;
  const tried = await kysely
    .updateTable("verification_code")
    .set((set) => ({ tries: set("tries", "+", 1) }))
    .where("code_id", "=", (newest) =>
      newest
        .selectFrom("verification_code")
        .select("code_id")
        .where("tg_user_id", "=", use.tgUserId)
        .where("purpose", "=", use.purpose)
        .orderBy("created_at", "desc")
        .orderBy("code_id", "desc")
        .limit(1),
    )
    .where("tries", "<", MAX_TRIES)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    // A code with a later end was created while a clock was ahead.
    .where("expires_at", "<=", new Date(now.getTime() + LIFE_MS))
    .returning(["code_id", "code_hash"])
    .executeTakeFirst();
  if (tried === undefined) throw new ApiError("verificationCodeExpired");
  const isRight = hashCode(app, use, tried.code_id, code).some((hash) => timingSafeEqual(hash, tried.code_hash));
  if (!isRight) throw new ApiError("wrongVerificationCode");
  return tried.code_id;
}

/** Marks a code as used, once, also after several right tries. Throws verificationCodeExpired for the others. */
export async function useVerificationCode(trx: Kysely<Schema>, app: App, codeId: string): Promise<void> {
  const used = await trx
    .updateTable("verification_code")
    .set({ used_at: app.clock.now() })
    .where("code_id", "=", codeId)
    .where("used_at", "is", null)
    .returning("code_id")
    .executeTakeFirst();
  if (used === undefined) throw new ApiError("verificationCodeExpired");
}

function hashCode(app: App, { tgUserId, purpose, email }: CodeUse, codeId: string, code: string) {
  const text = JSON.stringify([codeId, String(tgUserId), purpose, email, code]);
  return hashKeyed(app.config.appSecrets, "verificationCode.hash", text);
}
