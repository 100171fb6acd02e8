import { createId } from "#server/crypto/createId.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { Handler } from "#server/calls/handler.ts";
import { isOfficial } from "./isOfficial.ts";
import { readAccount } from "./readAccount.ts";

/** Stores a report for an operator. It does not change the verdict; a repeat by the same person is the same report. */
export const antiFraudReport: Handler<"antiFraudReport"> = async (call, app) => {
  const account = readAccount(call.body.account);
  if (isOfficial(app, account)) throw new ApiError("invalidRequest");
  const reason = call.body.reason?.trim() ?? "";
  await app.database.kysely
    .insertInto("fraud_report")
    .values({
      report_id: createId(app.random),
      account,
      tg_user_id: call.user.tgUserId,
      reason: reason === "" ? null : reason,
      created_at: app.clock.now(),
    })
    .onConflict((conflict) => conflict.columns(["account", "tg_user_id"]).doNothing())
    .execute();
  return null;
};
