import { sendParent } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { FAST_COINS } from "#domain/fastCoins.ts";
import type { Failure } from "../failure.ts";
import { isOpenStatus, isPaymentSent } from "../../lifecycle/order/orderStatuses.ts";
import { createFollowMachine } from "./follow.machine.ts";

type Order = components["schemas"]["Order"];

export interface OrderReading {
  order: Order;
  /** The envelopes of a paid order, where this person may see them; else empty. */
  envelopes: readonly components["schemas"]["Envelope"][];
}

/** What a chart that invokes `orderFollowChild` hears of an open order. */
export type OrderFollowEvent = { type: "order.read"; order: Order } | { type: "order.readFailed"; error: Failure };

/** Ends with the order: paid, cancelled or expired. */
export const orderFollowMachine = createFollowMachine<OrderReading>({
  isOver: ({ order }) => !isOpenStatus(order.status),
  nameAwaited: ({ order }) => (FAST_COINS.has(order.coinType) ? namePayment(order) : null),
});

/** A payment that was sent and is not final; null where there is none. */
function namePayment(order: Order): string | null {
  if (isPaymentSent(order)) return order.reportedTxHash;
  return order.status === "confirming" ? (order.txHash ?? "") : null;
}

/** What is known of an order before it is read again. */
export function toOrderReading(order: Order | null): OrderReading | null {
  return order === null ? null : { order, envelopes: [] };
}

export const orderFollowChild = orderFollowMachine.provide({
  actions: {
    report: sendParent((_, report): OrderFollowEvent =>
      report.type === "follow.read"
        ? { type: "order.read", order: report.reading.order }
        : { type: "order.readFailed", error: report.error },
    ),
  },
});
