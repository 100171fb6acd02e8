import { isOpenStatus } from "#machines/lifecycle/order/orderStatuses.ts";
import { ApiError } from "#server/calls/apiError.ts";
import type { Handler } from "#server/calls/handler.ts";
import { requireChainFacts } from "#server/chains/chains.ts";
import { findOrder } from "./findOrder.ts";
import { readOrderCaller } from "./orderCaller.ts";
import { readWireOrder } from "./readWireOrder.ts";

/** Reports per order at most: a wallet that replaces a transaction makes a new hash each time. */
const MAX_REPORTS = 20;

/**
 * Stores the hash that is reported to pay an order. It is a hint; only the chain decides what is paid. `Omissions` says on
 * which chain it is looked up.
 */
export const submitPayment: Handler<"submitPayment"> = async (call, app) => {
  const caller = await readOrderCaller(call, app);
  const order = await findOrder(app, caller, call.body.orderId);
  const txHash = requireChainFacts(app, order.coin_type).parseTxId(call.body.txHash);
  if (txHash === null) throw new ApiError("invalidRequest");
  const { kysely } = app.database;
  const reports = await kysely
    .selectFrom("payment_report")
    .select("tx_hash")
    .where("order_id", "=", order.order_id)
    .execute();
  const isKnown = reports.some((report) => report.tx_hash === txHash);
  const isOpen = isOpenStatus(order.status);
  if (!isKnown && !isOpen && !(await isPaidBy(txHash))) throw new ApiError("orderNotPayable");
  if (!isKnown && isOpen && reports.length < MAX_REPORTS) {
    await kysely
      .insertInto("payment_report")
      .values({ coin_type: order.coin_type, tx_hash: txHash, order_id: order.order_id, reported_at: app.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return { order: await readWireOrder(app, order.order_id, caller.code === null ? caller.tgUserId : null) };

  async function isPaidBy(hash: string): Promise<boolean> {
    const transfer = await kysely
      .selectFrom("chain_transfer")
      .select("tx_hash")
      .where("coin_type", "=", order.coin_type)
      .where((where) => where.or([where("tx_hash", "=", hash), where("reported_as", "=", hash)]))
      .where("order_id", "=", order.order_id)
      .executeTakeFirst();
    return transfer !== undefined;
  }
};
