import type { SnapshotFrom } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { COINS } from "#domain/coins.ts";
import type { Failure } from "../failure.ts";
import { getFailureKey } from "../failureKey.ts";
import { findDueAmount } from "../lifecycle/order/findDueAmount.ts";
import type { ViewAction } from "../viewAction.ts";
import {
  canAfford,
  getChosenOrder,
  isPayable,
  isUnseen,
  type paymentMachine,
  type PaymentEvent,
} from "./payment.machine.ts";

type Order = components["schemas"]["Order"];
type Action = ViewAction<PaymentEvent>;
type Snapshot = SnapshotFrom<typeof paymentMachine>;
type State = Extract<Snapshot["value"], string> | "confirmingOnChain";

/** Amounts are whole-coin decimal strings. */
export interface PaymentTermsView {
  coinType: Order["coinType"];
  coinLabel: string;
  networkName: string;
  amount: string;
  maxFee: string;
  from: string;
  to: string;
  balance: string;
  canAfford: boolean;
}

/** The way of a payment, in its order. */
export const PAYMENT_STEPS = ["order", "wallet", "check", "pay", "confirm"] as const;
type PaymentStep = (typeof PAYMENT_STEPS)[number];

export interface PaymentOrderView extends Order {
  /** What is still to be paid of it. */
  dueAmount: string;
  isChosen: boolean;
}

export interface PaymentView {
  state: State;
  isBusy: boolean;
  titleKey: string;
  /** Where the payment stands, or stood when it ended badly. */
  step: PaymentStep;
  orders: readonly PaymentOrderView[];
  order: PaymentOrderView | null;
  /** Whether a wallet on this page can pay the chosen order. */
  isPayable: boolean;
  terms: PaymentTermsView | null;
  isChanged: boolean;
  domain: { hasWarning: boolean; officialDomains: readonly string[] };
  /** Null unless the chain is confirming. */
  confirmations: { current: number; required: number } | null;
  txHash: string | null;
  explorerUrl: string | null;
  /** The app inside the messenger; null until it is known. */
  appUrl: string | null;
  failureKey: string | null;
  actions: readonly Action[];
}

/** While `connecting`, the child actor `walletConnection` has a view and controls of its own. */
export function viewPayment(snapshot: Snapshot): PaymentView {
  const { context } = snapshot;
  const state = typeof snapshot.value === "string" ? snapshot.value : "confirmingOnChain";
  const orders = context.orders.map((order) => ({
    ...order,
    dueAmount: findDueAmount(order),
    isChosen: order.orderId === context.orderId,
  }));
  const order = orders.find(({ isChosen }) => isChosen) ?? null;
  const txHash = context.txHash ?? order?.txHash ?? null;
  const explorerTx = context.coins.find((coin) => coin.coinType === order?.coinType)?.explorerTx ?? null;
  return {
    state,
    isBusy: BUSY_STATES.has(state),
    titleKey: getTitleKey(state, snapshot),
    step: STEPS[state] ?? findBrokenStep(snapshot),
    orders,
    order,
    isPayable: order !== null && isPayable(context, order),
    terms: viewTerms(snapshot),
    isChanged: context.isChanged,
    domain: { hasWarning: context.isDomHttp, officialDomains: context.officialDomains },
    confirmations:
      state === "confirmingOnChain" && order !== null
        ? { current: order.confirmations, required: order.requiredConfirmations }
        : null,
    txHash,
    explorerUrl: txHash === null ? null : (explorerTx?.replace("{txHash}", txHash) ?? null),
    appUrl: context.appUrl,
    failureKey: FAILURE_STATES.has(state) && context.failure !== null ? getFailureKey(context.failure) : null,
    actions: ACTIONS[state](snapshot),
  };
}

