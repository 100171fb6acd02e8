import type { Kysely } from "kysely";
import { COINS, type CoinType } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/formatAmount.ts";
import type { App } from "#server/app.ts";
import { retryConflict } from "#server/db/retryConflict.ts";
import type { Schema } from "#server/db/schema.ts";
import { ACCOUNTS } from "#server/ledger/accounts.ts";
import { postEntries } from "#server/ledger/postEntries.ts";
import { readBalance } from "#server/ledger/readBalance.ts";
import { queueNotification } from "#server/notifications/queueNotification.ts";
import { lockAddress } from "./lockAddress.ts";
import { lockSurplus, readSurplus } from "./surplus.ts";

/** Money in the unmatched account. */
export type UnmatchedMoney =
  | { kind: "transfer"; coinType: CoinType; txHash: string; index: number }
  /** A part of the surplus that reconciliations booked. `reference` names the case, so it is booked once. */
  | { kind: "surplus"; coinType: CoinType; amountBase: bigint; reference: string };

export interface Assignment {
  source: UnmatchedMoney;
  tgUserId: bigint;
  /** Who decided, and why; both are stored permanently. */
  operator: string;
  reason: string;
  /** Checks everything and books nothing. */
  isDryRun: boolean;
}

export interface AssignmentResult {
  /** False for a dry run and for a repeat. */
  isBooked: boolean;
  /** Whether the same money was already booked to the same person. */
  isRepeat: boolean;
  transactionId: string;
  personName: string;
  /** The whole-coin amount. */
  amount: string;
  balanceBefore: string;
}

const MAX_TEXT = 500;

/** The message is the reason, written for the operator. */
export class AssignmentRefused extends Error {
  override readonly name = "AssignmentRefused";
}

type AssignApp = Pick<App, "database" | "clock" | "random">;

/**
 * Books unmatched money to a person's balance by an operator's decision, once, records it in `operator_action` and
 * notifies the person. Throws AssignmentRefused.
 */
export async function assignMoney(app: AssignApp, assignment: Assignment): Promise<AssignmentResult> {
  if (assignment.reason.trim() === "") throw new AssignmentRefused("A reason is needed.");
  if (assignment.operator.trim() === "") throw new AssignmentRefused("An operator is needed.");
  if (assignment.reason.length > MAX_TEXT || assignment.operator.length > MAX_TEXT) {
    throw new AssignmentRefused(`Operator and reason have at most ${MAX_TEXT} characters.`);
  }
  return retryConflict(() => app.database.kysely.transaction().execute((trx) => assign(trx, app, assignment)));
}

async function assign(trx: Kysely<Schema>, app: AssignApp, assignment: Assignment): Promise<AssignmentResult> {
  const { source, tgUserId, isDryRun } = assignment;
  const { coinType } = source;
  const { baseDecimals } = COINS[coinType];
  const transactionId = nameTransaction(source);
  const person = await trx
    .selectFrom("tg_user")
    .select(["first_name", "last_name", "username"])
    .where("tg_user_id", "=", tgUserId)
    .executeTakeFirst();
  if (person === undefined) throw new AssignmentRefused(`There is no person ${tgUserId}.`);
  await lockSurplus(trx);
  const earlier = await trx
    .selectFrom("operator_action")
    .select(["tg_user_id", "amount_base"])
    .where("transaction_id", "=", transactionId)
    .executeTakeFirst();
  const found = earlier === undefined ? await findMoney(trx, source) : null;
  const amountBase = earlier?.amount_base ?? found?.amountBase ?? 0n;
  if (earlier !== undefined) checkRepeat(source, tgUserId, earlier);
  const balanceBase = await readBalance(trx, tgUserId, coinType);
  const result = {
    isBooked: earlier === undefined && !isDryRun,
    isRepeat: earlier !== undefined,
    transactionId,
    personName: describePerson(person),
    amount: formatAmount(amountBase, baseDecimals),
    balanceBefore: formatAmount(balanceBase, baseDecimals),
  };
  if (result.isBooked) await book(trx, app, assignment, { transactionId, amountBase });
  return result;
}

