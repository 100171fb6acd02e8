import { assign, emit, setup } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { isSameAddress } from "#domain/address/addressKey.ts";
import { COINS } from "#domain/coins.ts";
import { parseDecimal } from "#domain/money/parseDecimal.ts";
import { toFailure, type Failure, type WalletFailureReason } from "../failure.ts";
import { provideActor } from "../provideActor.ts";
import { REQUEST_TIMEOUT_MS } from "../requestTimeoutMs.ts";
import { walletConnectionMachine } from "../walletConnection/walletConnection.machine.ts";
import type {
  ConnectedAccount,
  WalletCapabilities,
  WalletConnectionInput,
  WalletConnectionOutput,
  WalletWatch,
} from "../walletConnection/walletConnection.setup.ts";

type Order = components["schemas"]["Order"];
type PaymentRequest = components["schemas"]["PaymentRequest"];
type WalletType = components["schemas"]["WalletType"];

export interface WalletKind {
  capabilities: WalletCapabilities;
  installUrl: string;
}

export interface PaymentInput {
  /** The code itself stays in the adapter. */
  hasPaymentCode: boolean;
  /** The kinds of wallets that this build can connect. */
  walletKinds: Readonly<Partial<Record<WalletType, WalletKind>>>;
  /** What this page asked of a wallet before it was loaded again. */
  asked: AskedPayments;
}

/**
 * The payments that this page asked a wallet for, by order: the hash that the wallet gave, or null while it has not
 * answered and may send one.
 */
export type AskedPayments = Readonly<Record<string, string | null>>;

/** What the page shows first. */
export interface PaymentPage {
  orders: readonly Order[];
  /** From the system info, for the domain check. */
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
  failure: Failure | null;
}

export type PaymentEvent =
  | { type: "ui.open" }
  | { type: "ui.chooseOrder"; orderId: string }
  | { type: "ui.connect" }
  | { type: "ui.follow" }
  | { type: "ui.confirm" }
  | { type: "ui.pay" }
  | { type: "ui.back" }
  | { type: "ui.retry" }
  | { type: "ui.continue" };

/** Keep it: a reload must not forget that a payment may be on its way. */
export interface PaymentEmitted {
  type: "asked.changed";
  asked: AskedPayments;
}

export function getChosenOrder(context: Pick<PaymentContext, "orders" | "orderId">): Order | null {
  return context.orders.find((order) => order.orderId === context.orderId) ?? null;
}

/** A reported transaction that has not been found on chain. */
function findUnseenHash({ asked }: Pick<PaymentContext, "asked">, order: Order): string | null {
  const hash = asked[order.orderId] ?? order.reportedTxHash;
  return hash === order.txHash ? null : hash;
}

/** The transaction to show: the newest that is known. */
export function findTxHash(context: Pick<PaymentContext, "asked">, order: Order): string | null {
  return findUnseenHash(context, order) ?? order.txHash;
}

const PAYABLE: ReadonlySet<Order["status"]> = new Set<Order["status"]>(["awaitingPayment", "partiallyPaid"]);

/** Whether there is a payment to follow: on the chain and not final, or reported. */
export function isStarted(context: Pick<PaymentContext, "asked">, order: Order): boolean {
  return order.status === "confirming" || (PAYABLE.has(order.status) && findUnseenHash(context, order) !== null);
}

/** Whether a wallet was asked to pay the order and has not answered: it may still do it. */
export function isUnanswered({ asked }: Pick<PaymentContext, "asked">, order: Order): boolean {
  return PAYABLE.has(order.status) && asked[order.orderId] === null;
}

/** Whether a payment may be on its way, so that a second one needs a warning. */
function mayBePaid(context: Pick<PaymentContext, "asked">, order: Order): boolean {
  return isStarted(context, order) || isUnanswered(context, order);
}

