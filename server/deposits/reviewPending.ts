import { type Kysely, sql } from "kysely";
import type { CoinType } from "#domain/coins.ts";
import { PAYABLE_STATUSES } from "#machines/lifecycle/order/orderStatuses.ts";
import type { App } from "#server/app.ts";
import { changeStatus } from "#server/db/changeStatus.ts";
import type { Schema } from "#server/db/schema.ts";
import { type Matching, matchTransfer, readMatchings } from "./matching.ts";

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
  /** Base units that earlier transfers in the list bring to an order. */
  const expected = new Map<string, bigint>();
  const changed: { matching: Matching; orderId: string | null }[] = [];
  for (const matching of await readMatchings(trx, app, coinType, "unsettled")) {
    const { amountBase } = matching;
    const candidates = matching.candidates
      .map((candidate) => ({ ...candidate, dueBase: candidate.dueBase - (expected.get(candidate.orderId) ?? 0n) }))
      .filter(({ dueBase }) => dueBase > 0n);
    const orderId = matchTransfer(amountBase, candidates, matching);
    if (orderId !== null) expected.set(orderId, (expected.get(orderId) ?? 0n) + amountBase);
    if (orderId !== matching.guessedOrderId) changed.push({ matching, orderId });
  }
  await writeGuesses(trx, coinType, changed);

  const change = { at: app.clock.now(), cause: "chainWatcher" } as const;
  const orderIds = [...expected.keys()];
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

async function writeGuesses(
  trx: Kysely<Schema>,
  coinType: CoinType,
  changed: readonly { matching: Matching; orderId: string | null }[],
): Promise<void> {
  if (changed.length === 0) return;
  const hashes = changed.map(({ matching }) => matching.txHash);
  const indexes = changed.map(({ matching }) => matching.index);
  const orderIds = changed.map(({ orderId }) => orderId);
  await sql`
    update chain_transfer t set order_id = g.order_id
    from unnest(${hashes}::text[], ${indexes}::integer[], ${orderIds}::text[]) as g (tx_hash, transfer_index, order_id)
    where t.coin_type = ${coinType} and t.tx_hash = g.tx_hash and t.transfer_index = g.transfer_index
      and t.settled_at is null
  `.execute(trx);
}
