import type { ExpressionBuilder } from "kysely";
import type { App } from "#server/app.ts";
import type { Chain } from "#server/chains/chain.ts";
import type { Schema } from "#server/db/schema.ts";
import { isSameReading, toReading, type TransferRow } from "./transferReading.ts";

/** `otherBlock`: the block at that position is not the one that the watcher read. */
type Verdict = "confirmed" | "disputed" | "gone" | "otherBlock";

/**
 * Reads a stored transfer again before its settlement. Only "confirmed" may be settled. If the endpoints contradict
 * each other or the first reading, logs an error once; if they agree on another reading, stores that. Deletes a transfer that
 * is settled under another name.
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
  if (isSameReading(reading, row)) {
    const { alike } = confirmation;
    if (alike === undefined) return "confirmed";
    const settled = await countSettled(app, row);
    if (settled < alike.least) return "confirmed";
    if (settled < alike.most) {
      await markDisputed(app, row, `there are ${alike.least} or ${alike.most} of it`);
      return "disputed";
    }
    await kysely.deleteFrom("chain_transfer").where(isUnsettled(row)).execute();
    return "gone";
  }
  await markDisputed(app, row, `it is ${reading.amount_base} from ${reading.from_address} now`);
  await kysely.updateTable("chain_transfer").set(reading).where(isUnsettled(row)).execute();
  return "disputed";
}

/** The settled transfers of the row's block, sender and amount. */
async function countSettled({ database }: App, row: TransferRow): Promise<number> {
  const { settled } = await database.kysely
    .selectFrom("chain_transfer")
    .select((select) => select.fn.countAll<bigint>().as("settled"))
    .where("coin_type", "=", row.coin_type)
    .where("position", "=", row.position)
    .where("from_address_key", "=", row.from_address_key)
    .where("amount_base", "=", row.amount_base)
    .where("settled_at", "is not", null)
    .executeTakeFirstOrThrow();
  return Number(settled);
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
