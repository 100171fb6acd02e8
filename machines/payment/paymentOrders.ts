import type { components } from "#contract/schema.d.ts";
import { COINS } from "#domain/coins.ts";
import { parseDecimal } from "#domain/money/parseDecimal.ts";
import { type Failure, hasApiError } from "../kit/failure.ts";
import { findDueAmount } from "../lifecycle/order/findDueAmount.ts";
import { isOpenStatus, isPayableStatus } from "../lifecycle/order/orderStatuses.ts";
import type { PaymentContext } from "./payment.machine.ts";

type Order = components["schemas"]["Order"];
type PaymentRequest = components["schemas"]["PaymentRequest"];

/**
 * The payments that a wallet was asked for here, by order: the hash that the wallet gave, or null while it has not
 * answered and may send one.
 */
export type WalletAttempts = Readonly<Record<string, string | null>>;

export function getChosenOrder(context: Pick<PaymentContext, "orders" | "orderId">): Order | null {
  return context.orders.find((order) => order.orderId === context.orderId) ?? null;
}

/** A reported transaction that has not been found on chain. */
function findUnseenHash({ walletAttempts }: Pick<PaymentContext, "walletAttempts">, order: Order): string | null {
  const hash = walletAttempts[order.orderId] ?? order.reportedTxHash;
  return hash === order.txHash ? null : hash;
}

/** The transaction to show: the newest that is known. */
export function findTxHash(context: Pick<PaymentContext, "walletAttempts">, order: Order): string | null {
  return findUnseenHash(context, order) ?? order.txHash;
}

/** Whether there is a payment to follow: on the chain and not final, or reported. */
export function isStarted(context: Pick<PaymentContext, "walletAttempts">, order: Order): boolean {
  return order.status === "confirming" || (isPayableStatus(order.status) && findUnseenHash(context, order) !== null);
}

/** Whether a wallet was asked to pay the order and has not answered: it may still do it. */
export function isUnanswered({ walletAttempts }: Pick<PaymentContext, "walletAttempts">, order: Order): boolean {
  return isPayableStatus(order.status) && walletAttempts[order.orderId] === null;
}

/** Whether a payment may be on its way, so that a second one needs a warning. */
export function mayBePaid(context: Pick<PaymentContext, "walletAttempts">, order: Order): boolean {
  return isStarted(context, order) || isUnanswered(context, order);
}

/** Whether a browser wallet can pay the order on this page now. */
export function isPayable(context: Pick<PaymentContext, "walletKinds">, order: Order): boolean {
  return (
    isPayableStatus(order.status) &&
    !order.isOverdue &&
    order.fromAddress !== null &&
    context.walletKinds[COINS[order.coinType].walletType] !== undefined
  );
}

/** Whether orders other than the chosen one still wait for money or for the chain. */
export function hasOtherOpenOrders({ orders, orderId }: Pick<PaymentContext, "orders" | "orderId">): boolean {
  return orders.some((order) => isOpenStatus(order.status) && order.orderId !== orderId);
}

/** Whether the balance covers what is due and the most that gas can cost. */
export function canAfford({ coinType, balance, amount, maxFee }: PaymentRequest): boolean {
  const { baseDecimals } = COINS[coinType];
  const due = parseDecimal(amount, baseDecimals) + parseDecimal(maxFee, baseDecimals);
  return parseDecimal(balance, baseDecimals) >= due;
}

/** Whether less is due than the person agreed to pay: the payment arrived and fell short. */
export function isPartlyPaid(order: Order, agreed: PaymentRequest): boolean {
  const { baseDecimals } = COINS[order.coinType];
  return parseDecimal(findDueAmount(order), baseDecimals) < parseDecimal(agreed.amount, baseDecimals);
}

/** Whether the server knows a reported payment of the chosen order that this page does not. */
export function isNewlyReported(context: PaymentContext, { reportedTxHash, txHash, orderId }: Order): boolean {
  const known = getChosenOrder(context)?.reportedTxHash;
  return reportedTxHash !== null && ![known, txHash, context.walletAttempts[orderId]].includes(reportedTxHash);
}

export function replaceOrder(orders: readonly Order[], changed: Order): Order[] {
  return orders.map((order) => (order.orderId === changed.orderId ? changed : order));
}

/** A link that retrying does not repair: the app makes a new one. */
export function isBadLink(failure: Failure | null): boolean {
  return hasApiError(failure, "paymentCodeMissing") || hasApiError(failure, "paymentCodeInvalid");
}
