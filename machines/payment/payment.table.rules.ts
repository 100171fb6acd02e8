import type { components } from "#contract/schema.d.ts";
import { toFailure } from "../kit/failure.ts";
import type { PaymentContext, PaymentTerms } from "./payment.types.ts";

type Order = components["schemas"]["Order"];
type PaymentRequest = components["schemas"]["PaymentRequest"];
type Context = PaymentContext;

/** Every entry to `loading` forgets the last payment. */
export const startAnew = {
  orderId: null,
  request: null,
  isChanged: false,
  connection: null,
  failure: null,
};
export const clearTerms = { connection: null, request: null, isChanged: false };

export const isLate = (_: Context, { error }: { error: unknown }): boolean => toFailure(error).kind === "timeout";

export const setFailure = (_: Context, event: { error: unknown }): Partial<Context> => ({
  failure: toFailure(event.error),
});

export function setOrder({ orders }: Context, order: Order): Pick<Context, "orders"> {
  return { orders: orders.map((known) => (known.orderId === order.orderId ? order : known)) };
}

export function findChosen({ orders, orderId }: Pick<Context, "orders" | "orderId">): Order | undefined {
  return orders.find((order) => order.orderId === orderId);
}

/** SPEC.md 3: the wallet type of each coin. */
const WALLET_TYPES = { eth: "ETH", sol: "Solana", tron: "Tron", ton: "Ton" } as const;

export const isUnpaid = ({ status }: Order): boolean => status === "awaitingPayment" || status === "partiallyPaid";

/** PRODUCT.md 5: payable until it expires; in its grace time only what was sent before counts. */
export function isChosenPayable(before: Context): boolean {
  const order = findChosen(before);
  if (order === undefined || order.fromAddress === null || order.isOverdue) return false;
  return isUnpaid(order) && WALLET_TYPES[order.coinType] in before.walletKinds;
}

/** On the chain and not final, or a hash is known that is on no chain yet. */
export function isUnderWay({ walletAttempts }: Context, { orderId, status, txHash, reportedTxHash }: Order): boolean {
  if (status === "confirming") return true;
  if (status !== "awaitingPayment" && status !== "partiallyPaid") return false;
  const hash = walletAttempts[orderId] ?? reportedTxHash;
  return hash !== null && hash !== txHash;
}

export function isChosenUnderWay(before: Context): boolean {
  const order = findChosen(before);
  return order !== undefined && isUnderWay(before, order);
}

/** A wallet that was asked and gave no hash may have paid as well. */
export function isRisky(before: Context, order: Order): boolean {
  return isUnderWay(before, order) || (isUnpaid(order) && before.walletAttempts[order.orderId] === null);
}

export const hasOrders = ({ orders }: Context): boolean => orders.length > 0;

/** What the wallet is known to have answered about the chosen order, forgotten. */
export function clearWalletAttempt({ walletAttempts, orderId }: Context): Pick<Context, "walletAttempts"> {
  const { [orderId ?? ""]: _, ...others } = walletAttempts;
  return { walletAttempts: others };
}

export const setWalletAttempt = (
  { walletAttempts, orderId }: Context,
  hash: string | null,
): Pick<Context, "walletAttempts"> => ({
  walletAttempts: { ...walletAttempts, [orderId ?? ""]: hash },
});

export const emitWalletAttempts = ({ walletAttempts }: Pick<Context, "walletAttempts">) => ({
  type: "walletAttempts.changed",
  walletAttempts,
});

export function hasWalletReason(error: unknown, reasons: readonly string[]): boolean {
  const failure = toFailure(error);
  return failure.kind === "wallet" && reasons.includes(failure.reason);
}

/** Enough for the table's samples, which stay within six decimals of short numbers. */
export function toMicros(amount: string): number {
  return Math.round(Number(amount) * 1_000_000);
}

type TermsEvent = { output: PaymentTerms };

/** SPEC.md 8 tells a cancelled payment from data that is out of order. */
export const notPayable = (before: Context, { output: { order } }: { output: { order: Order } }): Partial<Context> => ({
  ...setOrder(before, order),
  failure:
    order.status === "cancelled" || order.status === "expired"
      ? { kind: "orderEnded", status: order.status }
      : { kind: "api", error: "orderNotPayable", message: "" },
});

export const isPaid = (_: Context, { output }: { output: { order: Order } }): boolean => output.order.status === "paid";
export const isOverdue = (_: Context, { output }: TermsEvent): boolean => output.order.isOverdue;
export function isNewlyReported({ orders, walletAttempts }: Context, { output: { order } }: TermsEvent): boolean {
  const { orderId, reportedTxHash, txHash } = order;
  if (reportedTxHash === null || reportedTxHash === txHash || reportedTxHash === walletAttempts[orderId]) return false;
  return orders.every((known) => known.orderId !== orderId || known.reportedTxHash !== reportedTxHash);
}
export const isConfirming = (_: Context, { output }: TermsEvent): boolean => output.order.status === "confirming";
export const hasNoTerms = (_: Context, { output }: TermsEvent): boolean => output.request === null;
export const setTermsOrder = (before: Context, { output }: TermsEvent): Partial<Context> =>
  setOrder(before, output.order);
export const setOrderAlone = (before: Context, event: TermsEvent): Partial<Context> => ({
  ...setTermsOrder(before, event),
  ...clearTerms,
});
export const setTerms = (before: Context, { output }: TermsEvent): Partial<Context> => ({
  ...setOrder(before, output.order),
  request: output.request,
});

export function isOtherPayer({ connection }: Context, { output: { request } }: TermsEvent): boolean {
  return connection?.address.toLowerCase() !== request?.from.toLowerCase();
}

export function isOtherTerms({ request: agreed }: Context, { output: { request } }: TermsEvent): boolean {
  const toTerms = (terms: PaymentRequest | null): string => `${terms?.amount} to ${terms?.to} by ${terms?.reference}`;
  return toTerms(agreed) !== toTerms(request);
}

export function isTooPoor(_: Context, { output: { request } }: TermsEvent): boolean {
  if (request === null) return true;
  return toMicros(request.balance) < toMicros(request.amount) + toMicros(request.maxFee);
}