async function book(
  trx: Kysely<Schema>,
  app: AssignApp,
  { source, tgUserId, operator, reason }: Assignment,
  { transactionId, amountBase }: { transactionId: string; amountBase: bigint },
): Promise<void> {
  const { coinType } = source;
  const at = app.clock.now();
  await postEntries(trx, {
    transactionId,
    kind: "assign",
    at,
    entries: [
      { account: ACCOUNTS.unmatched(coinType), coinType, amountBase: -amountBase },
      { account: ACCOUNTS.user(tgUserId, coinType), coinType, amountBase },
    ],
  });
  await trx
    .insertInto("operator_action")
    .values({
      transaction_id: transactionId,
      kind: source.kind === "transfer" ? "assignTransfer" : "assignSurplus",
      operator: operator.trim(),
      reason: reason.trim(),
      tg_user_id: tgUserId,
      coin_type: coinType,
      amount_base: amountBase,
      created_at: at,
    })
    .execute();
  if (source.kind === "transfer") {
    await trx
      .updateTable("chain_transfer")
      .set({ outcome: "balance", tg_user_id: tgUserId })
      .where("coin_type", "=", coinType)
      .where("tx_hash", "=", source.txHash)
      .where("transfer_index", "=", source.index)
      .execute();
  }
  await queueNotification(trx, app, {
    tgUserId,
    kind: "assignedToBalance",
    params: { amount: formatAmount(amountBase, COINS[coinType].baseDecimals), coinType },
  });
}

function nameTransaction(source: UnmatchedMoney): string {
  return source.kind === "transfer"
    ? `assign:${source.coinType}:${source.txHash}:${source.index}`
    : `assign:${source.coinType}:surplus:${source.reference}`;
}

function checkRepeat(
  source: UnmatchedMoney,
  tgUserId: bigint,
  earlier: { tg_user_id: bigint | null; amount_base: bigint | null },
): void {
  if (earlier.tg_user_id !== tgUserId) {
    throw new AssignmentRefused(`It was assigned to person ${earlier.tg_user_id} before.`);
  }
  if (source.kind === "surplus" && source.amountBase !== earlier.amount_base) {
    throw new AssignmentRefused("Another amount was assigned under this reference before.");
  }
}

async function findMoney(trx: Kysely<Schema>, source: UnmatchedMoney): Promise<{ amountBase: bigint }> {
  if (source.kind === "transfer") return findTransfer(trx, source);
  const { coinType, amountBase } = source;
  const { baseDecimals } = COINS[coinType];
  const surplusBase = await readSurplus(trx, coinType);
  if (amountBase <= 0n || amountBase > surplusBase) {
    throw new AssignmentRefused(`The surplus is ${formatAmount(surplusBase, baseDecimals)} ${coinType}.`);
  }
  return { amountBase };
}

async function findTransfer(
  trx: Kysely<Schema>,
  { coinType, txHash, index }: Extract<UnmatchedMoney, { kind: "transfer" }>,
): Promise<{ amountBase: bigint }> {
  const transfers = trx
    .selectFrom("chain_transfer")
    .select(["from_address_key", "amount_base", "outcome"])
    .where("coin_type", "=", coinType)
    .where("tx_hash", "=", txHash)
    .where("transfer_index", "=", index);
  const seen = await transfers.executeTakeFirst();
  if (seen === undefined) throw new AssignmentRefused("There is no such transfer.");
  // A parallel proof of the sender either credits the transfer first or finds it assigned.
  await lockAddress(trx, COINS[coinType].walletType, seen.from_address_key);
  const transfer = await transfers.forUpdate().executeTakeFirst();
  if (transfer?.outcome !== "unmatched") {
    throw new AssignmentRefused(
      transfer?.outcome === null ? "The transfer is not final yet." : "The transfer is not unmatched.",
    );
  }
  return { amountBase: transfer.amount_base };
}

function describePerson(person: { first_name: string; last_name: string | null; username: string | null }): string {
  const name = [person.first_name, person.last_name].filter((part) => part !== null && part !== "").join(" ");
  return person.username === null ? name : `${name} (@${person.username})`;
}
