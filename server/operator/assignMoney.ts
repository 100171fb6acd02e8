import type { Kysely } from "kysely";
import { COINS, type CoinType } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/amount.ts";
import type { Schema } from "#server/db/schema.ts";
import { ACCOUNTS, readBalance } from "#server/ledger/accounts.ts";
import { postEntries } from "#server/ledger/postEntries.ts";
import { queueNotification } from "#server/messenger/queueNotification.ts";
import { lockSurplus, readSurplus } from "#server/deposits/surplus.ts";
import {
  ActionRefused,
  type ActionResult,
  carryOut,
  type Decision,
  nameAmount,
  type OperatorApp,
  quoteText,
  requirePerson,
} from "./decision.ts";
import { lockTransfer, requireUnmatched, type TransferName, updateTransfer } from "./returnFromCold.ts";

/** Money in the unmatched account. */
export type UnmatchedMoney =
  | ({ kind: "transfer" } & TransferName)
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
    const { source, tgUserId } = assignment;
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
    const amount = formatAmount(amountBase, COINS[coinType].baseDecimals);
    const balance = formatAmount(await readBalance(trx, tgUserId, coinType), COINS[coinType].baseDecimals);
    return {
      isRepeat: earlier !== undefined,
      summary: `${amount} ${coinType} to ${name}, ${tgUserId} (balance ${balance}), as ${transactionId}`,
      async act() {
        await postEntries(trx, {
          transactionId,
          kind: "assign",
          at: app.clock.now(),
          entries: [
            { account: ACCOUNTS.unmatched(coinType), coinType, amountBase: -amountBase },
            { account: ACCOUNTS.user(tgUserId, coinType), coinType, amountBase },
          ],
        });
        if (source.kind === "transfer") {
          await updateTransfer(trx, source, { outcome: "balance", tg_user_id: tgUserId });
        }
        await queueNotification(trx, app, { tgUserId, kind: "assignedToBalance", params: { amount, coinType } });
        const kind = source.kind === "transfer" ? "assignTransfer" : "assignSurplus";
        return { kind, subject: null, transactionId, tgUserId, coinType, amountBase };
      },
    };
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
  if (source.kind === "transfer") {
    const transfer = await lockTransfer(trx, source);
    requireUnmatched(transfer);
    return transfer.amountBase;
  }
  const { coinType, amountBase } = source;
  const surplusBase = await readSurplus(trx, coinType);
  if (amountBase <= 0n || amountBase > surplusBase) {
    throw new ActionRefused(`The surplus is ${nameAmount(surplusBase, coinType)}.`);
  }
  return amountBase;
}

/** Quoted: people choose their names. */
async function readName(trx: Kysely<Schema>, tgUserId: bigint): Promise<string> {
  const person = await requirePerson(trx, tgUserId);
  const name = [person.first_name, person.last_name].filter((part) => part !== null && part !== "").join(" ");
  return quoteText(person.username === null ? name : `${name} (@${person.username})`);
}
