import { findEmailProblem, tidyEmail } from "#domain/account/email.ts";
import { retryConflict } from "#server/db/retryConflict.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { Handler } from "#server/calls/handler.ts";
import { queueNotification } from "#server/messenger/queueNotification.ts";
import { blockSpending } from "./spendingBlocks.ts";
import { checkSecurityCode } from "./securityCode.ts";
import { lockAccount } from "./lockAccount.ts";
import { maskEmail } from "#domain/account/maskEmail.ts";
import { hasEmail, readEmail, sealEmail } from "./storedEmail.ts";
import { toUserItem } from "./users.ts";
import { tryVerificationCode, useVerificationCode } from "./verificationCode.ts";

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
  await retryConflict(() =>
    app.database.kysely.transaction().execute(async (trx) => {
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
    }),
  );
  return { userItem: await toUserItem(app, tgUserId) };
};