const STEPS: Readonly<Partial<Record<State, PaymentStep>>> = {
  idle: "order",
  loading: "order",
  nothingToPay: "order",
  choosingOrder: "order",
  preparing: "wallet",
  connecting: "wallet",
  reviewing: "check",
  checking: "check",
  confirmingInWallet: "pay",
  cancelled: "pay",
  submitted: "confirm",
  confirmingOnChain: "confirm",
  success: "confirm",
};

/** Of a payment that failed or was not answered: the step that it had come to. */
function findBrokenStep({ context }: Snapshot): PaymentStep {
  if (context.txHash !== null || getChosenOrder(context)?.status === "confirming") return "confirm";
  if (context.connection !== null) return "pay";
  return context.request === null ? "order" : "wallet";
}

/** No network, a link that does not work or a page that could not be read is no failed payment. */
function getTitleKey(state: State, { context: { failure, orderId } }: Snapshot): string {
  if (state === "failed" && failure?.kind === "network") return "wallet:payment.noConnection";
  if (state === "failed" && isBadLink(failure)) return "wallet:payment.badLink";
  if (state === "failed" && orderId === null) return "wallet:payment.notLoaded";
  return `wallet:payment.state.${state}`;
}

function isBadLink(failure: Failure | null): boolean {
  return failure?.kind === "api" && (failure.error === "paymentCodeMissing" || failure.error === "paymentCodeInvalid");
}

const BUSY_STATES: ReadonlySet<State> = new Set<State>(["loading", "preparing", "checking", "submitted"]);
const FAILURE_STATES: ReadonlySet<State> = new Set<State>(["failed", "timedOut", "confirmingOnChain"]);

function viewTerms({ context: { request } }: Snapshot): PaymentTermsView | null {
  if (request === null) return null;
  return {
    coinType: request.coinType,
    coinLabel: COINS[request.coinType].label,
    networkName: request.network.name,
    amount: request.amount,
    maxFee: request.fees.maxFee,
    from: request.from,
    to: request.to,
    balance: request.balance,
    canAfford: canAfford(request),
  };
}

const OPEN: Action = { event: { type: "ui.open" }, labelKey: "wallet:payment.open", enabled: true };
const PAY: Action = { event: { type: "ui.pay" }, labelKey: "wallet:payment.pay", enabled: true };
const BACK: Action = { event: { type: "ui.back" }, labelKey: "wallet:payment.back", enabled: true };
const RETRY: Action = { event: { type: "ui.retry" }, labelKey: "wallet:payment.retry", enabled: true };
const CONTINUE: Action = { event: { type: "ui.continue" }, labelKey: "wallet:payment.continue", enabled: true };

function listOrderActions({ context }: Snapshot): readonly Action[] {
  const order = getChosenOrder(context);
  const choices = context.orders.map(({ orderId }): Action => ({
    event: { type: "ui.chooseOrder", orderId },
    labelKey: "wallet:payment.chooseOrder",
    enabled: true,
  }));
  const isEnabled = order !== null && isPayable(context, order);
  return [...choices, { event: { type: "ui.connect" }, labelKey: "wallet:payment.connect", enabled: isEnabled }];
}

const ACTIONS: Readonly<Record<State, (snapshot: Snapshot) => readonly Action[]>> = {
  idle: () => [OPEN],
  loading: () => [],
  nothingToPay: () => [RETRY],
  choosingOrder: listOrderActions,
  preparing: () => [],
  connecting: () => [],
  reviewing: () => [PAY, BACK],
  checking: () => [],
  confirmingInWallet: () => [],
  submitted: () => [],
  confirmingOnChain: ({ context }) => (isUnseen(context) ? [BACK] : []),
  success: () => [CONTINUE],
  failed: ({ context }) => (context.hasPaymentCode ? [RETRY] : []),
  cancelled: () => [RETRY, BACK],
  timedOut: ({ context }) => {
    const isStarted = context.txHash !== null || getChosenOrder(context)?.status === "confirming";
    return isStarted ? [RETRY, BACK] : [RETRY];
  },
};
