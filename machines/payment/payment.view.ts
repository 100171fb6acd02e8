import type { SnapshotFrom } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { COINS } from "#domain/coins.ts";
import { findFinalityMinutes } from "#domain/finality.ts";
import { parseDecimal, roundDownAmount, roundUpAmount } from "#domain/money/amount.ts";
import { type FailureText, toFailureText } from "../kit/failureText.ts";
import { isOpenStatus } from "../lifecycle/order/orderStatuses.ts";
import { findDueAmount } from "../lifecycle/order/findDueAmount.ts";
import { type Control, listActions, type ViewAction } from "../kit/viewAction.ts";
import { readMeta } from "../kit/readMeta.ts";
import type { PaymentEvent, paymentMachine, PaymentStep } from "./payment.machine.ts";
import {
  canAfford,
  findTxHash,
  getChosenOrder,
  isBadLink,
  isLate,
  isPayable,
  isStarted,
  isUnanswered,
  mayBePaid,
} from "./paymentOrders.ts";

type Order = components["schemas"]["Order"];
type Action = ViewAction<PaymentEvent>;
type Snapshot = SnapshotFrom<typeof paymentMachine>;
type Value = Snapshot["value"];
type Place = Value extends infer Each ? (Each extends string ? Each : keyof Each) : never;
/** Sorts, and is left at once: no snapshot is in it. */
type Passing = "sorting";
/** `timedOut`: failed, because no answer came in time. */
type State = Exclude<Place, Passing | "handedBack"> | "timedOut";

/** Amounts are whole-coin decimal strings. */
export interface PaymentTermsView {
  coinType: Order["coinType"];
  ticker: string;
  networkName: string;
  amount: string;
  /** Rounded up, to be read. */
  maxFee: string;
  from: string;
  to: string;
  /** Rounded down, to be read. */
  balance: string;
  canAfford: boolean;
  /** Gas in the network's coin; null where the paid coin itself pays the gas. Some wallets pay it for the person. */
  gas: { coinType: Order["coinType"]; amount: string; isShort: boolean } | null;
}

/** The steps of a payment, in order. */
export const PAYMENT_STEPS = ["order", "wallet", "check", "pay", "confirm"] as const satisfies readonly PaymentStep[];

/** What is known of an order's payment. */
export type OrderMark =
  | "unpaid"
  | "partlyPaid"
  | "confirming"
  /** A transaction was named and is on no chain yet. */
  | "reported"
  /** A wallet was asked here and has not answered. */
  | "unanswered"
  | "overdue"
  | "paid"
  | "ended";

export interface PaymentOrderView extends Order {
  /** What is still to be paid of it. */
  dueAmount: string;
  mark: OrderMark;
  isChosen: boolean;
}

export interface PaymentView extends FailureText {
  state: State;
  isBusy: boolean;
  titleKey: string;
  /** The step of the payment, or the step at which it failed. */
  step: PaymentStep;
  orders: readonly PaymentOrderView[];
  order: PaymentOrderView | null;
  /** Whether a wallet on this page can pay the chosen order. */
  isPayable: boolean;
  /** Whether it can be paid on a phone instead: no wallet here has begun to. */
  canMoveToPhone: boolean;
  /** Whether the wallet has not answered for long. */
  isWalletSlow: boolean;
  terms: PaymentTermsView | null;
  isChanged: boolean;
  domain: { hasWarning: boolean; officialDomains: readonly string[] };
  /** Null unless the chain is confirming. */
  confirmations: { current: number; required: number } | null;
  /** Usual minutes until the payment is final, 0 for less than one; null where it is not confirming or not known. */
  finalityMinutes: number | null;
  txHash: string | null;
  explorerUrl: string | null;
  /** The app inside the messenger, at the chosen order where there is one; null until it is known. */
  appUrl: string | null;
  /** What an unsuccessful end, or a wallet that cannot pay yet, means for the money; null where no text is needed. */
  moneyKey: string | null;
  /** Of the chosen order. */
  networkName: string | null;
  /** Whether the order is paid inside the messenger, so that no way leads back there. */
  isInApp: boolean;
  /** Whether only the app can help: it makes a new link. */
  isBadLink: boolean;
  actions: readonly Action[];
}

/** While `connecting`, the child actor `walletConnection` has a view and controls of its own. */
export function viewPayment(snapshot: Snapshot): PaymentView {
  const { context } = snapshot;
  const state = getState(snapshot);
  const orders = context.orders.map((order) => ({
    ...order,
    dueAmount: findDueAmount(order),
    mark: markOrder(snapshot, order),
    isChosen: order.orderId === context.orderId,
  }));
  const order = orders.find(({ isChosen }) => isChosen) ?? null;
  const isInApp = context.onlyOrderId !== null;
  const canPay = order !== null && isPayable(context, order);
  const txHash = order === null ? null : findTxHash(context, order);
  const meta = readMeta(snapshot);
  return {
    state,
    isBusy: snapshot.hasTag("busy"),
    titleKey: getTitleKey(state, snapshot),
    step: meta.step ?? findBrokenStep(snapshot),
    orders,
    order,
    isPayable: canPay,
    canMoveToPhone: canPay && state === "choosingOrder" && !isInApp && !mayBePaid(context, order),
    isWalletSlow: snapshot.matches({ confirmingInWallet: "slow" }),
    terms: viewTerms(snapshot),
    isChanged: context.isChanged,
    domain: { hasWarning: context.isDomHttp, officialDomains: context.officialDomains },
    confirmations:
      state === "confirmingOnChain" && order !== null
        ? { current: order.confirmations, required: order.requiredConfirmations }
        : null,
    finalityMinutes: state === "confirmingOnChain" ? findFinalityMinutes(order?.network.id ?? null) : null,
    txHash,
    explorerUrl: txHash === null ? null : (order?.explorerTx?.replace("{txHash}", txHash) ?? null),
    appUrl: isInApp
      ? null
      : context.appUrl === null || order === null
        ? context.appUrl
        : `${context.appUrl}?startapp=o_${order.orderId}`,
    ...toFailureText(snapshot.hasTag("failed") ? context.failure : null),
    moneyKey: meta.tellsMoney === true ? findMoneyKey(snapshot) : null,
    networkName: order?.network.name ?? null,
    isInApp,
    isBadLink: state === "failed" && isBadLink(context.failure),
    actions: listControls(snapshot, state, order),
  };
}

