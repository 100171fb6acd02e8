import type { components } from "#contract/schema.d.ts";
import { isSameAddress } from "#domain/address/addressKey.ts";
import { COINS } from "#domain/coins.ts";
import { FAST_COINS } from "#domain/fastCoins.ts";
import { parseDecimal } from "#domain/money/amount.ts";
import { type Failure, hasApiError, hasWalletReason, isTimeout } from "../kit/failure.ts";
import type { FollowInput } from "../kit/follow/follow.machine.ts";
import { type OrderReading, toOrderReading } from "../kit/follow/orderFollow.ts";
import { findDueAmount } from "../lifecycle/order/findDueAmount.ts";
import { isOpenStatus, isPayableStatus } from "../lifecycle/order/orderStatuses.ts";
import { isSameAgreement } from "../kit/walletPayment.ts";
import type { Connected } from "../walletConnection/walletConnection.machine.ts";
import type { PaymentContext } from "./payment.machine.ts";

type Order = components["schemas"]["Order"];
type PaymentRequest = components["schemas"]["PaymentRequest"];

/**
 * The payments that a wallet was asked for here, by order: the hash that the wallet gave, or null while it has not
 * answered and may send one.
 */
export type WalletAttempts = Readonly<Record<string, string | null>>;

/** Which orders are read again. */
export interface OrdersRequest {
  orderIds: readonly string[];
  /** Null where new orders show as well. */
  onlyOrderId: string | null;
}

/** What became of the orders, and of the wallets that were asked to pay them: one may answer after its page was left. */
export interface OrdersReading {
  orders: readonly Order[];
  walletAttempts: WalletAttempts;
}

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

/** Whether the connected wallet is the one that has to pay. */
export function isPayer(request: PaymentRequest | null, connection: Connected | null): boolean {
  if (request === null || connection === null) return false;
  return isSameAddress(COINS[request.coinType].walletType, request.from, connection.address);
}

/** Whether these are not the terms that the person has seen. */
export function isOtherAgreement(seen: PaymentRequest | null, request: PaymentRequest | null): boolean {
  return !isSameAgreement(seen, request, ["amount", "to", "reference"]);
}

/** Whether the balance covers what is due and the most that gas can cost. */
export function canAfford({ coinType, balance, amount, maxFee }: PaymentRequest): boolean {
  const { baseDecimals } = COINS[coinType];
  const due = parseDecimal(amount, baseDecimals) + parseDecimal(maxFee, baseDecimals);
  return parseDecimal(balance, baseDecimals) >= due;
}

/** Whether a payment that was followed arrived and fell short: less is due than the person agreed to pay here. */
export function isUnderpaid(context: PaymentContext, order: Order): boolean {
  if (order.status !== "partiallyPaid") return false;
  if (context.request === null) return !mayBePaid(context, order);
  const { baseDecimals } = COINS[order.coinType];
  return parseDecimal(findDueAmount(order), baseDecimals) < parseDecimal(context.request.amount, baseDecimals);
}

/** Whether the server knows a reported payment of the chosen order that this page does not. */
export function isNewlyReported(context: PaymentContext, { reportedTxHash, txHash, orderId }: Order): boolean {
  const known = getChosenOrder(context)?.reportedTxHash;
  return reportedTxHash !== null && ![known, txHash, context.walletAttempts[orderId]].includes(reportedTxHash);
}

/** To follow the chosen order. Once a wallet has answered, the chain shows the payment within moments where it is fast. */
export function createFollowInput(context: PaymentContext): FollowInput<OrderReading> {
  const order = getChosenOrder(context);
  const id = context.orderId ?? "";
  const followed = { id, reading: toOrderReading(order) };
  if (order === null || !FAST_COINS.has(order.coinType)) return followed;
  return { ...followed, awaited: context.walletAttempts[id] ?? "" };
}

/** Whether the chosen order has changed since its terms were read. */
export function hasMoved(context: PaymentContext, orders: readonly Order[]): boolean {
  const seen = getChosenOrder(context);
  const order = getChosenOrder({ orders, orderId: context.orderId });
  return (["status", "paidAmount", "isOverdue", "reportedTxHash"] as const).some((key) => seen?.[key] !== order?.[key]);
}

export function replaceOrder(orders: readonly Order[], changed: Order): Order[] {
  return orders.map((order) => (order.orderId === changed.orderId ? changed : order));
}

/** A link that retrying does not repair: the app makes a new one. */
export function isBadLink(failure: Failure | null): boolean {
  return hasApiError(failure, "paymentCodeMissing") || hasApiError(failure, "paymentCodeInvalid");
}

/** Whether a step failed because no answer came in time, of the server or of the chain. */
export function isLate(failure: Failure | null): boolean {
  return isTimeout(failure) || hasWalletReason(failure, ["confirmationTimeout"]);
}

/** Why an order without terms cannot be paid: that it ended; else the server contradicts itself. */
export function toOrderFailure({ status }: Order): Failure {
  return status === "cancelled" || status === "expired"
    ? { kind: "orderEnded", status }
    : { kind: "api", error: "orderNotPayable", message: "" };
}
