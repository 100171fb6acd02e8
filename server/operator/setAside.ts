import type { Kysely } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import type { Schema } from "#server/db/schema.ts";
import { reviveLetters, selectDeadLetters } from "#server/outbox/deadLetters.ts";
import type { QueueName } from "#server/outbox/queues.ts";
import { ActionRefused, type ActionResult, carryOut, type Decision, type OperatorApp } from "./decision.ts";

/** As many as a page shows. */
const MOST_ROWS = 50;

function toList(lines: readonly string[], empty: string): ActionResult {
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

interface AcknowledgeDecision extends Decision {
  coinType: CoinType;
  txHash: string;
}

/** Notes that an operator has looked at a transaction that was set aside. It books nothing. Throws ActionRefused. */
export async function acknowledgeUnread(app: OperatorApp, decision: AcknowledgeDecision): Promise<ActionResult> {
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
