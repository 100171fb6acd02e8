import { type Kysely, sql } from "kysely";
import { COINS, type CoinType } from "#domain/coins.ts";
import type { Schema } from "#server/db/schema.ts";
import { findPayer } from "#server/deposits/payer.ts";
import type { TransferRow } from "#server/deposits/storeTransfers.ts";
import { reviveLetters, selectDeadLetters } from "#server/outbox/deadLetters.ts";
import type { QueueName } from "#server/outbox/queues.ts";
import { ActionRefused, type ActionResult, carryOut, type Decision, nameAmount, type OperatorApp } from "./decision.ts";

/** As many as a page shows. */
export const MOST_ROWS = 50;

/** What a command answers that only tells something. */
export function toList(lines: readonly string[], empty: string): ActionResult {
  return { isDone: false, isRepeat: false, isList: true, summary: lines.length === 0 ? empty : lines.join("\n") };
}

/** The transactions that are set aside and that no operator has looked at, the oldest first. */
export function readUnread(kysely: Kysely<Schema>) {
  return kysely
    .selectFrom("unread_transaction")
    .select(["coin_type", "tx_hash", "position", "reason", "seen_at"])
    .where("acknowledged_at", "is", null)
    .orderBy("seen_at")
    .orderBy("tx_hash")
    .limit(MOST_ROWS)
    .execute();
}

/** The same as lines for the command line. */
export async function listUnread({ database }: OperatorApp): Promise<ActionResult> {
  const lines = (await readUnread(database.kysely)).map(
    ({ coin_type: coinType, tx_hash: txHash, position, reason, seen_at: at }) =>
      `${coinType} ${txHash} at ${position}, seen ${at.toISOString()}: ${reason}`,
  );
  return toList(lines, "No transaction is set aside.");
}

interface TransactionDecision extends Decision {
  coinType: CoinType;
  txHash: string;
}

/** Notes that an operator has looked at a transaction that was set aside. It books nothing. Throws ActionRefused. */
export async function acknowledgeUnread(app: OperatorApp, decision: TransactionDecision): Promise<ActionResult> {
  const { coinType, txHash } = decision;
  return carryOut(app, decision, async (trx) => {
    const row = await trx
      .selectFrom("unread_transaction")
      .selectAll()
      .where("coin_type", "=", coinType)
      .where("tx_hash", "=", txHash)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) throw new ActionRefused("No such transaction is set aside.");
    return {
      isRepeat: row.acknowledged_at !== null,
      summary: `${coinType} ${txHash} at ${row.position}: ${row.reason}`,
      async act() {
        await trx
          .updateTable("unread_transaction")
          .set({ acknowledged_at: app.clock.now() })
          .where("coin_type", "=", coinType)
          .where("tx_hash", "=", txHash)
          .execute();
        return { kind: "acknowledgeUnread", subject: `${coinType}:${txHash}`, coinType };
      },
    };
  });
}

/**
 * Ends what endpoints differ on about a transaction to the treasury: it is no payment. What the treasury holds of it is a
 * surplus from the next comparison with the chain on. Throws ActionRefused.
 */
export async function endDispute(app: OperatorApp, decision: TransactionDecision): Promise<ActionResult> {
  const { coinType, txHash } = decision;
  const subject = `${coinType}:${txHash}`;
  return carryOut(app, decision, async (trx) => {
    const isTransaction = sql<boolean>`coin_type = ${coinType} and tx_hash = ${txHash}`;
    const known = await trx.selectFrom("chain_transfer").selectAll().where(isTransaction).forUpdate().execute();
    const transfers = known.filter((row) => row.disputed_at !== null && row.settled_at === null);
    const isRepeat = known.length === 0 && (await isEnded(trx, subject));
    if (transfers.length === 0 && !isRepeat) throw new ActionRefused("The endpoints do not differ on it.");
    const { settled } = await trx
      .selectFrom("chain_cursor")
      .select((select) => select.fn.max("settled_position").as("settled"))
      .where("coin_type", "=", coinType)
      .executeTakeFirstOrThrow();
    // What is not passed yet may be listed again.
    if (transfers.some(({ position }) => position > settled)) throw new ActionRefused("Its block is not settled yet.");
    const names = transfers.map(
      ({ amount_base: amountBase, from_address: from, position }) =>
        `${nameAmount(amountBase, coinType)} from ${from} at ${position}`,
    );
    return {
      isRepeat,
      summary: `${coinType} ${txHash} is no payment${names.map((name) => `: ${name}`).join("")}`,
      async act() {
        const amountBase = transfers.reduce((sumBase, row) => sumBase + row.amount_base, 0n);
        const tgUserId = await findPerson(trx, transfers);
        await trx
          .deleteFrom("chain_transfer")
          .where(isTransaction)
          .where("disputed_at", "is not", null)
          .where("settled_at", "is", null)
          .execute();
        return { kind: "endDispute", subject, coinType, tgUserId, amountBase };
      },
    };
  });
}

/** Whose transfers they would be: by the order that they seem to pay, else by the wallet that sent them. */
async function findPerson(trx: Kysely<Schema>, transfers: readonly TransferRow[]): Promise<bigint | null> {
  for (const { order_id: orderId, coin_type: coinType, from_address_key: fromKey } of transfers) {
    const order = await trx
      .selectFrom("payment_order")
      .select("tg_user_id")
      .where("order_id", "=", orderId)
      .executeTakeFirst();
    const person = order?.tg_user_id ?? (await findPayer(trx, COINS[coinType].walletType, fromKey));
    if (person !== null) return person;
  }
  return null;
}

async function isEnded(trx: Kysely<Schema>, subject: string): Promise<boolean> {
  const ended = trx.selectFrom("operator_action").select("subject").where("kind", "=", "endDispute");
  return (await ended.where("subject", "=", subject).executeTakeFirst()) !== undefined;
}

/** What could not be delivered, as lines for the command line. */
export async function listDeadLetters({ database }: OperatorApp): Promise<ActionResult> {
  const lines = (await selectDeadLetters(database.kysely)).map(
    ({ queue, id, attempts, failed_at: at, reason }) =>
      `${queue} ${id}, failed ${at.toISOString()} after ${attempts} attempts: ${reason}`,
  );
  return toList(lines, "There is no dead letter.");
}

interface Redelivery extends Decision {
  queue: QueueName;
  /** Null: all dead letters of the queue. */
  letter: string | null;
}

/** Lets the outbox try a dead letter anew, or all of a queue. Throws ActionRefused. */
export async function redeliver(app: OperatorApp, decision: Redelivery): Promise<ActionResult> {
  const { queue, letter } = decision;
  return carryOut(app, decision, async (trx) => {
    const dead = await selectDeadLetters(trx, { queue, id: letter });
    if (dead.length === 0) throw new ActionRefused("There is no such dead letter.");
    return {
      isRepeat: false,
      summary: dead.map(({ id, reason }) => `${queue} ${id}: ${reason}`).join("\n"),
      async act() {
        await reviveLetters(trx, { queue, ids: dead.map(({ id }) => id), at: app.clock.now() });
        return { kind: "redeliver", subject: `${queue}:${letter ?? "all"}` };
      },
    };
  });
}
