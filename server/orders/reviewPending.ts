import type { Kysely } from "kysely";
import { COINS, type CoinType } from "#domain/coins.ts";
import type { App } from "#server/app.ts";
import type { Schema } from "#server/db/schema.ts";
import { findPayer } from "./findPayer.ts";
import { matchTransfer } from "./matchTransfer.ts";
import { nextOrderStatus } from "./nextOrderStatus.ts";
import { PAYABLE_STATUSES } from "./openStatuses.ts";
import { readReportedOrderIds } from "./readReportedOrderIds.ts";
import { selectCandidates } from "./selectCandidates.ts";

/**
 * Guesses which order each transfer that is not final yet will pay, by the rules of its settlement, and lets the
 * orders follow: to confirming, and back when a reorganisation took the transfer away. Moves no money.
 */
export async function reviewPending(trx: Kysely<Schema>, app: App, coinType: CoinType): Promise<void> {
  const pending = await trx
    .selectFrom("chain_transfer")
    .selectAll()
    .where("coin_type", "=", coinType)
    .where("settled_at", "is", null)
    .orderBy("block_number")
    .orderBy("seen_at")
    .orderBy("tx_hash")
    .execute();
  /** Base units that earlier transfers of the list will bring to an order. */
  const expected = new Map<string, bigint>();
  for (const row of pending) {
    const orderId = await guessOrder(trx, app, coinType, row, expected);
    if (orderId !== null) expected.set(orderId, (expected.get(orderId) ?? 0n) + row.amount_base);
    if (orderId === row.order_id) continue;
    await trx
      .updateTable("chain_transfer")
      .set({ order_id: orderId })
      .where("coin_type", "=", coinType)
      .where("tx_hash", "=", row.tx_hash)
      .where("transfer_index", "=", row.transfer_index)
      .execute();
  }

  const orderIds = [...expected.keys()];
  if (orderIds.length > 0) {
    await trx
      .updateTable("payment_order")
      .set({ status: nextOrderStatus("payment.seen") })
      .where("order_id", "in", orderIds)
      .where("status", "in", PAYABLE_STATUSES)
      .execute();
  }
  const dropped = trx
    .updateTable("payment_order")
    .where("coin_type", "=", coinType)
    .where("status", "=", "confirming")
    .$if(orderIds.length > 0, (query) => query.where("order_id", "not in", orderIds));
  await dropped
    .where("paid_base", "=", 0n)
    .set({ status: nextOrderStatus("payment.dropped") })
    .execute();
  await dropped
    .where("paid_base", ">", 0n)
    .set({ status: nextOrderStatus("payment.droppedAfterPart") })
    .execute();
}

async function guessOrder(
  trx: Kysely<Schema>,
  app: App,
  coinType: CoinType,
  row: { tx_hash: string; from_address_key: string; amount_base: bigint; block_number: bigint; block_time: Date },
  expected: ReadonlyMap<string, bigint>,
): Promise<string | null> {
  const payerId = await findPayer(trx, COINS[coinType].walletType, row.from_address_key);
  if (payerId === null) return null;
  const transfer = {
    coinType,
    txHash: row.tx_hash,
    fromKey: row.from_address_key,
    amountBase: row.amount_base,
    blockNumber: row.block_number,
    blockTime: row.block_time,
  };
  const orders = await selectCandidates(trx, app, transfer, payerId).execute();
  const candidates = orders.map((order) => ({
    orderId: order.order_id,
    dueBase: order.amount_base - order.paid_base - (expected.get(order.order_id) ?? 0n),
    isFromItsWallet: order.from_address_key === transfer.fromKey,
  }));
  const reported = await readReportedOrderIds(trx, coinType, row.tx_hash);
  return matchTransfer(
    row.amount_base,
    candidates.filter((candidate) => candidate.dueBase > 0n),
    reported,
  );
}
