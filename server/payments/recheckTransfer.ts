import type { ExpressionBuilder } from "kysely";
import type { App } from "#server/app.ts";
import type { Chain } from "#server/chains/chain.ts";
import type { Schema } from "#server/db/schema.ts";
import { isSameReading, toReading, type TransferRow } from "./transferReading.ts";

/** `otherBlock`: the block at that position is not the one that the watcher read. */
type Verdict = "confirmed" | "disputed" | "gone" | "otherBlock";

/**
 * Reads a stored transfer again before its settlement. Only "confirmed" may be settled. If the endpoints contradict
 * each other or the first reading, logs an error once; if they agree on another reading, stores that.
 */
export async function recheckTransfer(
  app: App,
  chain: Chain,
  row: TransferRow,
  seenRef: string | null | undefined,
): Promise<Verdict> {
  const { kysely } = app.database;
  const { tx_hash: txHash, transfer_index: index, position } = row;
  const confirmation = await chain.confirmTransfer({ txHash, index, position });
  if (confirmation.kind === "disputed") {
    await markDisputed(app, row, confirmation.reason);
    return "disputed";
  }
  if (confirmation.ref !== seenRef) return "otherBlock";
  if (confirmation.transfer === null) {
    await markDisputed(app, row, "no endpoint has it any more");
    await kysely.deleteFrom("chain_transfer").where(isUnsettled(row)).execute();
    return "gone";
  }
  const reading = toReading(row.coin_type, confirmation.transfer);
  if (isSameReading(reading, row)) return "confirmed";
  await markDisputed(app, row, `it is ${reading.amount_base} from ${reading.from_address} now`);
  await kysely.updateTable("chain_transfer").set(reading).where(isUnsettled(row)).execute();
  return "disputed";
}

/** Marks the transfer and logs the alarm, the first time only. */
async function markDisputed(app: App, row: TransferRow, reason: string): Promise<void> {
  if (row.disputed_at !== null) return;
  await app.database.kysely
    .updateTable("chain_transfer")
    .set({ disputed_at: app.clock.now() })
    .where(isUnsettled(row))
    .execute();
  const { coin_type: coinType, tx_hash: txHash, position } = row;
  app.logger.error(
    { coinType, txHash, position, reason },
    "the RPC endpoints disagree on a transfer: it is not settled",
  );
}

function isUnsettled(row: TransferRow) {
  return (where: ExpressionBuilder<Schema, "chain_transfer">) =>
    where.and([
      where("coin_type", "=", row.coin_type),
      where("tx_hash", "=", row.tx_hash),
      where("transfer_index", "=", row.transfer_index),
      where("settled_at", "is", null),
    ]);
}
