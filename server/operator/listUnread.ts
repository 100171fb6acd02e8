import type { Kysely } from "kysely";
import type { Schema } from "#server/db/schema.ts";
import type { ActionResult, OperatorApp } from "./decision.ts";

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