/** Whether a browser wallet can pay the order on this page now. */
export function isPayable(context: Pick<PaymentContext, "walletKinds">, order: Order): boolean {
  return (
    PAYABLE.has(order.status) &&
    !order.isOverdue &&
    order.fromAddress !== null &&
    context.walletKinds[COINS[order.coinType].walletType] !== undefined
  );
}

export function isOpen(order: Order): boolean {
  return PAYABLE.has(order.status) || order.status === "confirming";
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

/** Whether the server knows a reported payment that this page does not. */
function isNews(context: PaymentContext, order: Order): boolean {
  const known = context.orders.find(({ orderId }) => orderId === order.orderId)?.reportedTxHash ?? null;
  const { reportedTxHash, txHash, orderId } = order;
  return reportedTxHash !== null && ![known, txHash, context.asked[orderId]].includes(reportedTxHash);
}

/** Reasons that prove that the wallet sent nothing. After any other error it may have sent a payment. */
const UNSENT: ReadonlySet<WalletFailureReason> = new Set<WalletFailureReason>([
  "notInstalled",
  "notLoggedIn",
  "locked",
  "notConnected",
  "insufficientBalance",
]);

function forget(asked: AskedPayments, orderId: string | null): AskedPayments {
  return Object.fromEntries(Object.entries(asked).filter(([known]) => known !== orderId));
}

function hasReason(error: unknown, reasons: ReadonlySet<WalletFailureReason>): boolean {
  const failure = toFailure(error);
  return failure.kind === "wallet" && reasons.has(failure.reason);
}

/** A link that retrying does not repair: the app makes a new one. */
export function isBadLink(failure: Failure | null): boolean {
  return failure?.kind === "api" && (failure.error === "paymentCodeMissing" || failure.error === "paymentCodeInvalid");
}

function replaceOrder(orders: readonly Order[], changed: Order): Order[] {
  return orders.map((order) => (order.orderId === changed.orderId ? changed : order));
}

/** Whether the wallet was proven on this page, after the terms were read. */
function isProvenHere({ connection, request }: PaymentContext): boolean {
  if (connection === null || request === null || !connection.isProven) return false;
  return isSameAddress(COINS[request.coinType].walletType, connection.address, request.from);
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
    isProven: request?.fromProven === true || isProvenHere(context),
    hasReference: request !== null && request.reference !== null,
    connectorId: context.connection?.connectorId ?? null,
  };
}

const NOT_PAYABLE: Failure = { kind: "api", error: "orderNotPayable", message: "" };

const readOrder = ({ event }: { event: { output: PaymentTerms } }) => ({ order: event.output.order });

/** What both readings of the terms come to when the order cannot be paid now. */
const WITHOUT_PAYABLE_TERMS = [
  {
    guard: { type: "isOverdue", params: readOrder },
    target: "choosingOrder",
    description: "Its time is over; only a payment that was sent in time still counts.",
    actions: [{ type: "keepOrder", params: readOrder }, "leaveTerms"],
  },
  {
    guard: { type: "isNewlyReported", params: readOrder },
    target: "confirmingRepeat",
    description: "A payment was reported from elsewhere.",
    actions: [{ type: "keepOrder", params: readOrder }, "leaveTerms"],
  },
  {
    guard: {
      type: "isWithoutTerms",
      params: ({ event }: { event: { output: PaymentTerms } }) => ({ request: event.output.request }),
    },
    target: "failed",
    description: "The order cannot be paid any more.",
    actions: { type: "keepFailure", params: { error: NOT_PAYABLE } },
  },
] as const;

