import { assign, emit, setup } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { isSameAddress } from "#domain/address/addressKey.ts";
import { COINS } from "#domain/coins.ts";
import { isTimeout, lacksNetwork } from "../kit/failure.ts";
import { orderFollowChild } from "../kit/follow/orderFollow.ts";
import { provideActor } from "../kit/provideActor.ts";
import { failureActions } from "../kit/request.ts";
import { isSameAgreement, walletPaymentGuards } from "../kit/walletPayment.ts";
import { walletConnectionMachine } from "../walletConnection/walletConnection.machine.ts";
import type { Connected, ConnectedAccount, WalletWatch } from "../walletConnection/walletConnection.setup.ts";
import type {
  PaymentContext,
  PaymentEmitted,
  PaymentEvent,
  PaymentInput,
  PaymentOutput,
  PaymentPage,
  PaymentTerms,
  OrdersReading,
  OrdersRequest,
} from "./payment.types.ts";
import { isBadLink, toOrderFailure } from "./paymentFailures.ts";
import {
  canAfford,
  getChosenOrder,
  hasOtherOpenOrders,
  isNewlyReported,
  isPartlyPaid,
  isPayable,
  isStarted,
  mayBePaid,
  replaceOrder,
} from "./paymentOrders.ts";

type Order = components["schemas"]["Order"];
type PaymentRequest = components["schemas"]["PaymentRequest"];
type WalletType = components["schemas"]["WalletType"];

/** Whether the connected wallet is the one that has to pay. */
export function isPayer(request: PaymentRequest | null, connection: Connected | null): boolean {
  if (request === null || connection === null) return false;
  return isSameAddress(COINS[request.coinType].walletType, request.from, connection.address);
}

/** A guard that asks this of the chosen order. */
function ifChosen(rule: (context: PaymentContext, order: Order) => boolean) {
  return ({ context }: { context: PaymentContext }): boolean => {
    const order = getChosenOrder(context);
    return order !== null && rule(context, order);
  };
}

export const paymentSetup = setup({
  types: {
    input: {} as PaymentInput,
    context: {} as PaymentContext,
    events: {} as PaymentEvent,
    tags: {} as "busy" | "failed",
    emitted: {} as PaymentEmitted,
    output: {} as PaymentOutput,
    children: {} as { orderFollow: "orderFollow"; walletConnection: "walletConnection" },
  },
  actors: {
    walletConnection: walletConnectionMachine,
    orderFollow: orderFollowChild,
    loadPage: provideActor<PaymentPage, { orderId: string | null }>("payment.loadPage"),
    loadTerms: provideActor<PaymentTerms, { orderId: string }>("payment.loadTerms"),
    /** The transaction's id, or null where the wallet has paid and its answer tells none. */
    pay: provideActor<string | null, { walletType: WalletType; connectorId: string; request: PaymentRequest }>(
      "payment.pay",
    ),
    submitPayment: provideActor<Order, { orderId: string; txHash: string }>("payment.submitPayment"),
    /** Reads the orders again, those that ended since included. */
    loadOrders: provideActor<OrdersReading, OrdersRequest>("payment.loadOrders"),
    watchWallet: provideActor<ConnectedAccount, WalletWatch>("payment.watchWallet"),
  },
  guards: {
    isTimeout: (_, { error }: { error: unknown }) => isTimeout(error),
    hasAccess: ({ context }) => context.hasAccess,
    isForOneOrder: ({ context }) => context.onlyOrderId !== null,
    isOnlyStarted: ({ context }, params: { orders: readonly Order[] }) =>
      params.orders.length === 1 && params.orders.every((order) => isStarted(context, order)),
    isToBePaidAtOnce: ({ context }, params: { orders: readonly Order[] }) =>
      context.onlyOrderId !== null &&
      params.orders.length === 1 &&
      params.orders.every((order) => isPayable(context, order) && !mayBePaid(context, order)),
    isEmpty: (_, params: { orders: readonly Order[] }) => params.orders.length === 0,
    isListed: ({ context }, params: { orderId: string }) =>
      context.orders.some((order) => order.orderId === params.orderId),
    isChosenPayable: ifChosen(isPayable),
    isChosenStarted: ifChosen(isStarted),
    isRepeat: ifChosen((context, order) => isPayable(context, order) && mayBePaid(context, order)),
    hasOrders: ({ context }) => context.orders.length > 0,
    hasOtherOrders: ({ context }) => hasOtherOpenOrders(context),
    lacksNetwork,
    canRetry: ({ context }) => context.hasAccess && !isBadLink(context.failure),
    isOverdue: (_, params: { order: Order }) => params.order.isOverdue,
    isNewlyReported: ({ context }, params: { order: Order }) => isNewlyReported(context, params.order),
    isPaid: (_, params: { order: Order }) => params.order.status === "paid",
    isConfirming: (_, params: { order: Order }) => params.order.status === "confirming",
    isUnderpaid: ({ context }, params: { order: Order }) =>
      params.order.status === "partiallyPaid" &&
      (context.request === null ? !mayBePaid(context, params.order) : isPartlyPaid(params.order, context.request)),
    isWithoutTerms: (_, params: { request: PaymentRequest | null }) => params.request === null,
    isOtherPayer: ({ context }, params: { request: PaymentRequest | null }) =>
      !isPayer(params.request, context.connection),
    isOtherTerms: ({ context }, params: { request: PaymentRequest | null }) =>
      !isSameAgreement(context.request, params.request, ["amount", "to", "reference"]),
    cannotAfford: (_, params: { request: PaymentRequest | null }) =>
      params.request === null || !canAfford(params.request),
    hasId: (_, params: { txHash: string | null }) => params.txHash !== null,
    ...walletPaymentGuards,
  },
  actions: {
    setOrder: assign(({ context }, { order }: { order: Order }) => ({ orders: replaceOrder(context.orders, order) })),
    setPage: assign((_, page: PaymentPage) => page),
    /** A single order needs no choice. */
    chooseOnly: assign({
      orderId: ({ context: { orders } }) => (orders.length === 1 ? (orders[0]?.orderId ?? null) : null),
    }),
    setTerms: assign(({ context }, { order, request }: PaymentTerms) => ({
      orders: replaceOrder(context.orders, order),
      request,
    })),
    clearTerms: assign({ connection: null, request: null, isChanged: false }),
    /** The hash that the wallet gave; null while it has not answered. */
    setWalletAttempt: assign(({ context }, { txHash }: { txHash: string | null }) => ({
      walletAttempts: { ...context.walletAttempts, [context.orderId ?? ""]: txHash },
    })),
    clearWalletAttempt: assign(({ context }) => {
      const { [context.orderId ?? ""]: _, ...walletAttempts } = context.walletAttempts;
      return { walletAttempts };
    }),
    ...failureActions,
    /** The order as it is now, which is why it cannot be paid. */
    setNotPayable: assign(({ context }, { order }: { order: Order }) => ({
      orders: replaceOrder(context.orders, order),
      failure: toOrderFailure(order),
    })),
    emitWalletAttempts: emit(({ context: { walletAttempts } }) => ({ type: "walletAttempts.changed", walletAttempts })),
  },
  delays: {
    /** A person needs time in the wallet's own window. */
    walletTimeout: 120_000,
    listInterval: 10_000,
    pollTimeout: 20_000,
    /** Longer than finality takes on any of the chains when they are healthy. */
    confirmationTimeout: 1_800_000,
  },
});
