import { normalizeAccount } from "#domain/account/normalizeAccount.ts";
import type { App } from "#server/app.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { Handler } from "#server/calls/handler.ts";
import { createId } from "#server/random.ts";

/** Whether the account is the bot or in OFFICIAL_ACCOUNTS. */
function isOfficial({ config, telegram }: Pick<App, "config" | "telegram">, account: string): boolean {
  return account === `@${telegram.username.toLowerCase()}` || config.officialAccounts.includes(account);
}

/** The account of a request in canonical spelling. Throws invalidRequest for a malformed one. */
function readAccount(text: string): string {
  const account = normalizeAccount(text);
  if (account === null) throw new ApiError("invalidRequest");
  return account;
}

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
