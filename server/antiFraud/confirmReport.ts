import { normalizeAccount } from "#domain/account/normalizeAccount.ts";
import type { App } from "#server/app.ts";
import { createId } from "#server/crypto/createId.ts";

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

const MAX_TEXT = 500;

/**
 * Confirms every report of an account, which changes its verdict to *reported*, and records it in `operator_action`.
 * Throws ConfirmationRefused.
 */
export async function confirmReport(
  { database, clock, random }: Pick<App, "database" | "clock" | "random">,
  { account: text, operator, reason, isDryRun }: ConfirmationRequest,
): Promise<ConfirmationResult> {
  const account = normalizeAccount(text);
  if (account === null) throw new ConfirmationRefused("--account must be @name or a number.");
  if (operator.trim() === "" || reason.trim() === "")
    throw new ConfirmationRefused("--by and --reason must say who and why.");
  if (operator.length > MAX_TEXT || reason.length > MAX_TEXT)
    throw new ConfirmationRefused(`--by and --reason have at most ${MAX_TEXT} characters.`);
  const reports = await database.kysely
    .selectFrom("fraud_report")
    .select("reason")
    .where("account", "=", account)
    .orderBy("created_at")
    .execute();
  if (reports.length === 0) throw new ConfirmationRefused(`Nobody has reported ${account}.`);
  if (!isDryRun) {
    const at = clock.now();
    await database.kysely.transaction().execute(async (trx) => {
      const confirmed = await trx
        .updateTable("fraud_report")
        .set({ confirmed_at: at, confirmed_by: operator, confirmed_reason: reason })
        .where("account", "=", account)
        .where("confirmed_at", "is", null)
        .returning("account")
        .execute();
      // A repeat changes nothing.
      if (confirmed.length === 0) return;
      await trx
        .insertInto("operator_action")
        .values({
          transaction_id: `confirmReport:${createId(random)}`,
          kind: "confirmReport",
          operator: operator.trim(),
          reason: reason.trim(),
          subject: account,
          created_at: at,
        })
        .execute();
    });
  }
  return {
    account,
    reasons: reports.flatMap((report) => report.reason ?? []),
    reportCount: reports.length,
    isConfirmed: !isDryRun,
  };
}
