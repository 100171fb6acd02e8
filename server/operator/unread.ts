import type { Kysely } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import type { Schema } from "#server/db/schema.ts";
import { ActionRefused, type ActionResult, carryOut, type Decision, logAction, type OperatorApp } from "./decision.ts";

/** As many as a page shows. */
const MOST_ROWS = 50;

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
  const rows = await readUnread(database.kysely);
  const lines = rows.map(
    ({ coin_type: coinType, tx_hash: txHash, position, reason, seen_at: at }) =>
      `${coinType} ${txHash} at ${position}, seen ${at.toISOString()}: ${reason}`,
  );
  const summary = lines.length === 0 ? "No transaction is set aside." : lines.join("\n");
  return { isDone: false, isRepeat: false, isList: true, summary };
}

interface AcknowledgeDecision extends Decision {
  coinType: CoinType;
  txHash: string;
}

/** Notes that an operator has looked at a transaction that was set aside. It books nothing. Throws ActionRefused. */
export async function acknowledgeUnread(app: OperatorApp, decision: AcknowledgeDecision): Promise<ActionResult> {
  const { coinType, txHash, isDryRun } = decision;
  return carryOut(app, decision, async (trx) => {
    const row = await trx
      .selectFrom("unread_transaction")
      .selectAll()
      .where("coin_type", "=", coinType)
      .where("tx_hash", "=", txHash)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) throw new ActionRefused("No such transaction is set aside.");
    const summary = `${coinType} ${txHash} at ${row.position}: ${row.reason}`;
    const isRepeat = row.acknowledged_at !== null;
    if (isRepeat || isDryRun) return { isDone: false, isRepeat, summary };
    await trx
      .updateTable("unread_transaction")
      .set({ acknowledged_at: app.clock.now() })
      .where("coin_type", "=", coinType)
      .where("tx_hash", "=", txHash)
      .execute();
    await logAction(trx, app, decision, { kind: "acknowledgeUnread", subject: `${coinType}:${txHash}`, coinType });
    return { isDone: true, isRepeat, summary };
  });
}
