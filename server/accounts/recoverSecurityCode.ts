import { isSecurityCode } from "#domain/account/securityCode.ts";
import { retryConflict } from "#server/db/retryConflict.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { Handler } from "#server/calls/handler.ts";
import { forgetAttempts } from "#server/limits/attempts.ts";
import { LIMITS, ofUser } from "#server/limits/limits.ts";
import { queueNotification } from "#server/notifications/queueNotification.ts";
import { stopAutoPayouts } from "#server/payouts/stopAutoPayouts.ts";
import { blockSpending } from "./blockSpending.ts";
import { lockAccount } from "./lockAccount.ts";
import { readEmail } from "./readEmail.ts";
import { hashSecurityCode } from "./securityCodeHash.ts";
import { tryVerificationCode, useVerificationCode } from "./verificationCode.ts";

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
  await retryConflict(() =>
    app.database.kysely.transaction().execute(async (trx) => {
      const account = await lockAccount(trx, tgUserId);
      // The email changed after the code was sent.
      if (account.email !== email) throw new ApiError("verificationCodeExpired");
      await useVerificationCode(trx, app, codeId);
      await trx
        .updateTable("tg_user")
        .set({ security_code_hash: hash, updated_at: app.clock.now() })
        .where("tg_user_id", "=", tgUserId)
        .execute();
      const hadCode = account.securityCodeHash !== null;
      if (hadCode) await blockSpending(trx, app, { tgUserId, coinType: null, cause: "codeRecovered" });
      await stopAutoPayouts(trx, tgUserId, null);
      const kind = hadCode ? "securityCodeRecovered" : "securityCodeSet";
      await queueNotification(trx, app, { tgUserId, kind, params: {} });
      await forgetAttempts({ kysely: trx }, ofUser(LIMITS.wrongSecurityCodesOfUser, tgUserId));
    }),
  );
  return null;
};
