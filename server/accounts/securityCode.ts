import { argon2, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import type { Kysely } from "kysely";
import { isSecurityCode } from "#domain/account/securityCode.ts";
import type { App } from "#server/app.ts";
import { ApiError, countSecondsUntil } from "#server/calls/apiError.ts";
import type { Handler } from "#server/calls/handler.ts";
import { transact } from "#server/db/transact.ts";
import { countAttempt, forgetAttempts, readLock } from "#server/limits/attempts.ts";
import { LIMITS, ofUser, type Scope } from "#server/limits/limits.ts";
import { queueNotification } from "#server/messenger/queueNotification.ts";
import type { Random } from "#server/random.ts";
import { COIN_TYPES, type CoinType } from "#domain/coins.ts";
import type { Schema } from "#server/db/schema.ts";
import { stopAutoPayouts, lockAccount, openEmail, readEmail } from "./account.ts";
import { blockSpending, refuseBlockedSpending } from "./spendingBlocks.ts";
import { tryVerificationCode, useVerificationCode } from "./verificationCode.ts";

const runArgon2 = promisify(argon2);

/** OWASP's first choice for argon2id: 19 MiB, two passes, about 20 ms of one core. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;
const PHC = /^\$argon2id\$v=19\$m=([0-9]+),t=([0-9]+),p=([0-9]+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Hashes a security code with a new salt, in the PHC form, which includes the cost. */
export async function hashSecurityCode(code: string, random: Random): Promise<string> {
  const salt = Buffer.from(random.bytes(SALT_BYTES));
  const tag = await runArgon2("argon2id", { ...COST, message: code, nonce: salt, tagLength: TAG_BYTES });
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(tag)}`;
}

/** Whether a security code matches a hash, at the cost stored in the hash. */
async function isHashedCode(hash: string, code: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = "", tag = ""] = PHC.exec(hash) ?? [];
  if (memory === undefined) throw new Error("the stored hash of a security code cannot be read");
  const expected = Buffer.from(tag, "base64");
  const found = await runArgon2("argon2id", {
    message: code,
    nonce: Buffer.from(salt, "base64"),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  });
  return timingSafeEqual(expected, found);
}

function encode(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}

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
  throw new ApiError("securityCodeLocked", { retryAfterSeconds: countSecondsUntil(until, at) });
}

/** Sets the first security code of a person who has an email, or replaces it if the current one is given. */
export const changeSecurityCode: Handler<"changeSecurityCode"> = async (call, app) => {
  const { tgUserId } = call.user;
  const { newSecurityCode, securityCode } = call.body;
  if (!isSecurityCode(newSecurityCode)) throw new ApiError("invalidRequest");
  if ((await readEmail(app, tgUserId)) === null) throw new ApiError("emailRequired");
  const checkedHash = await checkSecurityCode(app, tgUserId, securityCode);
  const hash = await hashSecurityCode(newSecurityCode, app.random);
  await transact(app.database.kysely, async (trx) => {
    const account = await lockAccount(trx, tgUserId);
    // Another call set or changed it after the check.
    if (account.security_code_hash !== checkedHash) {
      throw new ApiError(checkedHash === null ? "securityCodeRequired" : "wrongSecurityCode");
    }
    await trx
      .updateTable("tg_user")
      .set({ security_code_hash: hash, updated_at: app.clock.now() })
      .where("tg_user_id", "=", tgUserId)
      .execute();
    const kind = checkedHash === null ? "securityCodeSet" : "securityCodeChanged";
    await queueNotification(trx, app, { tgUserId, kind, params: {} });
  });
  return null;
};

/**
 * Replaces a forgotten security code, proven by a code sent to the stored email. Blocks spending for a day, and unlocks
 * an account that too many wrong codes have locked.
 */
export const recoverSecurityCode: Handler<"recoverSecurityCode"> = async (call, app) => {
  const { tgUserId } = call.user;
  const { newSecurityCode, verificationCode } = call.body;
  if (!isSecurityCode(newSecurityCode)) throw new ApiError("invalidRequest");
  const email = await readEmail(app, tgUserId);
  if (email === null) throw new ApiError("emailRequired");
  const codeId = await tryVerificationCode(app, { tgUserId, purpose: "recoverSecurityCode", email }, verificationCode);
  const hash = await hashSecurityCode(newSecurityCode, app.random);
  await transact(app.database.kysely, async (trx) => {
    const account = await lockAccount(trx, tgUserId);
    // The email changed after the code was sent.
    if (openEmail(app.config, account) !== email) throw new ApiError("verificationCodeExpired");
    await useVerificationCode(trx, app, codeId);
    await trx
      .updateTable("tg_user")
      .set({ security_code_hash: hash, updated_at: app.clock.now() })
      .where("tg_user_id", "=", tgUserId)
      .execute();
    const hadCode = account.security_code_hash !== null;
    if (hadCode) await blockSpending(trx, app, { tgUserId, coinType: null, cause: "codeRecovered" });
    await stopAutoPayouts(trx, tgUserId, COIN_TYPES);
    const kind = hadCode ? "securityCodeRecovered" : "securityCodeSet";
    await queueNotification(trx, app, { tgUserId, kind, params: {} });
    await forgetAttempts({ kysely: trx }, ofUser(LIMITS.wrongSecurityCodesOfUser, tgUserId));
  });
  return null;
};

/** The hash of the security code that was checked: the code is hashed before the account is locked. */
export type CheckedCode = string;

/** Spending needs a security code to exist. Throws as `checkSecurityCode` does, and securityCodeRequired where there is none. */
export async function askForCode(app: App, tgUserId: bigint, securityCode: string): Promise<CheckedCode> {
  const hash = await checkSecurityCode(app, tgUserId, securityCode);
  if (hash === null) throw new ApiError("securityCodeRequired");
  return hash;
}

/**
 * Locks the account of somebody who spends, so that one spends at a time. Throws spendingBlocked, and
 * securityCodeRequired where the code has changed since it was checked.
 */
export async function lockSpender(
  trx: Kysely<Schema>,
  app: App,
  spender: { tgUserId: bigint; coinType: CoinType },
  checked: CheckedCode,
): Promise<void> {
  const { security_code_hash: securityCodeHash } = await lockAccount(trx, spender.tgUserId);
  if (securityCodeHash !== checked) throw new ApiError("securityCodeRequired");
  await refuseBlockedSpending(trx, app, spender);
}