function getState({ value, context }: Snapshot): State {
  // The page of the order comes next.
  if (value === "handedBack") return "submitted";
  if (value === "failed" && isLate(context.failure)) return "timedOut";
  if (typeof value === "string") return value as Exclude<typeof value, Passing>;
  if ("choosingOrder" in value) return "choosingOrder";
  return "reviewing" in value ? "reviewing" : "confirmingInWallet";
}

function markOrder({ context }: Snapshot, order: Order): OrderMark {
  if (order.status === "paid" || order.status === "confirming") return order.status;
  if (!isOpenStatus(order.status)) return "ended";
  if (isStarted(context, order)) return "reported";
  if (isUnanswered(context, order)) return "unanswered";
  if (order.isOverdue) return "overdue";
  return order.status === "partiallyPaid" ? "partlyPaid" : "unpaid";
}

/** Null before an order is chosen, when nothing can have been paid, and for an order that ended: its own text says it. */
function findMoneyKey({ context }: Snapshot): string | null {
  const order = getChosenOrder(context);
  if (order === null || !isOpenStatus(order.status)) return null;
  if (isStarted(context, order)) return "wallet:payment.money.sent";
  if (isUnanswered(context, order)) return "wallet:payment.money.unknown";
  return order.paidAmount === "0" ? "wallet:payment.money.nothing" : "wallet:payment.money.nothingMore";
}

/** The step that a failed or unanswered payment had reached. */
function findBrokenStep({ context }: Snapshot): PaymentStep {
  const order = getChosenOrder(context);
  if (order !== null && isStarted(context, order)) return "confirm";
  if (context.connection !== null) return "pay";
  return context.request === null ? "order" : "wallet";
}

/** No network, a broken link, an unreadable page or a cancelled order is not a failed payment. */
function getTitleKey(state: State, { context }: Snapshot): string {
  const { failure, orderId } = context;
  const isSeen = getChosenOrder(context)?.status === "confirming";
  if (state === "confirmingOnChain" && !isSeen) return "wallet:payment.unseen";
  if (state === "failed") {
    if (failure?.kind === "network") return "wallet:payment.noConnection";
    if (failure?.kind === "orderEnded" && failure.status === "cancelled") return "wallet:payment.state.cancelled";
    if (isBadLink(failure)) return "wallet:payment.badLink";
    if (orderId === null) return "wallet:payment.notLoaded";
  }
  return `wallet:payment.state.${state}`;
}

/** Digits of the gas fee, and of the balance beside it, that people can read. */
const READABLE_DECIMALS = 8;

function viewTerms({ context: { request } }: Snapshot): PaymentTermsView | null {
  if (request === null) return null;
  const { ticker, baseDecimals } = COINS[request.coinType];
  return {
    coinType: request.coinType,
    ticker,
    networkName: request.network.name,
    amount: request.amount,
    maxFee: roundUpAmount(request.maxFee, baseDecimals, READABLE_DECIMALS),
    from: request.from,
    to: request.to,
    balance: roundDownAmount(request.balance, baseDecimals, READABLE_DECIMALS),
    canAfford: canAfford(request),
    gas: request.gas === undefined ? null : viewGas(request.gas),
  };
}

function viewGas({ coinType, attached, balance }: components["schemas"]["PaymentGas"]): PaymentTermsView["gas"] {
  const { baseDecimals } = COINS[coinType];
  return {
    coinType,
    amount: attached,
    isShort: parseDecimal(balance, baseDecimals) < parseDecimal(attached, baseDecimals),
  };
}

function listControls(snapshot: Snapshot, state: State, order: Order | null): readonly Action[] {
  const { context } = snapshot;
  const isBegun = order !== null && isStarted(context, order);
  return listActions(snapshot, [
    { event: { type: "ui.open" }, labelKey: "wallet:payment.open" },
    ...context.orders.map(({ orderId }): Control<PaymentEvent> => ({
      event: { type: "ui.chooseOrder", orderId },
      labelKey: "wallet:payment.chooseOrder",
    })),
    { event: { type: "ui.follow" }, labelKey: "wallet:payment.follow" },
    {
      event: { type: "ui.connect" },
      labelKey: isBegun ? "wallet:payment.payAgain" : "wallet:payment.connect",
      isWaiting: state === "choosingOrder" && !isBegun,
    },
    { event: { type: "ui.confirm" }, labelKey: "wallet:payment.payAgain" },
    { event: { type: "ui.pay" }, labelKey: "wallet:payment.pay" },
    { event: { type: "ui.continue" }, labelKey: "wallet:payment.continue" },
    { event: { type: "ui.retry" }, labelKey: "wallet:payment.retry" },
    { event: { type: "ui.back" }, labelKey: "wallet:payment.back" },
  ]);
}
