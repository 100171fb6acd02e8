import type { App } from "#server/app.ts";
import { hashKeyed } from "#server/crypto/keyed.ts";
import { findEmailProblem, maskEmail, tidyEmail } from "#domain/account/email.ts";
import { toLanguage } from "#domain/language/language.ts";
import { ApiError, countSecondsUntil } from "#server/calls/apiError.ts";
import type { BodyOf, Handler } from "#server/calls/handler.ts";
import { countAttempt, readLock, refuseLocked, releaseAttempt } from "#server/limits/attempts.ts";
import { LIMITS, ofId, ofUser, type Scope } from "#server/limits/limits.ts";
import { writeCodeMail } from "#server/mail/mailer.ts";
import { transact } from "#server/db/transact.ts";
import { queueNotification } from "#server/messenger/queueNotification.ts";
import {
  type CodeUse,
  createVerificationCode,
  dropVerificationCode,
  findLiveCode,
  tryVerificationCode,
  useVerificationCode,
} from "./verificationCode.ts";
import { EMAIL_COLUMNS, hasEmail, openEmail, readEmail, sealEmail, lockAccount } from "./account.ts";
import { blockSpending } from "./spendingBlocks.ts";
import { checkSecurityCode } from "./securityCode.ts";
import { toUserItem } from "./users.ts";

/**
 * Sends a code to the new address, or to the stored one for a recovery. Does not check whether another person has the
 * address. A mail that the mail server refuses counts toward no limit, and the previous code stays valid.
 */
export const sendVerificationCode: Handler<"sendVerificationCode"> = async (call, app) => {
  const { tgUserId } = call.user;
  const { purpose } = call.body;
  const { mailer } = app;
  const account = await app.database.kysely
    .selectFrom("tg_user")
    .select([...EMAIL_COLUMNS, "lang"])
    .where("tg_user_id", "=", tgUserId)
    .executeTakeFirstOrThrow();
  const use: CodeUse = { tgUserId, purpose, email: chooseAddress(call.body, openEmail(app.config, account)) };
  if (mailer === null) throw new ApiError("serviceUnavailable");

  const at = app.clock.now();
  const scopes = await listScopes(app, use, at);
  const shut = await countAll(app, scopes, at);
  if (shut !== null) {
    // An earlier code may have gone to another address, and a refused mail also locks the scope.
    const since = new Date(at.getTime() - app.config.emailResendMs);
    const liveUntil = shut === scopes[0] ? await findLiveCode(app, use, since) : null;
    if (liveUntil === null) throw refuseLocked((await readLock(app.database, shut, at)) ?? at, at);
    throw new ApiError("tooManyTries", {
      retryAfterSeconds: await readPauseS(app, scopes),
      headers: { "x-code-expires-at": liveUntil.toISOString() },
    });
  }
  const { codeId, code, expiresAt } = await createVerificationCode(app, use);
  const outcome = await mailer.send({ to: use.email, ...writeCodeMail(toLanguage(account.lang), purpose, code) });
  if (outcome !== "sent") await dropVerificationCode(app, codeId);
  if (outcome === "unavailable") {
    await releaseAll(app, scopes, at);
    throw new ApiError("serviceUnavailable");
  }
  if (outcome === "refused") throw new ApiError("invalidRequest");
  return { resendAfterSeconds: await readPauseS(app, scopes), expiresAt: expiresAt.toISOString() };
};

function chooseAddress({ purpose, email: typed }: BodyOf<"sendVerificationCode">, current: string | null): string {
  if (purpose === "recoverSecurityCode") {
    if (typed !== undefined) throw new ApiError("invalidRequest");
    if (current === null) throw new ApiError("emailRequired");
    return current;
  }
  const email = tidyEmail(typed ?? "");
  const problem = findEmailProblem(email, current);
  if (problem !== null) throw new ApiError(problem === "same" ? "sameEmail" : "invalidRequest");
  return email;
}

