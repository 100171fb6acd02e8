import { assign, setup } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { COINS } from "#domain/coins.ts";
import { parseDecimal } from "#domain/money/parseDecimal.ts";
import { toFailure, type Failure } from "../failure.ts";
import { provideActor } from "../provideActor.ts";
import { REQUEST_TIMEOUT_MS } from "../requestTimeoutMs.ts";
import {
  isSameAddress,
  walletConnectionMachine,
  type WalletCapabilities,
  type WalletConnectionInput,
  type WalletConnectionOutput,
} from "../walletConnection/walletConnection.machine.ts";

type Order = components["schemas"]["Order"];
type PaymentRequest = components["schemas"]["PaymentRequest"];
type WalletType = components["schemas"]["WalletType"];
type CoinInfo = components["schemas"]["CoinInfo"];

export interface WalletKind {
  capabilities: WalletCapabilities;
  installUrl: string;
}

export interface PaymentInput {
  /** The code itself stays in the adapter. */
  hasPaymentCode: boolean;
  /** The kinds of wallets that this build can connect. */
  walletKinds: Readonly<Partial<Record<WalletType, WalletKind>>>;
}

/** What the page shows first. */
export interface PaymentPage {
  orders: readonly Order[];
  /** From the system info: what the domain check and the explorer links need. */
  coins: readonly CoinInfo[];
  isDomHttp: boolean;
  officialDomains: readonly string[];
  /** The app inside the messenger, to go back to; null until the page was read. */
  appUrl: string | null;
}

/** `request` is null where the order cannot be paid any more. */
export interface PaymentTerms {
  order: Order;
  request: PaymentRequest | null;
}

type Connection = Extract<WalletConnectionOutput, { status: "connected" }>;

export interface PaymentContext extends PaymentInput, PaymentPage {
  orderId: string | null;
  /** The terms that the person has seen. */
  request: PaymentRequest | null;
  /** Whether the terms changed after the person agreed to the former ones. */
  isChanged: boolean;
  connection: Connection | null;
  txHash: string | null;
  failure: Failure | null;
}

export type PaymentEvent =
  | { type: "ui.open" }
  | { type: "ui.chooseOrder"; orderId: string }
  | { type: "ui.connect" }
  | { type: "ui.pay" }
  | { type: "ui.back" }
  | { type: "ui.retry" }
  | { type: "ui.continue" };

export function getChosenOrder(context: Pick<PaymentContext, "orders" | "orderId">): Order | null {
  return context.orders.find((order) => order.orderId === context.orderId) ?? null;
}

/** Whether a payment of the order is on its way: seen on chain, or at least reported. */
function hasStartedPayment(order: Order): boolean {
  return order.status === "confirming" || (order.status === "awaitingPayment" && order.txHash !== null);
}

/** Whether the payment that this page found is only reported: the chain may never show it. */
export function isUnseen(context: Pick<PaymentContext, "orders" | "orderId" | "txHash">): boolean {
  return context.txHash === null && getChosenOrder(context)?.status === "awaitingPayment";
}

/** Whether a browser wallet can pay the order on this page. */
export function isPayable(context: PaymentContext, order: Order): boolean {
  return order.fromAddress !== null && context.walletKinds[COINS[order.coinType].walletType] !== undefined;
}

/** Whether the wallet holds what is due and the most that gas can cost. */
export function canAfford({ coinType, balance, amount, fees }: PaymentRequest): boolean {
  const { baseDecimals } = COINS[coinType];
  const due = parseDecimal(amount, baseDecimals) + parseDecimal(fees.maxFee, baseDecimals);
  return parseDecimal(balance, baseDecimals) >= due;
}

/** Whether less is due than the person agreed to pay, so that the payment arrived and fell short. */
function isPartlyPaid({ coinType, amount, paidAmount }: Order, agreed: PaymentRequest): boolean {
  const { baseDecimals } = COINS[coinType];
  const due = parseDecimal(amount, baseDecimals) - parseDecimal(paidAmount, baseDecimals);
  return due < parseDecimal(agreed.amount, baseDecimals);
}

function replaceOrder(orders: readonly Order[], changed: Order): Order[] {
  return orders.map((order) => (order.orderId === changed.orderId ? changed : order));
}

