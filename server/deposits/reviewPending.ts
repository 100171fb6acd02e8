import { type Kysely, sql } from "kysely";
import { COINS, type CoinType } from "#domain/coins.ts";
import { OPEN_STATUSES, PAYABLE_STATUSES } from "#machines/lifecycle/order/orderStatuses.ts";
import type { App } from "#server/app.ts";
import { requireChain } from "#server/chains/requireChain.ts";
import type { Schema } from "#server/db/schema.ts";
import { isTakenOver } from "./isContested.ts";
import { matchTransfer } from "./matchTransfer.ts";
import { nextStatus } from "#server/db/nextStatus.ts";

/** A transfer that is not final yet, with its payer's open orders that its position can pay, oldest first. */
interface PendingTransfer {
  tx_hash: string;
  transfer_index: number;
  amount_base: bigint;
  from_address_key: string;
  order_id: string | null;
  candidates: readonly { orderId: string; dueBase: string; fromKey: string | null }[];
  named_order_id: string | null;
  reported: readonly string[];
}

/**
 * Guesses which order each transfer that is not final will pay, by the rules of settlement, and updates the orders: to
 * confirming, and back if a reorganisation removed the transfer. Moves no money.
 */
export async function reviewPending(trx: Kysely<Schema>, app: App, coinType: CoinType): Promise<void> {
  const pending = await readPending(trx, app, coinType);
  /** Base units that earlier transfers in the list bring to an order. */
  const expected = new Map<string, bigint>();
  const changed: { row: PendingTransfer; orderId: string | null }[] = [];
  for (const row of pending) {
    const orderId = guessOrder(row, expected);
    if (orderId !== null) expected.set(orderId, (expected.get(orderId) ?? 0n) + row.amount_base);
    if (orderId !== row.order_id) changed.push({ row, orderId });
  }
  await writeGuesses(trx, coinType, changed);

  const orderIds = [...expected.keys()];
  if (orderIds.length > 0) {
    await trx
      .updateTable("payment_order")
      .set({ status: nextStatus("order", "payment.seen") })
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
    .set({ status: nextStatus("order", "payment.dropped") })
    .execute();
  await dropped
    .where("paid_base", ">", 0n)
    .set({ status: nextStatus("order", "payment.droppedAfterPart") })
    .execute();
}

/**
 * One statement for all transfers, since anyone can send many small ones. Its conditions are those of
 * `selectCandidates`.
 */
async function readPending(trx: Kysely<Schema>, app: App, coinType: CoinType): Promise<PendingTransfer[]> {
  const { network } = requireChain(app, coinType);
  const { rows } = await sql<PendingTransfer>`
    select t.tx_hash, t.transfer_index, t.amount_base, t.from_address_key, t.order_id, n.order_id as named_order_id,
      coalesce((
        select json_agg(json_build_object(
          'orderId', o.order_id, 'dueBase', (o.amount_base - o.paid_base)::text, 'fromKey', o.from_address_key
        ) order by o.created_at, o.order_id)
        from payment_order o
        where o.tg_user_id = coalesce(n.tg_user_id, w.tg_user_id) and o.coin_type = t.coin_type
          and o.network = ${network.id}
          and o.status in (${sql.join(OPEN_STATUSES)})
          and (o.created_position < t.position or (o.created_position is null and o.created_at <= t.block_time))
          and o.expires_at >= t.block_time - make_interval(secs => ${app.config.orderGraceMs / 1000})
      ), '[]') as candidates,
      array(
        select r.order_id from payment_report r
        where r.coin_type = t.coin_type and r.tx_hash = t.tx_hash order by r.reported_at, r.order_id
      ) as reported
    from chain_transfer t
    left join wallet w on w.type = ${COINS[coinType].walletType} and w.address_key = t.from_address_key
      and w.proven_at is not null and w.unbound_at is null and not ${isTakenOver(coinType, "t", "w")}
    left join payment_order n on n.coin_type = t.coin_type and n.reference = t.reference and n.network = ${network.id}
    where t.coin_type = ${coinType} and t.settled_at is null
    order by t.position, t.seen_at, t.tx_hash, t.transfer_index
  `.execute(trx);
  return rows;
}

function guessOrder(row: PendingTransfer, expected: ReadonlyMap<string, bigint>): string | null {
  const candidates = row.candidates.map(({ orderId, dueBase, fromKey }) => ({
    orderId,
    dueBase: BigInt(dueBase) - (expected.get(orderId) ?? 0n),
    isFromItsWallet: fromKey === row.from_address_key,
  }));
  return matchTransfer(
    row.amount_base,
    candidates.filter((candidate) => candidate.dueBase > 0n),
    { namedOrderId: row.named_order_id, reportedOrderIds: row.reported },
  );
}

async function writeGuesses(
  trx: Kysely<Schema>,
  coinType: CoinType,
  changed: readonly { row: PendingTransfer; orderId: string | null }[],
): Promise<void> {
  if (changed.length === 0) return;
  const hashes = changed.map(({ row }) => row.tx_hash);
  const indexes = changed.map(({ row }) => row.transfer_index);
  const orderIds = changed.map(({ orderId }) => orderId);
  await sql`
    update chain_transfer t set order_id = g.order_id
    from unnest(${hashes}::text[], ${indexes}::integer[], ${orderIds}::text[]) as g (tx_hash, transfer_index, order_id)
    where t.coin_type = ${coinType} and t.tx_hash = g.tx_hash and t.transfer_index = g.transfer_index
      and t.settled_at is null
  `.execute(trx);
}
