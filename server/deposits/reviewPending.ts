import { type Kysely, sql } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import { PAYABLE_STATUSES } from "#machines/lifecycle/order/orderStatuses.ts";
import type { App } from "#server/app.ts";
import { changeStatus } from "#server/db/changeStatus.ts";
import type { Schema } from "#server/db/schema.ts";
import { type Match, matchInTurn, readMatchings } from "./matching.ts";

/** Whether a review could change anything: most polls find no payment on its way. An earlier failure ends with a review. */
export async function hasToReview(database: Kysely<Schema>, coinType: CoinType): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from chain_transfer where coin_type = ${coinType} and settled_at is null)
      or exists (select from payment_order where coin_type = ${coinType} and status = 'confirming')
      or exists (select from failed_work where job = 'reviewOrders' and item = ${coinType}) as has
  `.execute(database);
  return rows[0]?.has === true;
}

/**
 * Guesses which order each transfer that is not final will pay, by the rules of settlement, and updates the orders: to
 * confirming, and back if a reorganisation removed the transfer. Moves no money.
 */
export async function reviewPending(trx: Kysely<Schema>, app: App, coinType: CoinType): Promise<void> {
  const matches = matchInTurn(await readMatchings(trx, app, coinType, "unsettled"));
  await writeGuesses(
    trx,
    coinType,
    matches.filter(({ orderId, guessedOrderId }) => orderId !== guessedOrderId),
  );

  const change = { at: app.clock.now(), cause: "chainWatcher" } as const;
  const orderIds = [...new Set(matches.flatMap(({ orderId }) => orderId ?? []))];
  if (orderIds.length > 0) {
    await trx
      .updateTable("payment_order")
      .set(changeStatus("order", "payment.seen", change))
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
    .set(changeStatus("order", "payment.dropped", change))
    .execute();
  await dropped
    .where("paid_base", ">", 0n)
    .set(changeStatus("order", "payment.droppedAfterPart", change))
    .execute();
}

async function writeGuesses(trx: Kysely<Schema>, coinType: CoinType, changed: readonly Match[]): Promise<void> {
  if (changed.length === 0) return;
  const hashes = changed.map(({ txHash }) => txHash);
  const indexes = changed.map(({ index }) => index);
  const orderIds = changed.map(({ orderId }) => orderId);
  await sql`
    update chain_transfer t set order_id = g.order_id
    from unnest(${hashes}::text[], ${indexes}::integer[], ${orderIds}::text[]) as g (tx_hash, transfer_index, order_id)
    where t.coin_type = ${coinType} and t.tx_hash = g.tx_hash and t.transfer_index = g.transfer_index
      and t.settled_at is null
  `.execute(trx);
}
