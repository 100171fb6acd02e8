import type { components } from "#contract/schema.d.ts";
import type { CoinType } from "#domain/coins.ts";

type Order = components["schemas"]["Order"];
type OrderStatus = components["schemas"]["OrderStatus"];

/** Statuses in which an order can be paid or cancelled: no payment is under way. */
export const PAYABLE_STATUSES = ["awaitingPayment", "partiallyPaid"] as const satisfies readonly OrderStatus[];

/** Statuses in which an order still waits for money or for the chain. */
export const OPEN_STATUSES = [...PAYABLE_STATUSES, "confirming"] as const satisfies readonly OrderStatus[];

export function isPayableStatus(status: OrderStatus): boolean {
  return PAYABLE_STATUSES.some((payable) => payable === status);
}

export function isOpenStatus(status: OrderStatus): boolean {
  return OPEN_STATUSES.some((open) => open === status);
}

/** Whether a wallet has sent a payment that no chain shows yet: paying or cancelling now would only cost. */
export function isPaymentSent(order: Pick<Order, "status" | "reportedTxHash" | "txHash">): boolean {
  return isPayableStatus(order.status) && order.reportedTxHash !== null && order.reportedTxHash !== order.txHash;
}

/** Whether no payment is under way, as far as anybody knows: now it can be cancelled, and the balance would not pay a second time. */
export function isUntouched(order: Pick<Order, "status" | "reportedTxHash" | "txHash">): boolean {
  return isPayableStatus(order.status) && !isPaymentSent(order);
}

/** Whether the order can be paid from a bound wallet. */
export function hasPayer({ status, fromAddress }: Order): boolean {
  return isPayableStatus(status) && fromAddress !== null;
}

/** Whether the order's wallet is connected inside the messenger. */
export function isPaidHere(order: Order, coinsPaidHere: readonly CoinType[]): boolean {
  return hasPayer(order) && coinsPaidHere.includes(order.coinType);
}

/** What a person is told of an order: its status, or that a payment was sent. */
export function findShownStatus(order: Pick<Order, "status" | "reportedTxHash" | "txHash">): OrderStatus | "sent" {
  return isPaymentSent(order) ? "sent" : order.status;
}
