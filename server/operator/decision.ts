import type { Kysely } from "kysely";
import { COINS, type CoinType } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/amount.ts";
import type { App } from "#server/app.ts";
import { createId } from "#server/random.ts";
import { transact } from "#server/db/transact.ts";
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

/** What becomes of a decision once everything was checked. */
interface Plan extends Pick<ActionResult, "isRepeat" | "summary"> {
  /** Carries it out, and answers what the log keeps of it. Not called for a repeat, nor for a dry run. */
  act: () => Promise<LoggedAction>;
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

/**
 * Checks a decision and, unless it is a repeat or a dry run, carries it out and writes it into the log that nothing
 * changes: all in one transaction. Throws ActionRefused.
 */
export async function carryOut(
  app: OperatorApp,
  decision: Decision,
  check: (trx: Kysely<Schema>) => Promise<Plan>,
): Promise<ActionResult> {
  checkDecision(decision);
  return await transact(app.database.kysely, async (trx) => {
    const { isRepeat, summary, act } = await check(trx);
    const isDone = !isRepeat && !decision.isDryRun;
    if (isDone) await logAction(trx, app, decision, await act());
    return { isDone, isRepeat, summary };
  });
}

async function logAction(
  trx: Kysely<Schema>,
  { clock, random }: OperatorApp,
  { operator, reason }: Decision,
  { kind, subject, transactionId, tgUserId = null, coinType = null, amountBase = null }: LoggedAction,
): Promise<void> {
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

/** Throws ActionRefused where there is no such person. */
export async function requirePerson(trx: Kysely<Schema>, tgUserId: bigint) {
  const person = await trx
    .selectFrom("tg_user")
    .select(["first_name", "last_name", "username"])
    .where("tg_user_id", "=", tgUserId)
    .executeTakeFirst();
  if (person === undefined) throw new ActionRefused(`There is no person ${tgUserId}.`);
  return person;
}

export function nameAmount(base: bigint, coinType: CoinType): string {
  return `${formatAmount(base, COINS[coinType].baseDecimals)} ${coinType}`;
}

/** Quotes a person's text for a terminal; escapes control and invisible characters. */
export function quoteText(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu,
    (sign) => {
      const code = sign.codePointAt(0) ?? 0;
      return `\\u{${code.toString(16)}}`;
    },
  );
}