/** Pays one order from a browser wallet, outside the messenger. Only the server decides whether it is paid. */
export const paymentMachine = setup({
  types: {
    input: {} as PaymentInput,
    context: {} as PaymentContext,
    events: {} as PaymentEvent,
    emitted: {} as PaymentEmitted,
  },
  actors: {
    walletConnection: walletConnectionMachine,
    loadPage: provideActor<PaymentPage>("payment.loadPage"),
    loadTerms: provideActor<PaymentTerms, { orderId: string }>("payment.loadTerms"),
    pay: provideActor<string, { walletType: WalletType; connectorId: string; request: PaymentRequest | null }>(
      "payment.pay",
    ),
    submitPayment: provideActor<Order, { orderId: string; txHash: string }>("payment.submitPayment"),
    loadOrder: provideActor<Order, { orderId: string }>("payment.loadOrder"),
    /** Reads the orders again, those that ended since included. */
    loadOrders: provideActor<readonly Order[], { orderIds: readonly string[] }>("payment.loadOrders"),
    watchWallet: provideActor<ConnectedAccount, WalletWatch>("payment.watchWallet"),
  },
  guards: {
    hasPaymentCode: ({ context }) => context.hasPaymentCode,
    isOnlyStarted: ({ context }, params: { orders: readonly Order[] }) =>
      params.orders.length === 1 && params.orders.every((order) => isStarted(context, order)),
    isEmpty: (_, params: { orders: readonly Order[] }) => params.orders.length === 0,
    isListed: ({ context }, params: { orderId: string }) =>
      context.orders.some((order) => order.orderId === params.orderId),
    isChosenPayable: ({ context }) => {
      const order = getChosenOrder(context);
      return order !== null && isPayable(context, order);
    },
    isChosenStarted: ({ context }) => {
      const order = getChosenOrder(context);
      return order !== null && isStarted(context, order);
    },
    isRepeat: ({ context }) => {
      const order = getChosenOrder(context);
      return order !== null && isPayable(context, order) && mayBePaid(context, order);
    },
    hasOrders: ({ context }) => context.orders.length > 0,
    hasOtherOrders: ({ context }) => context.orders.some((order) => isOpen(order) && order.orderId !== context.orderId),
    canRetry: ({ context }) => context.hasPaymentCode && !isBadLink(context.failure),
    isOverdue: (_, params: { order: Order }) => params.order.isOverdue,
    isNewlyReported: ({ context }, params: { order: Order }) => isNews(context, params.order),
    isPaid: (_, params: { order: Order }) => params.order.status === "paid",
    isConfirming: (_, params: { order: Order }) => params.order.status === "confirming",
    isEnded: (_, params: { order: Order }) => params.order.status === "cancelled" || params.order.status === "expired",
    isUnderpaid: ({ context }, params: { order: Order }) =>
      params.order.status === "partiallyPaid" &&
      (context.request === null ? !mayBePaid(context, params.order) : isPartlyPaid(params.order, context.request)),
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
    isCancelled: (_, params: { error: unknown }) => hasReason(params.error, new Set(["cancelled", "denied"])),
    isOtherWallet: (_, params: { error: unknown }) =>
      hasReason(params.error, new Set(["wrongNetwork", "addressMismatch"])),
    isUnsent: (_, params: { error: unknown }) => hasReason(params.error, UNSENT),
  },
  actions: {
    keepOrder: assign(({ context }, { order }: { order: Order }) => ({ orders: replaceOrder(context.orders, order) })),
    leaveTerms: assign({ connection: null, request: null, isChanged: false }),
    forgetAsked: assign(({ context }) => ({ asked: forget(context.asked, context.orderId) })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    noteTimeout: assign({ failure: { kind: "timeout" } }),
    forgetFailure: assign({ failure: null }),
    tellAsked: emit(({ context: { asked } }) => ({ type: "asked.changed", asked })),
  },
  delays: {
    requestTimeout: REQUEST_TIMEOUT_MS,
    /** A person needs time in the wallet's own window. */
    walletTimeout: 120_000,
    pollInterval: 3000,
    listInterval: 10_000,
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
    isDomHttp: false,
    officialDomains: [],
    appUrl: null,
    orderId: null,
    request: null,
    isChanged: false,
    connection: null,
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
      entry: assign({ orderId: null, request: null, isChanged: false, connection: null, failure: null }),
      invoke: {
        id: "loadPage",
        src: "loadPage",
        onDone: [
          {
            guard: { type: "isOnlyStarted", params: ({ event }) => ({ orders: event.output.orders }) },
            target: "confirmingOnChain",
            description: "The only order is being paid, perhaps by this page before a reload.",
            actions: assign(({ event }) => ({ ...event.output, orderId: event.output.orders[0]?.orderId ?? null })),
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
          actions: { type: "keepFailure", params: ({ event }) => ({ error: event.error }) },
        },
      },
      after: {
        requestTimeout: {
          target: "timedOut",
          description: "No answer in time.",
          actions: "noteTimeout",
        },
      },
    },
    nothingToPay: {
      description: "Every order behind the code has ended.",
      on: { "ui.retry": { target: "loading", description: "Look again." } },
    },
    choosingOrder: {
      description: "The orders with what is known of each; one of them is to be chosen.",
      initial: "showing",
      on: {
        "ui.chooseOrder": {
          guard: { type: "isListed", params: ({ event }) => ({ orderId: event.orderId }) },
          description: "An order was chosen.",
          actions: assign({ orderId: ({ event }) => event.orderId }),
        },
        "ui.connect": [
          {
            guard: "isRepeat",
            target: "confirmingRepeat",
            description: "A payment of it may be on its way: warn before a second one.",
          },
          { guard: "isChosenPayable", target: "preparing", description: "Pay the chosen order with a wallet." },
        ],
        "ui.follow": {
          guard: "isChosenStarted",
          target: "confirmingOnChain",
          description: "See how far the payment of the chosen order is.",
        },
      },
      states: {
        showing: {
          description: "Until the orders are read again.",
          after: { listInterval: { target: "refreshing", description: "Look what became of the orders." } },
        },
        refreshing: {
          description: "The orders are being read again.",
          invoke: {
            id: "loadOrders",
            src: "loadOrders",
            input: ({ context }) => ({ orderIds: context.orders.map(({ orderId }) => orderId) }),
            onDone: {
              target: "showing",
              description: "What became of them shows.",
              actions: assign({ orders: ({ event }) => event.output }),
            },
            onError: { target: "showing", description: "They cannot be read now: ask again later." },
          },
          after: { pollTimeout: { target: "showing", description: "No answer in time: ask again later." } },
        },
      },
    },
    confirmingRepeat: {
      description: "Warns that a payment of the order may be on its way, before a second one is made.",
      on: {
        "ui.confirm": { target: "preparing", description: "The person knows that the first payment will not come." },
        "ui.follow": {
          guard: "isChosenStarted",
          target: "confirmingOnChain",
          description: "See how far the first payment is.",
        },
        "ui.back": { target: "choosingOrder", description: "Back to the orders." },
      },
    },
    preparing: {
      description: "The terms of the payment are being read.",
      on: { "ui.back": { target: "choosingOrder", description: "Back to the orders." } },
      invoke: {
        id: "loadFirstTerms",
        src: "loadTerms",
        input: ({ context }) => ({ orderId: context.orderId ?? "" }),
        onDone: [
          {
            guard: { type: "isPaid", params: ({ event }) => ({ order: event.output.order }) },
            target: "success",
            description: "Paid already.",
            actions: { type: "keepOrder", params: ({ event }) => ({ order: event.output.order }) },
          },
          {
            guard: { type: "isConfirming", params: ({ event }) => ({ order: event.output.order }) },
            target: "confirmingOnChain",
            description: "A payment is under way already.",
            actions: { type: "keepOrder", params: ({ event }) => ({ order: event.output.order }) },
          },
          ...WITHOUT_PAYABLE_TERMS,
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
          actions: { type: "keepFailure", params: ({ event }) => ({ error: event.error }) },
        },
      },
      after: {
        requestTimeout: {
          target: "timedOut",
          description: "No answer in time.",
          actions: "noteTimeout",
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
            actions: "leaveTerms",
          },
        ],
        onError: {
          target: "failed",
          description: "The connection broke.",
          actions: { type: "keepFailure", params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    reviewing: {
      description: "Shows coin, network, exact amount, from, to and the domain check, before anything is paid.",
      invoke: {
        id: "watchWallet",
        src: "watchWallet",
        input: ({ context: { request, connection } }) => ({
          walletType: COINS[request?.coinType ?? "eth"].walletType,
          connectorId: connection?.connectorId ?? "",
          account: connection === null ? null : { address: connection.address, chainId: connection.chainId },
        }),
        onDone: {
          target: "connecting",
          description: "The wallet changed account or network: see whether it still fits.",
        },
        onError: { target: "connecting", description: "The wallet shows no account any more." },
      },
      on: {
        "ui.pay": { target: "checking", description: "The person agrees to the terms." },
        "ui.back": {
          target: "choosingOrder",
          description: "Back to the orders.",
          actions: "leaveTerms",
        },
      },
    },
    checking: {
      description: "Order, payer and balance are checked once more before the wallet opens.",
      on: {
        "ui.back": { target: "choosingOrder", description: "Back to the orders.", actions: "leaveTerms" },
      },
      invoke: {
        id: "loadLastTerms",
        src: "loadTerms",
        input: ({ context }) => ({ orderId: context.orderId ?? "" }),
        onDone: [
          {
            guard: { type: "isPaid", params: ({ event }) => ({ order: event.output.order }) },
            target: "success",
            description: "Paid meanwhile.",
            actions: { type: "keepOrder", params: ({ event }) => ({ order: event.output.order }) },
          },
          {
            guard: { type: "isConfirming", params: ({ event }) => ({ order: event.output.order }) },
            target: "confirmingOnChain",
            description: "A payment is under way already: never pay twice.",
            actions: { type: "keepOrder", params: ({ event }) => ({ order: event.output.order }) },
          },
          ...WITHOUT_PAYABLE_TERMS,
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
          actions: { type: "keepFailure", params: ({ event }) => ({ error: event.error }) },
        },
      },
      after: {
        requestTimeout: {
          target: "timedOut",
          description: "No answer in time.",
          actions: "noteTimeout",
        },
      },
    },
    confirmingInWallet: {
      description: "The wallet asks the person to confirm the payment; its answer counts however late it comes.",
      initial: "prompt",
      entry: [assign({ asked: ({ context }) => ({ ...context.asked, [context.orderId ?? ""]: null }) }), "tellAsked"],
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
          actions: [
            assign({ asked: ({ context, event }) => ({ ...context.asked, [context.orderId ?? ""]: event.output }) }),
            "tellAsked",
          ],
        },
        onError: [
          {
            guard: { type: "isCancelled", params: ({ event }) => ({ error: event.error }) },
            target: "cancelled",
            description: "The person refused in the wallet.",
            actions: ["forgetAsked", "tellAsked"],
          },
          {
            guard: { type: "isOtherWallet", params: ({ event }) => ({ error: event.error }) },
            target: "connecting",
            description: "Account or network changed before the wallet was asked: nothing was sent.",
            actions: ["forgetAsked", "tellAsked"],
          },
          {
            guard: { type: "isUnsent", params: ({ event }) => ({ error: event.error }) },
            target: "failed",
            description: "The wallet could not pay.",
            actions: [
              "forgetAsked",
              "tellAsked",
              { type: "keepFailure", params: ({ event }) => ({ error: event.error }) },
            ],
          },
          {
            target: "failed",
            description: "The wallet reported an error, perhaps after it had sent the payment.",
            actions: { type: "keepFailure", params: ({ event }) => ({ error: event.error }) },
          },
        ],
      },
      on: {
        "ui.back": {
          target: "choosingOrder",
          description: "Back to the orders; the wallet may pay all the same.",
          actions: "leaveTerms",
        },
      },
      states: {
        prompt: {
          description: "The person needs time in the wallet's own window.",
          after: { walletTimeout: { target: "slow", description: "No answer for long." } },
        },
        slow: { description: "The wallet has not answered for long; what to do about it is said." },
      },
    },
    submitted: {
      description: "The transaction is reported. The server finds it on chain without the report, too.",
      on: { "ui.back": { target: "choosingOrder", description: "Back to the orders.", actions: "leaveTerms" } },
      invoke: {
        id: "submitPayment",
        src: "submitPayment",
        input: ({ context }) => ({
          orderId: context.orderId ?? "",
          txHash: context.asked[context.orderId ?? ""] ?? "",
        }),
        onDone: {
          target: "confirmingOnChain",
          description: "The server knows the transaction.",
          actions: { type: "keepOrder", params: ({ event }) => ({ order: event.output }) },
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
          target: "choosingOrder",
          description: "Back to the orders; the payment can be followed again from there.",
          actions: ["leaveTerms", "forgetFailure"],
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
                actions: [{ type: "keepOrder", params: ({ event }) => ({ order: event.output }) }, "forgetFailure"],
              },
              {
                guard: { type: "isEnded", params: ({ event }) => ({ order: event.output }) },
                target: "#payment.failed",
                description: "The order ended first; what arrives goes to the payer's balance.",
                actions: [
                  { type: "keepOrder", params: ({ event }) => ({ order: event.output }) },
                  assign({ failure: NOT_PAYABLE }),
                ],
              },
              {
                guard: { type: "isUnderpaid", params: ({ event }) => ({ order: event.output }) },
                target: "#payment.choosingOrder",
                description: "Less than the due amount arrived: the rest is to be paid.",
                actions: [
                  { type: "keepOrder", params: ({ event }) => ({ order: event.output }) },
                  "forgetAsked",
                  "tellAsked",
                  "leaveTerms",
                  "forgetFailure",
                ],
              },
              {
                target: "waiting",
                description: "Not final yet.",
                actions: [{ type: "keepOrder", params: ({ event }) => ({ order: event.output }) }, "forgetFailure"],
              },
            ],
            onError: {
              target: "waiting",
              description: "The order cannot be read now; that says nothing about the payment.",
              actions: { type: "keepFailure", params: ({ event }) => ({ error: event.error }) },
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
      on: {
        "ui.continue": { guard: "hasOtherOrders", target: "loading", description: "See the other orders." },
      },
    },
    failed: {
      description: "Nothing more can be done with the last step.",
      on: {
        "ui.retry": { guard: "canRetry", target: "loading", description: "Begin again." },
        "ui.back": {
          guard: "hasOrders",
          target: "choosingOrder",
          description: "Back to the orders.",
          actions: ["leaveTerms", "forgetFailure"],
        },
      },
    },
    cancelled: {
      description: "The person refused the payment; the order is still to be paid.",
      on: {
        "ui.retry": { target: "reviewing", description: "Look at the terms again." },
        "ui.back": { target: "choosingOrder", description: "Back to the orders.", actions: "leaveTerms" },
      },
    },
    timedOut: {
      description: "Server or chain did not answer.",
      on: {
        "ui.retry": [
          { guard: "isChosenStarted", target: "confirmingOnChain", description: "Keep waiting for the payment." },
          { target: "loading", description: "Begin again." },
        ],
        "ui.back": {
          guard: "hasOrders",
          target: "choosingOrder",
          description: "Back to the orders.",
          actions: ["leaveTerms", "forgetFailure"],
        },
      },
    },
  },
});

export const paymentSecrets: readonly string[] = ["challenge", "signature", "externalPaymentCode", "paymentUrl"];
