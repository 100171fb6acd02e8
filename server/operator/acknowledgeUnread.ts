import type { CoinType } from "#domain/coins.ts";
import { ActionRefused, type ActionResult, carryOut, type Decision, logAction, type OperatorApp } from "./decision.ts";

export interface AcknowledgeDecision extends Decision {
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