/** The first scope is locked if a mail from this person to this address was just sent. */
async function listScopes(
  { config, database }: App,
  { tgUserId, purpose, email }: CodeUse,
  at: Date,
): Promise<readonly Scope[]> {
  // An unproven address is not stored.
  const [addressHash] = hashKeyed(config.appSecrets, "mailAddress.hash", email.toLowerCase());
  const addressId = addressHash.toString("base64url");
  const pause = { most: 1, windowS: config.emailResendMs / 1000, lock: null };
  const own = [
    ofId({ ...pause, name: `mailPause.${purpose}.address` }, `${tgUserId}:${addressId}`),
    ofUser({ ...pause, name: `mailPause.${purpose}.user` }, tgUserId),
    ofUser(LIMITS.mailsOfUser, tgUserId),
  ];
  if (purpose !== "recoverSecurityCode") {
    return [...own, ofId(LIMITS.mailsToAddress, addressId), ofId(LIMITS.mailsOfAll, "all")];
  }
  // A stored address has been proven by its owner, so codes to new ones, which anybody may name, do not use its share up.
  const first = ofUser(LIMITS.firstStoredMailOfUser, tgUserId);
  const hadFirst = (await readLock(database, first, at)) !== null;
  return [...own, hadFirst ? ofId(LIMITS.moreStoredMailsOfAll, "all") : first];
}

/** Counts in all scopes or in none, and returns the locked one. */
async function countAll(app: App, scopes: readonly Scope[], at: Date): Promise<Scope | null> {
  for (const [index, scope] of scopes.entries()) {
    if (await countAttempt(app.database, scope, at)) continue;
    await releaseAll(app, scopes.slice(0, index), at);
    return scope;
  }
  return null;
}

async function releaseAll({ database }: App, scopes: readonly Scope[], at: Date): Promise<void> {
  for (const scope of scopes) await releaseAttempt(database, scope, at);
}

/** Whole seconds until the next mail is allowed. */
async function readPauseS({ database, clock }: App, scopes: readonly Scope[]): Promise<number> {
  const at = clock.now();
  let allowedAt = at;
  for (const scope of scopes) {
    const until = await readLock(database, scope, at);
    if (until !== null && until > allowedAt) allowedAt = until;
  }
  return countSecondsUntil(allowedAt, at);
}

/**
 * Sets the first email, or changes it, which blocks spending for a day. The code must have been sent to the new
 * address.
 */
export const updateEmail: Handler<"updateEmail"> = async (call, app) => {
  const { tgUserId } = call.user;
  const email = tidyEmail(call.body.email);
  const problem = findEmailProblem(email, await readEmail(app, tgUserId));
  if (problem !== null) throw new ApiError(problem === "same" ? "sameEmail" : "invalidRequest");
  const checkedHash = await checkSecurityCode(app, tgUserId, call.body.securityCode);
  const codeId = await tryVerificationCode(
    app,
    { tgUserId, purpose: "updateEmail", email },
    call.body.verificationCode,
  );
  await transact(app.database.kysely, async (trx) => {
    const account = await lockAccount(trx, tgUserId);
    // Another call set or changed it after the check.
    if (account.security_code_hash !== checkedHash) throw new ApiError("securityCodeRequired");
    await useVerificationCode(trx, app, codeId);
    await trx
      .updateTable("tg_user")
      .set({ ...sealEmail(app, tgUserId, email), updated_at: app.clock.now() })
      .where("tg_user_id", "=", tgUserId)
      .execute();
    const isChange = hasEmail(account);
    if (isChange) {
      await blockSpending(trx, app, { tgUserId, coinType: null, cause: "emailChanged" });
    }
    const kind = isChange ? "emailChanged" : "emailAdded";
    await queueNotification(trx, app, { tgUserId, kind, params: { email: maskEmail(email) } });
  });
  return { userItem: await toUserItem(app, tgUserId) };
};
