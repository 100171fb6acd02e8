import type { App } from "#server/app.ts";
import { ApiError } from "#server/calls/apiError.ts";
import { countAttempt, forgetAttempts, readLock } from "#server/limits/attempts.ts";
import { LIMITS, ofUser, type Scope } from "#server/limits/limits.ts";
import { isHashedCode } from "./securityCodeHash.ts";

/**
 * Checks the security code of a person who has set one, and returns the hash it was checked against; null if none is
 * set. Throws securityCodeRequired, wrongSecurityCode and, after too many wrong codes, securityCodeLocked. Counts the
 * try before it checks the code, so simultaneous tries do not exceed the limit.
 */
export async function checkSecurityCode(
  app: App,
  tgUserId: bigint,
  securityCode: string | undefined,
): Promise<string | null> {
  const { security_code_hash: hash } = await app.database.kysely
    .selectFrom("tg_user")
    .select("security_code_hash")
    .where("tg_user_id", "=", tgUserId)
    .executeTakeFirstOrThrow();
  if (hash === null) return null;
  const tries = ofUser(LIMITS.wrongSecurityCodesOfUser, tgUserId);
  if (securityCode === undefined) {
    await refuseLocked(app, tries);
    throw new ApiError("securityCodeRequired");
  }
  if (!(await countAttempt(app.database, tries, app.clock.now()))) {
    await refuseLocked(app, tries);
    // The lock ended between the two reads.
    throw new ApiError("securityCodeLocked", { retryAfterSeconds: 1 });
  }
  if (!(await isHashedCode(hash, securityCode))) throw new ApiError("wrongSecurityCode");
  await forgetAttempts(app.database, tries);
  return hash;
}

async function refuseLocked(app: App, tries: Scope): Promise<void> {
  const at = app.clock.now();
  const until = await readLock(app.database, tries, at);
  if (until === null) return;
  const retryAfterSeconds = Math.max(1, Math.ceil((until.getTime() - at.getTime()) / 1000));
  throw new ApiError("securityCodeLocked", { retryAfterSeconds });
}
