import { isSecurityCode } from "#domain/account/securityCode.ts";
import { retryConflict } from "#server/db/retryConflict.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { Handler } from "#server/calls/handler.ts";
import { queueNotification } from "#server/notifications/queueNotification.ts";
import { checkSecurityCode } from "./checkSecurityCode.ts";
import { lockAccount } from "./lockAccount.ts";
import { readEmail } from "./readEmail.ts";
import { hashSecurityCode } from "./securityCodeHash.ts";

/** Sets the first security code of a person who has an email, or replaces it if the current one is given. */
export const changeSecurityCode: Handler<"changeSecurityCode"> = async (call, app) => {
  const { tgUserId } = call.user;
  const { newSecurityCode, securityCode } = call.body;
  if (!isSecurityCode(newSecurityCode)) throw new ApiError("invalidRequest");
  if ((await readEmail(app, tgUserId)) === null) throw new ApiError("emailRequired");
  const checkedHash = await checkSecurityCode(app, tgUserId, securityCode);
  const hash = await hashSecurityCode(newSecurityCode, app.random);
  await retryConflict(() =>
    app.database.kysely.transaction().execute(async (trx) => {
      const account = await lockAccount(trx, tgUserId);
      // Another call set or changed it after the check.
      if (account.securityCodeHash !== checkedHash) {
        throw new ApiError(checkedHash === null ? "securityCodeRequired" : "wrongSecurityCode");
      }
      await trx
        .updateTable("tg_user")
        .set({ security_code_hash: hash, updated_at: app.clock.now() })
        .where("tg_user_id", "=", tgUserId)
        .execute();
      const kind = checkedHash === null ? "securityCodeSet" : "securityCodeChanged";
      await queueNotification(trx, app, { tgUserId, kind, params: {} });
    }),
  );
  return null;
};
