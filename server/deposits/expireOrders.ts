import { sql } from "kysely";
import { COINS } from "#domain/coins.ts";
import { formatAmount } from "#domain/money/amount.ts";
import { PAYABLE_STATUSES } from "#machines/lifecycle/order/orderStatuses.ts";
import type { App } from "#server/app.ts";
import { changeStatus } from "#server/db/changeStatus.ts";
import { transact } from "#server/db/transact.ts";
import type { Job } from "#server/job.ts";
import { queueNotification } from "#server/messenger/queueNotification.ts";
import { readMatchings } from "./matching.ts";
import { isDue, workThrough } from "#server/outbox/failedWork.ts";
import { selectInTurns } from "#server/outbox/inTurns.ts";
import { cancelEnvelopes, returnPart } from "#server/orders/endOrder.ts";

/** Expires orders that the settled chain shows as unpaid. */
export const expireOrdersJob: Job = {
  name: "expireOrders",
  intervalMs: 2_000,
  async run(app, signal) {
    while (!signal.aborted && (await expireOrders(app)));
  },
};

const BATCH = 100;

/**
 * Expires the orders whose expiry and grace end before the newest settled block of their coin, but for those that a
 * disputed transfer could pay. Returns a paid part to the payer's balance and cancels the envelopes. People take turns,
 * and an order that fails is set aside. Returns whether there may be more.
 */
export async function expireOrders(app: App): Promise<boolean> {
  const { kysely } = app.database;
  const chains = await kysely
    .selectFrom("chain_cursor")
    .select(["coin_type", "final_time"])
    .where("final_time", "is not", null)
    .execute();
  let isMore = false;
  for (const { coin_type: coinType, final_time: finalTime } of chains) {
    if (finalTime === null) continue;
    const over = new Date(finalTime.getTime() - app.config.orderGraceMs);
    const payable = (await readMatchings(kysely, app, coinType, "passed")).flatMap(({ candidates }) => candidates);
    const select = sql`
      select order_id as id, tg_user_id as taker, expires_at as due from payment_order
      where coin_type = ${coinType} and status in (${sql.join(PAYABLE_STATUSES)}) and expires_at < ${over}
        and order_id <> all(${payable.map(({ orderId }) => orderId)}::text[])
        and ${isDue(app, "expireOrders", sql.ref("order_id"))}`;
    const { rows } = await selectInTurns({ select, limit: BATCH }).execute(kysely);
    if (rows.length === 0 || (await app.clockGuard.readTrustedTime()) === null) continue;
    for (const { id } of rows) {
      await workThrough(app, { job: "expireOrders", findId: (orderId) => orderId, perform: expire }, [id]);
    }
    isMore ||= rows.length === BATCH;
  }
  return isMore;

  function expire([orderId = ""]: readonly string[]): Promise<void> {
    return expireOrder(app, orderId);
  }
}

async function expireOrder(app: App, orderId: string): Promise<void> {
  const at = app.clock.now();
  const change = { at, cause: "expireOrders" } as const;
  await transact(app.database.kysely, async (trx) => {
    const order = await trx
      .selectFrom("payment_order")
      .selectAll()
      .where("order_id", "=", orderId)
      .where("status", "in", PAYABLE_STATUSES)
      .forUpdate()
      .executeTakeFirst();
    if (order === undefined) return;
    const { coin_type: coinType, tg_user_id: tgUserId, paid_base: paidBase } = order;
    await trx
      .updateTable("payment_order")
      .set({ ...changeStatus("order", "order.graceOver", change), settled_at: at })
      .where("order_id", "=", orderId)
      .execute();
    await cancelEnvelopes(trx, orderId, change);
    const amount = formatAmount(paidBase, COINS[coinType].baseDecimals);
    if (paidBase > 0n) {
      await returnPart(trx, order, at);
      await queueNotification(trx, app, { tgUserId, kind: "partToBalance", params: { amount, coinType, orderId } });
    } else {
      await queueNotification(trx, app, { tgUserId, kind: "orderExpired", params: { orderId } });
    }
  });
}
