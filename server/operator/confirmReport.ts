import { normalizeAccount } from "#domain/account/normalizeAccount.ts";
import { ActionRefused, type ActionResult, carryOut, type Decision, type OperatorApp, quoteText } from "./decision.ts";

export interface ConfirmationDecision extends Decision {
  /** As it was typed: @name, a link or a number. */
  account: string;
}

/**
 * Confirms every report of an account, which changes its verdict to *reported*. The summary quotes what the people wrote
 * who reported it. Throws ActionRefused.
 */
export async function confirmReport(app: OperatorApp, decision: ConfirmationDecision): Promise<ActionResult> {
  const account = normalizeAccount(decision.account);
  if (account === null) throw new ActionRefused("--account must be @name or a number.");
  const { operator, reason } = decision;
  return carryOut(app, decision, async (trx) => {
    const reports = await trx
      .selectFrom("fraud_report")
      .select(["reason", "confirmed_at"])
      .where("account", "=", account)
      .orderBy("created_at")
      .forUpdate()
      .execute();
    if (reports.length === 0) throw new ActionRefused(`Nobody has reported ${account}.`);
    const reasons = reports.flatMap((report) => report.reason ?? []).map((said) => `\n- ${quoteText(said)}`);
    const summary = `${account}: ${reports.length} ${reports.length === 1 ? "report" : "reports"}${reasons.join("")}`;
    const isRepeat = reports.every((report) => report.confirmed_at !== null);
    return {
      isRepeat,
      summary,
      async act() {
        await trx
          .updateTable("fraud_report")
          .set({ confirmed_at: app.clock.now(), confirmed_by: operator.trim(), confirmed_reason: reason.trim() })
          .where("account", "=", account)
          .where("confirmed_at", "is", null)
          .execute();
        return { kind: "confirmReport", subject: account };
      },
    };
  });
}