function createConnectionInput(context: PaymentContext): WalletConnectionInput {
  const { request } = context;
  const walletType = COINS[request?.coinType ?? "eth"].walletType;
  const kind = context.walletKinds[walletType];
  return {
    walletType,
    capabilities: kind?.capabilities ?? { discovery: false, networkSwitch: false, messageSigning: false },
    installUrl: kind?.installUrl ?? "",
    expectedAddress: request?.from ?? null,
    chainId: request?.network.chainId ?? null,
    isProven: request?.fromProven ?? false,
  };
}

const NOT_PAYABLE: Failure = { kind: "api", error: "orderNotPayable", message: "" };

/** Pays one order from a browser wallet, outside the messenger. Only the server decides whether it is paid. */
export const paymentMachine = setup({
  types: { input: {} as PaymentInput, context: {} as PaymentContext, events: {} as PaymentEvent },
  actors: {
    walletConnection: walletConnectionMachine,
    loadPage: provideActor<PaymentPage>("payment.loadPage"),
    loadTerms: provideActor<PaymentTerms, { orderId: string }>("payment.loadTerms"),
    pay: provideActor<string, { walletType: WalletType; connectorId: string; request: PaymentRequest | null }>(
      "payment.pay",
    ),
    submitPayment: provideActor<Order, { orderId: string; txHash: string }>("payment.submitPayment"),
    loadOrder: provideActor<Order, { orderId: string }>("payment.loadOrder"),
  },
  guards: {
    hasPaymentCode: ({ context }) => context.hasPaymentCode,
    isStartedAny: (_, params: { orders: readonly Order[] }) => params.orders.some(hasStartedPayment),
    isEmpty: (_, params: { orders: readonly Order[] }) => params.orders.length === 0,
    isListed: ({ context }, params: { orderId: string }) =>
      context.orders.some((order) => order.orderId === params.orderId),
    isChosenPayable: ({ context }) => {
      const order = getChosenOrder(context);
      return order !== null && isPayable(context, order);
    },
    isPaid: (_, params: { order: Order }) => params.order.status === "paid",
    isConfirming: (_, params: { order: Order }) => params.order.status === "confirming",
    isEnded: (_, params: { order: Order }) => params.order.status === "cancelled" || params.order.status === "expired",
    isUnderpaid: ({ context }, params: { order: Order }) =>
      params.order.status === "partiallyPaid" &&
      context.request !== null &&
      isPartlyPaid(params.order, context.request),
    isWithoutTerms: (_, params: { request: PaymentRequest | null }) => params.request === null,
    isConnected: (_, params: { output: WalletConnectionOutput }) => params.output.status === "connected",
    isOtherPayer: ({ context }, params: { request: PaymentRequest | null }) =>
      params.request === null ||
      context.connection === null ||
      !isSameAddress(COINS[params.request.coinType].walletType, params.request.from, context.connection.address),
    isOtherTerms: ({ context }, params: { request: PaymentRequest | null }) =>
      params.request?.amount !== context.request?.amount || params.request?.to !== context.request?.to,
    cannotAfford: (_, params: { request: PaymentRequest | null }) =>
      params.request === null || !canAfford(params.request),
    isCancelled: (_, params: { error: unknown }) => {
      const failure = toFailure(params.error);
      return failure.kind === "wallet" && (failure.reason === "cancelled" || failure.reason === "denied");
    },
    isUnseen: ({ context }) => isUnseen(context),
    isStarted: ({ context }) => context.txHash !== null || getChosenOrder(context)?.status === "confirming",
  },
  delays: {
    requestTimeout: REQUEST_TIMEOUT_MS,
    /** A person needs time in the wallet's own window. */
    walletTimeout: 120_000,
    pollInterval: 3000,
    pollTimeout: 20_000,
    /** Longer than finality takes on any of the chains when they are healthy. */
    confirmationTimeout: 1_800_000,
  },
}).createMachine({
  id: "payment",
  description: "Payment of an order from a browser wallet.",
  context: ({ input }) => ({
    ...input,
    orders: [],
    coins: [],
    isDomHttp: false,
    officialDomains: [],
    appUrl: null,
    orderId: null,
    request: null,
    isChanged: false,
    connection: null,
    txHash: null,
    failure: null,
  }),
  initial: "idle",
  states: {
    idle: {
      description: "The page is not open yet.",
      on: {
        "ui.open": [
          { guard: "hasPaymentCode", target: "loading", description: "The page was opened with a code." },
          {
            target: "failed",
            description: "The page was opened without a code.",
            actions: assign({ failure: { kind: "api", error: "paymentCodeMissing", message: "" } }),
          },
        ],
      },
    },
    loading: {
      description: "The orders behind the code are being read.",
      entry: assign({ orderId: null, request: null, isChanged: false, connection: null, txHash: null, failure: null }),
      invoke: {
        id: "loadPage",
        src: "loadPage",
        onDone: [
          {
            guard: { type: "isStartedAny", params: ({ event }) => ({ orders: event.output.orders }) },
            target: "confirmingOnChain",
            description: "A payment was started before, perhaps by this page before a reload.",
            actions: assign(({ event }) => ({
              ...event.output,
              orderId: event.output.orders.find(hasStartedPayment)?.orderId ?? null,
            })),
          },
          {
            guard: { type: "isEmpty", params: ({ event }) => ({ orders: event.output.orders }) },
            target: "nothingToPay",
            description: "There is no unpaid order.",
            actions: assign(({ event }) => event.output),
          },
          {
            target: "choosingOrder",
            description: "There are unpaid orders; a single one is chosen at once.",
            actions: assign(({ event }) => ({
              ...event.output,
              orderId: event.output.orders.length === 1 ? (event.output.orders[0]?.orderId ?? null) : null,
            })),
          },
        ],
        onError: {
          target: "failed",
          description: "The code is invalid or the server cannot be reached.",
          actions: assign({ failure: ({ event }) => toFailure(event.error) }),
        },
      },
      after: {
        requestTimeout: {
          target: "timedOut",
          description: "No answer in time.",
          actions: assign({ failure: { kind: "timeout" } }),
        },
      },
    },
    nothingToPay: {
      description: "Every order behind the code has ended.",
      on: { "ui.retry": { target: "loading", description: "Look again." } },
    },
    choosingOrder: {
      description: "The unpaid orders; one of them is to be chosen.",
      on: {
        "ui.chooseOrder": {
          guard: { type: "isListed", params: ({ event }) => ({ orderId: event.orderId }) },
          description: "An order was chosen.",
          actions: assign({ orderId: ({ event }) => event.orderId }),
        },
        "ui.connect": {
          guard: "isChosenPayable",
          target: "preparing",
          description: "Pay the chosen order with a wallet.",
        },
      },
    },
    preparing: {
      description: "The terms of the payment are being read.",
      invoke: {
        id: "loadFirstTerms",
        src: "loadTerms",
        input: ({ context }) => ({ orderId: context.orderId ?? "" }),
        onDone: [
          {
            guard: { type: "isPaid", params: ({ event }) => ({ order: event.output.order }) },
            target: "success",
            description: "Paid already.",
            actions: assign({ orders: ({ context, event }) => replaceOrder(context.orders, event.output.order) }),
          },
          {
            guard: { type: "isConfirming", params: ({ event }) => ({ order: event.output.order }) },
            target: "confirmingOnChain",
            description: "A payment is under way already.",
            actions: assign({ orders: ({ context, event }) => replaceOrder(context.orders, event.output.order) }),
          },
          {
            guard: { type: "isWithoutTerms", params: ({ event }) => ({ request: event.output.request }) },
            target: "failed",
            description: "The order cannot be paid any more.",
            actions: assign({ failure: NOT_PAYABLE }),
          },
          {
            target: "connecting",
            description: "The terms are known: reach the wallet.",
            actions: assign(({ context, event }) => ({
              orders: replaceOrder(context.orders, event.output.order),
              request: event.output.request,
            })),
          },
        ],
        onError: {
          target: "failed",
          description: "The order is unknown, or neither server nor chain can be reached.",
          actions: assign({ failure: ({ event }) => toFailure(event.error) }),
        },
      },
      after: {
        requestTimeout: {
          target: "timedOut",
          description: "No answer in time.",
          actions: assign({ failure: { kind: "timeout" } }),
        },
      },
    },
    connecting: {
      description: "A wallet is being connected, and its ownership proven if it is not yet.",
      invoke: {
        id: "walletConnection",
        src: "walletConnection",
        input: ({ context }) => createConnectionInput(context),
        onDone: [
          {
            guard: { type: "isConnected", params: ({ event }) => ({ output: event.output }) },
            target: "reviewing",
            description: "The wallet is ready.",
            actions: assign({
              connection: ({ event }) => (event.output.status === "connected" ? event.output : null),
            }),
          },
          {
            target: "choosingOrder",
            description: "The person gave the connection up.",
            actions: assign({ request: null }),
          },
        ],
        onError: {
          target: "failed",
          description: "The connection broke.",
          actions: assign({ failure: ({ event }) => toFailure(event.error) }),
        },
      },
    },
    reviewing: {
      description: "Shows coin, network, exact amount, from, to and the domain check, before anything is paid.",
      on: {
        "ui.pay": { target: "checking", description: "The person agrees to the terms." },
        "ui.back": {
          target: "choosingOrder",
          description: "Back to the orders.",
          actions: assign({ connection: null, request: null, isChanged: false }),
        },
      },
    },
    checking: {
      description: "Order, payer and balance are checked once more before the wallet opens.",
      invoke: {
        id: "loadLastTerms",
        src: "loadTerms",
        input: ({ context }) => ({ orderId: context.orderId ?? "" }),
        onDone: [
          {
            guard: { type: "isPaid", params: ({ event }) => ({ order: event.output.order }) },
            target: "success",
            description: "Paid meanwhile.",
            actions: assign({ orders: ({ context, event }) => replaceOrder(context.orders, event.output.order) }),
          },
          {
            guard: { type: "isConfirming", params: ({ event }) => ({ order: event.output.order }) },
            target: "confirmingOnChain",
            description: "A payment is under way already: never pay twice.",
            actions: assign({ orders: ({ context, event }) => replaceOrder(context.orders, event.output.order) }),
          },
          {
            guard: { type: "isWithoutTerms", params: ({ event }) => ({ request: event.output.request }) },
            target: "failed",
            description: "The order cannot be paid any more.",
            actions: assign({ failure: NOT_PAYABLE }),
          },
          {
            guard: { type: "isOtherPayer", params: ({ event }) => ({ request: event.output.request }) },
            target: "failed",
            description: "The connected wallet is not the one that has to pay.",
            actions: assign({ failure: { kind: "wallet", reason: "addressMismatch" } }),
          },
          {
            guard: { type: "isOtherTerms", params: ({ event }) => ({ request: event.output.request }) },
            target: "reviewing",
            description: "Amount or destination changed: the person has to agree again.",
            actions: assign(({ context, event }) => ({
              orders: replaceOrder(context.orders, event.output.order),
              request: event.output.request,
              isChanged: true,
            })),
          },
          {
            guard: { type: "cannotAfford", params: ({ event }) => ({ request: event.output.request }) },
            target: "failed",
            description: "The wallet does not hold the amount and the gas.",
            actions: assign({ failure: { kind: "wallet", reason: "insufficientBalance" } }),
          },
          {
            target: "confirmingInWallet",
            description: "Everything holds.",
            actions: assign(({ event }) => ({ request: event.output.request, isChanged: false })),
          },
        ],
        onError: {
          target: "failed",
          description: "Neither server nor chain can be reached, or the order is gone.",
          actions: assign({ failure: ({ event }) => toFailure(event.error) }),
        },
      },
      after: {
        requestTimeout: {
          target: "timedOut",
          description: "No answer in time.",
          actions: assign({ failure: { kind: "timeout" } }),
        },
      },
    },
    confirmingInWallet: {
      description: "The wallet asks the person to confirm the payment.",
      invoke: {
        id: "pay",
        src: "pay",
        input: ({ context }) => ({
          walletType: COINS[context.request?.coinType ?? "eth"].walletType,
          connectorId: context.connection?.connectorId ?? "",
          request: context.request,
        }),
        onDone: {
          target: "submitted",
          description: "The wallet sent the transaction.",
          actions: assign({ txHash: ({ event }) => event.output }),
        },
        onError: [
          {
            guard: { type: "isCancelled", params: ({ event }) => ({ error: event.error }) },
            target: "cancelled",
            description: "The person refused in the wallet.",
          },
          {
            target: "failed",
            description: "The wallet could not pay.",
            actions: assign({ failure: ({ event }) => toFailure(event.error) }),
          },
        ],
      },
      after: {
        walletTimeout: {
          target: "timedOut",
          description: "No answer from the wallet in time; it may pay all the same.",
          actions: assign({ failure: { kind: "wallet", reason: "linkTimeout" } }),
        },
      },
    },
    submitted: {
      description: "The transaction is reported. The server finds it on chain without the report, too.",
      invoke: {
        id: "submitPayment",
        src: "submitPayment",
        input: ({ context }) => ({ orderId: context.orderId ?? "", txHash: context.txHash ?? "" }),
        onDone: {
          target: "confirmingOnChain",
          description: "The server knows the transaction.",
          actions: assign({ orders: ({ context, event }) => replaceOrder(context.orders, event.output) }),
        },
        onError: { target: "confirmingOnChain", description: "Not reported: the server's own watch finds it." },
      },
      after: { requestTimeout: { target: "confirmingOnChain", description: "No answer in time: the watch finds it." } },
    },
    confirmingOnChain: {
      description: "The chain is confirming, n of m; the page may be closed.",
      initial: "polling",
      on: {
        "ui.back": {
          guard: "isUnseen",
          target: "choosingOrder",
          description: "The reported transaction is on no chain, perhaps for good: back to the orders.",
          actions: assign({ request: null, connection: null, failure: null }),
        },
      },
      states: {
        polling: {
          description: "The order is being read.",
          invoke: {
            id: "loadOrder",
            src: "loadOrder",
            input: ({ context }) => ({ orderId: context.orderId ?? "" }),
            onDone: [
              {
                guard: { type: "isPaid", params: ({ event }) => ({ order: event.output }) },
                target: "#payment.success",
                description: "The server decided: paid.",
                actions: assign(({ context, event }) => ({
                  orders: replaceOrder(context.orders, event.output),
                  failure: null,
                })),
              },
              {
                guard: { type: "isEnded", params: ({ event }) => ({ order: event.output }) },
                target: "#payment.failed",
                description: "The order ended first; what arrives goes to the payer's balance.",
                actions: assign(({ context, event }) => ({
                  orders: replaceOrder(context.orders, event.output),
                  failure: NOT_PAYABLE,
                })),
              },
              {
                guard: { type: "isUnderpaid", params: ({ event }) => ({ order: event.output }) },
                target: "#payment.choosingOrder",
                description: "Less than the due amount arrived: the rest is to be paid.",
                actions: assign(({ context, event }) => ({
                  orders: replaceOrder(context.orders, event.output),
                  request: null,
                  connection: null,
                  txHash: null,
                  failure: null,
                })),
              },
              {
                target: "waiting",
                description: "Not final yet.",
                actions: assign(({ context, event }) => ({
                  orders: replaceOrder(context.orders, event.output),
                  failure: null,
                })),
              },
            ],
            onError: {
              target: "waiting",
              description: "The order cannot be read now; that says nothing about the payment.",
              actions: assign({ failure: ({ event }) => toFailure(event.error) }),
            },
          },
          after: { pollTimeout: { target: "waiting", description: "No answer in time: ask again later." } },
        },
        waiting: {
          description: "Between two looks.",
          after: { pollInterval: { target: "polling", description: "Look again." } },
        },
      },
      after: {
        confirmationTimeout: {
          target: "timedOut",
          description: "Not confirmed in time; the explorer tells more.",
          actions: assign({ failure: { kind: "wallet", reason: "confirmationTimeout" } }),
        },
      },
    },
    success: {
      description: "The order is paid.",
      on: { "ui.continue": { target: "loading", description: "See whether another order is left." } },
    },
    failed: {
      description: "Nothing more can be done with the last step.",
      on: { "ui.retry": { guard: "hasPaymentCode", target: "loading", description: "Begin again." } },
    },
    cancelled: {
      description: "The person refused the payment; the order is still to be paid.",
      on: {
        "ui.retry": { target: "reviewing", description: "Look at the terms again." },
        "ui.back": {
          target: "choosingOrder",
          description: "Back to the orders.",
          actions: assign({ connection: null, request: null, isChanged: false }),
        },
      },
    },
    timedOut: {
      description: "Somebody did not answer: server, wallet or chain.",
      on: {
        "ui.retry": [
          { guard: "isStarted", target: "confirmingOnChain", description: "Keep waiting for the payment." },
          { target: "loading", description: "Begin again." },
        ],
        "ui.back": {
          guard: "isStarted",
          target: "loading",
          description: "Look at the orders anew.",
        },
      },
    },
  },
});

export const paymentSecrets: readonly string[] = ["challenge", "signature", "externalPaymentCode", "paymentUrl"];
