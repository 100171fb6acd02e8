import type { Handler } from "#server/calls/handler.ts";
import { isOfficial } from "./isOfficial.ts";
import { readAccount } from "./readAccount.ts";

/** The verdict on an account. Does not show who reported it, and does not call an unknown account safe. */
export const antiFraudQuery: Handler<"antiFraudQuery"> = async (call, app) => {
  const account = readAccount(call.query.account);
  if (isOfficial(app, account)) return { account, verdict: "official" };
  const confirmed = await app.database.kysely
    .selectFrom("fraud_report")
    .select("report_id")
    .where("account", "=", account)
    .where("confirmed_at", "is not", null)
    .limit(1)
    .execute();
  return { account, verdict: confirmed.length > 0 ? "reported" : "unknown" };
};
