import type { Handler } from "#server/calls/handler.ts";
import { isOfficial } from "./isOfficial.ts";
import { readAccount } from "./readAccount.ts";

/** What is known of an account. Nobody's reports are shown, and an unknown account is not called safe. */
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
