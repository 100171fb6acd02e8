import type { Kysely } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import { createId } from "#server/crypto/createId.ts";
import { retryConflict } from "#server/db/retryConflict.ts";
import type { Schema } from "#server/db/schema.ts";

/** What an action of an operator works with. */
export type OperatorApp = Pick<App, "database" | "clock" | "random">;

/** Who decided, and why; both are stored for good. */
export interface Decision {
  operator: string;
  reason: string;
  /** Checks everything and changes nothing. */
  isDryRun: boolean;
}

export interface ActionResult {
  /** False for a dry run and for a repeat. */
  isDone: boolean;
  /** Whether it was so before. */
  isRepeat: boolean;
  /** Set where the summary is all that was asked for. */
  isList?: true;
  /** What it is about, in words for the operator. */
  summary: string;
}

/** The message is the reason, written for the operator. */
export class ActionRefused extends Error {
  override readonly name = "ActionRefused";
}

const MAX_TEXT = 500;

/** Throws ActionRefused for a decision that says not who made it and why. */
export function checkDecision({ operator, reason }: Decision): void {
  if (reason.trim() === "") throw new ActionRefused("A reason is needed.");
  if (operator.trim() === "") throw new ActionRefused("An operator is needed.");
  if (reason.length > MAX_TEXT || operator.length > MAX_TEXT) {
    throw new ActionRefused(`Operator and reason have at most ${MAX_TEXT} characters.`);
  }
}

/** Checks a decision, and carries it out in one transaction. Throws ActionRefused. */
export async function carryOut(
  app: OperatorApp,
  decision: Decision,
  act: (trx: Kysely<Schema>) => Promise<ActionResult>,
): Promise<ActionResult> {
  checkDecision(decision);
  return await retryConflict(() => app.database.kysely.transaction().execute(act));
}

type LoggedAction = Pick<Schema["operator_action"], "kind"> & {
  /** Null where the id of its transaction says it. */
  subject: string | null;
  /** The id of its ledger transaction; left out where it books nothing of its own. */
  transactionId?: string;
  tgUserId?: bigint | null;
  coinType?: CoinType | null;
  amountBase?: bigint | null;
};

/** Writes an action into the log that nothing changes, inside the transaction that carries it out. */
export async function logAction(
  trx: Kysely<Schema>,
  { clock, random }: Pick<App, "clock" | "random">,
  { operator, reason }: Decision,
  action: LoggedAction,
): Promise<void> {
  const { kind, subject, transactionId, tgUserId = null, coinType = null, amountBase = null } = action;
  await trx
    .insertInto("operator_action")
    .values({
      transaction_id: transactionId ?? `${kind}:${createId(random)}`,
      kind,
      operator: operator.trim(),
      reason: reason.trim(),
      tg_user_id: tgUserId,
      coin_type: coinType,
      amount_base: amountBase,
      subject,
      created_at: clock.now(),
    })
    .execute();
}
