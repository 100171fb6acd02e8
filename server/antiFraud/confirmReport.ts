import { normalizeAccount } from "#domain/account/normalizeAccount.ts";
import type { App } from "#server/app.ts";

/** A confirmation as the operators' command sends it; all values are unparsed text. */
export interface ConfirmationRequest {
  account: string;
  operator: string;
  reason: string;
  isDryRun: boolean;
}

export interface ConfirmationResult {
  account: string;
  /** What the people who reported it wrote. */
  reasons: readonly string[];
  reportCount: number;
  isConfirmed: boolean;
}

/** Why a confirmation is refused, in words for the operator. */
export class ConfirmationRefused extends Error {}

/** Confirms every report of an account, which changes its verdict to *reported*. Throws ConfirmationRefused. */
export async function confirmReport(
  { database, clock }: Pick<App, "database" | "clock">,
  { account: text, operator, reason, isDryRun }: ConfirmationRequest,
): Promise<ConfirmationResult> {
  const account = normalizeAccount(text);
  if (account === null) throw new ConfirmationRefused("--account must be @name or a number.");
  if (operator.trim() === "" || reason.trim() === "")
    throw new ConfirmationRefused("--by and --reason must say who and why.");
  const reports = await database.kysely
    .selectFrom("fraud_report")
    .select("reason")
    .where("account", "=", account)
    .orderBy("created_at")
    .execute();
  if (reports.length === 0) throw new ConfirmationRefused(`Nobody has reported ${account}.`);
  if (!isDryRun) {
    await database.kysely
      .updateTable("fraud_report")
      .set({ confirmed_at: clock.now(), confirmed_by: operator, confirmed_reason: reason })
      .where("account", "=", account)
      .where("confirmed_at", "is", null)
      .execute();
  }
  return {
    account,
    reasons: reports.flatMap((report) => report.reason ?? []),
    reportCount: reports.length,
    isConfirmed: !isDryRun,
  };
}
