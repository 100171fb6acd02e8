import type { Kysely } from "kysely";
import { COINS, type CoinType } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/formatAmount.ts";
import type { Schema } from "#server/db/schema.ts";
import { ACCOUNTS } from "#server/ledger/accounts.ts";
import { postEntries } from "#server/ledger/postEntries.ts";
import { readBalance } from "#server/ledger/readBalance.ts";
import { queueNotification } from "#server/messenger/queueNotification.ts";
import { lockAddress } from "#server/deposits/payer.ts";
import { lockSurplus, readSurplus } from "#server/deposits/surplus.ts";
import { ActionRefused, type ActionResult, carryOut, type Decision, logAction, type OperatorApp } from "./decision.ts";
import { quoteText } from "./text.ts";

/** Money in the unmatched account. */
export type UnmatchedMoney =
  | { kind: "transfer"; coinType: CoinType; txHash: string; index: number }
  /** A part of the surplus that reconciliations booked. `reference` names the case, so it is booked once. */
  | { kind: "surplus"; coinType: CoinType; amountBase: bigint; reference: string };

export interface Assignment extends Decision {
  source: UnmatchedMoney;
  tgUserId: bigint;
}

/**
 * Books unmatched money to a person's balance by an operator's decision, once, and notifies the person. Throws
 * ActionRefused.
 */
export async function assignMoney(app: OperatorApp, assignment: Assignment): Promise<ActionResult> {
  return carryOut(app, assignment, async (trx) => {
    const { source, tgUserId, isDryRun } = assignment;
    const { coinType } = source;
    const transactionId = nameTransaction(source);
    const name = await readName(trx, tgUserId);
    await lockSurplus(trx);
    const earlier = await trx
      .selectFrom("operator_action")
      .select(["tg_user_id", "amount_base"])
      .where("transaction_id", "=", transactionId)
      .executeTakeFirst();
    if (earlier !== undefined) checkRepeat(source, tgUserId, earlier);
    const amountBase = earlier === undefined ? await findMoney(trx, source) : (earlier.amount_base ?? 0n);
    const balanceBase = await readBalance(trx, tgUserId, coinType);
    const [amount, balance] = [amountBase, balanceBase].map((base) => formatAmount(base, COINS[coinType].baseDecimals));
    const summary = `${amount} ${coinType} to ${name}, ${tgUserId} (balance ${balance}), as ${transactionId}`;
    const isRepeat = earlier !== undefined;
    if (isRepeat || isDryRun) return { isDone: false, isRepeat, summary };
    await book(trx, app, assignment, { transactionId, amountBase });
    return { isDone: true, isRepeat, summary };
  });
}

async function book(
  trx: Kysely<Schema>,
  app: OperatorApp,
  assignment: Assignment,
  { transactionId, amountBase }: { transactionId: string; amountBase: bigint },
): Promise<void> {
  const { source, tgUserId } = assignment;
  const { coinType } = source;
  await postEntries(trx, {
    transactionId,
    kind: "assign",
    at: app.clock.now(),
    entries: [
      { account: ACCOUNTS.unmatched(coinType), coinType, amountBase: -amountBase },
      { account: ACCOUNTS.user(tgUserId, coinType), coinType, amountBase },
    ],
  });
  await logAction(trx, app, assignment, {
    kind: source.kind === "transfer" ? "assignTransfer" : "assignSurplus",
    subject: null,
    transactionId,
    tgUserId,
    coinType,
    amountBase,
  });
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
    throw new ActionRefused(`It was assigned to person ${earlier.tg_user_id} before.`);
  }
  if (source.kind === "surplus" && source.amountBase !== earlier.amount_base) {
    throw new ActionRefused("Another amount was assigned under this reference before.");
  }
}

async function findMoney(trx: Kysely<Schema>, source: UnmatchedMoney): Promise<bigint> {
  if (source.kind === "transfer") return findTransfer(trx, source);
  const { coinType, amountBase } = source;
  const { baseDecimals } = COINS[coinType];
  const surplusBase = await readSurplus(trx, coinType);
  if (amountBase <= 0n || amountBase > surplusBase) {
    throw new ActionRefused(`The surplus is ${formatAmount(surplusBase, baseDecimals)} ${coinType}.`);
  }
  return amountBase;
}

async function findTransfer(
  trx: Kysely<Schema>,
  { coinType, txHash, index }: Extract<UnmatchedMoney, { kind: "transfer" }>,
): Promise<bigint> {
  const transfers = trx
    .selectFrom("chain_transfer")
    .select(["from_address_key", "amount_base", "outcome"])
    .where("coin_type", "=", coinType)
    .where("tx_hash", "=", txHash)
    .where("transfer_index", "=", index);
  const seen = await transfers.executeTakeFirst();
  if (seen === undefined) throw new ActionRefused("There is no such transfer.");
  // A parallel proof of the sender either credits the transfer first or finds it assigned.
  await lockAddress(trx, COINS[coinType].walletType, seen.from_address_key);
  const transfer = await transfers.forUpdate().executeTakeFirst();
  if (transfer?.outcome !== "unmatched") {
    throw new ActionRefused(
      transfer?.outcome === null ? "The transfer is not final yet." : "The transfer is not unmatched.",
    );
  }
  return transfer.amount_base;
}

/** Quoted: people choose their names. */
async function readName(trx: Kysely<Schema>, tgUserId: bigint): Promise<string> {
  const person = await trx
    .selectFrom("tg_user")
    .select(["first_name", "last_name", "username"])
    .where("tg_user_id", "=", tgUserId)
    .executeTakeFirst();
  if (person === undefined) throw new ActionRefused(`There is no person ${tgUserId}.`);
  const name = [person.first_name, person.last_name].filter((part) => part !== null && part !== "").join(" ");
  return quoteText(person.username === null ? name : `${name} (@${person.username})`);
}
