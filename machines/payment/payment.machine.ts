import { assign, emit, setup } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { COINS } from "#domain/coins.ts";
import type { Effect } from "../kit/effects.ts";
import { type Failure, lacksNetwork } from "../kit/failure.ts";
import { orderFollowChild, type OrderFollowEvent } from "../kit/follow/orderFollow.ts";
import { provideActor, provideLogics } from "../kit/provide.ts";
import { failTo, failureActions, readError, setFailure, takeOutput } from "../kit/request.ts";
import {
  connectWallet,
  leadUnsent,
  prompt,
  walletPaymentActions,
  walletPaymentGuards,
  watchWallet,
} from "../kit/walletPayment.ts";
import type {
  Connected,
  ConnectedAccount,
  WalletConnectionInput,
  walletConnectionMachine,
  WalletWatch,
} from "../walletConnection/walletConnection.machine.ts";
import { describeKind, type WalletKinds } from "../walletConnection/walletKind.ts";
import {
  canAfford,
  createFollowInput,
  getChosenOrder,
  hasMoved,
  hasOtherOpenOrders,
  isBadLink,
  isLate,
  isNewlyReported,
  isOtherAgreement,
  isPayable,
  isPayer,
  isStarted,
  isUnderpaid,
  mayBePaid,
  type OrdersReading,
  type OrdersRequest,
  replaceOrder,
  toOrderFailure,
  type WalletAttempts,
} from "./paymentOrders.ts";

type Order = components["schemas"]["Order"];
type PaymentRequest = components["schemas"]["PaymentRequest"];
type WalletType = components["schemas"]["WalletType"];

export interface PaymentInput {
  /** Whether orders can be read here, with a payment code or a session; both stay in the adapter. */
  hasAccess: boolean;
  /** The order that is to be paid at once; null: the orders behind the code are shown. */
  onlyOrderId: string | null;
  /** The kinds of wallets that this build can connect. */
  walletKinds: WalletKinds;
  /** The payments that a wallet on this device was asked for before this page was loaded. */
  walletAttempts: WalletAttempts;
}

/** What the page shows first. */
export interface PaymentPage {
  orders: readonly Order[];
  /** From the system info, for the domain check. */
  isDomHttp: boolean;
  officialDomains: readonly string[];
  /** The app inside the messenger, to go back to; null until the page was read. */
  appUrl: string | null;
}

interface OrderNews {
  order: Order;
}

/** `request` is null where the order cannot be paid any more. */
export interface PaymentTerms extends OrderNews {
  request: PaymentRequest | null;
}

export interface PaymentContext extends PaymentInput, PaymentPage {
  orderId: string | null;
  /** The terms that the person has seen. */
  request: PaymentRequest | null;
  /** Whether the terms changed after the person agreed to the former ones. */
  isChanged: boolean;
  connection: Connected | null;
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
  | { type: "app.online" }
  | { type: "ui.continue" }
  | OrderFollowEvent;

interface WalletAnswer {
  txHash: string | null;
}

export type PaymentStep = "order" | "wallet" | "check" | "pay" | "confirm";

interface PaymentMeta {
  /** Null: where a payment broke, the step that it had reached. */
  step: PaymentStep | null;
  /** Whether the state has to say what it means for the money. */
  tellsMoney?: true;
}

/** The terms of the chosen order, which are known wherever a wallet is asked. */
function getTerms({ request }: PaymentContext): PaymentRequest {
  if (request === null) throw new Error("no terms are known");
  return request;
}

function createConnectionInput({ context }: { context: PaymentContext }): WalletConnectionInput {
  const request = getTerms(context);
  const { connection, walletKinds } = context;
  return {
    ...describeKind(COINS[request.coinType].walletType, walletKinds),
    expectedAddress: request.from,
    networkId: request.network.id,
    // Else perhaps here, after the terms were read.
    isProven: request.fromProven || (connection?.isProven === true && isPayer(request, connection)),
    isBlocking: request.proofBlocksSpending,
    isExplained: false,
    hasReference: request.reference !== null,
    connectorId: connection?.connectorId ?? null,
  };
}

/** A guard that asks this of the chosen order. */
function ifChosen(rule: (context: PaymentContext, order: Order) => boolean) {
  return ({ context }: { context: PaymentContext }): boolean => {
    const order = getChosenOrder(context);
    return order !== null && rule(context, order);
  };
}

const paymentSetup = setup({
  types: {
    input: {} as PaymentInput,
    context: {} as PaymentContext,
    events: {} as PaymentEvent,
    tags: {} as "busy" | "failed",
    meta: {} as PaymentMeta,
    emitted: {} as Effect,
    /** What is known of the one order that was to be paid. */
    output: {} as { order: Order | null },
    children: {} as { orderFollow: "orderFollow"; walletConnection: "walletConnection" },
  },
  actors: {
    /** Its code comes with `loadTerms`. */
    ...provideLogics<{ walletConnection: typeof walletConnectionMachine }>("payment", { walletConnection: true }),
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
    hasAccess: ({ context }) => context.hasAccess,
    isForOneOrder: ({ context }) => context.onlyOrderId !== null,
    isListed: ({ context }, params: { orderId: string }) =>
      context.orders.some((order) => order.orderId === params.orderId),
    isChosenPayable: ifChosen(isPayable),
    isChosenStarted: ifChosen(isStarted),
    isRepeat: ifChosen((context, order) => isPayable(context, order) && mayBePaid(context, order)),
    isToBePaidAtOnce: ifChosen(
      (context, order) => context.onlyOrderId !== null && isPayable(context, order) && !mayBePaid(context, order),
    ),
    isStartedLate: ifChosen((context, order) => isLate(context.failure) && isStarted(context, order)),
    hasOrders: ({ context }) => context.orders.length > 0,
    hasOtherOrders: ({ context }) => hasOtherOpenOrders(context),
    lacksNetwork,
    canRetry: ({ context }) => context.hasAccess && !isBadLink(context.failure),
    isOverdue: (_, { order }: OrderNews) => order.isOverdue,
    isNewlyReported: ({ context }, { order }: OrderNews) => isNewlyReported(context, order),
    isPaid: (_, { order }: OrderNews) => order.status === "paid",
    isConfirming: (_, { order }: OrderNews) => order.status === "confirming",
    isUnderpaid: ({ context }, { order }: OrderNews) => isUnderpaid(context, order),
    hasMoved: ({ context }, { orders }: OrdersReading) => hasMoved(context, orders),
    isWithoutTerms: (_, { request }: PaymentTerms) => request === null,
    isOtherPayer: ({ context }, { request }: PaymentTerms) => !isPayer(request, context.connection),
    isOtherTerms: ({ context }, { request }: PaymentTerms) => isOtherAgreement(context.request, request),
    cannotAfford: (_, { request }: PaymentTerms) => request === null || !canAfford(request),
    hasId: (_, { txHash }: WalletAnswer) => txHash !== null,
    ...walletPaymentGuards,
  },
  actions: {
    setOrder: assign(({ context }, { order }: OrderNews) => ({ orders: replaceOrder(context.orders, order) })),
    setOrders: assign((_, reading: OrdersReading) => reading),
    /** A single order needs no choice. */
    setPage: assign((_, page: PaymentPage) => ({
      ...page,
      orderId: page.orders.length === 1 ? (page.orders[0]?.orderId ?? null) : null,
    })),
    setTerms: assign(({ context }, { order, request }: PaymentTerms) => ({
      orders: replaceOrder(context.orders, order),
      request,
      isChanged: context.request !== null && isOtherAgreement(context.request, request),
    })),
    clearTerms: assign({ connection: null, request: null, isChanged: false }),
    /** The order as it is now, which is why it cannot be paid. */
    setNotPayable: assign(({ context }, { order }: OrderNews) => ({
      orders: replaceOrder(context.orders, order),
      failure: toOrderFailure(order),
    })),
    /** The hash that the wallet gave; null while it has not answered. */
    setWalletAttempt: assign(({ context }, { txHash }: WalletAnswer) => ({
      walletAttempts: { ...context.walletAttempts, [context.orderId ?? ""]: txHash },
    })),
    clearWalletAttempt: assign(({ context }) => {
      const { [context.orderId ?? ""]: _, ...walletAttempts } = context.walletAttempts;
      return { walletAttempts };
    }),
    /** Without a hash where the wallet sent nothing. */
    emitAnswered: emit(({ context: { orderId, walletAttempts } }) => ({
      type: "wallet.answered",
      id: orderId ?? "",
      answer: walletAttempts[orderId ?? ""] ?? undefined,
    })),
    ...failureActions,
    ...walletPaymentActions,
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

const readTerms = takeOutput<PaymentTerms>;
const setPage = { type: "setPage", params: takeOutput<PaymentPage> } as const;
const setOrders = { type: "setOrders", params: takeOutput<OrdersReading> } as const;
const setOrder = { type: "setOrder", params: takeOutput<OrderNews> } as const;
const setRead = { type: "setOrder", params: ({ event }: { event: OrderNews }) => event } as const;
const setTerms = { type: "setTerms", params: readTerms } as const;
const setNotPayable = { type: "setNotPayable", params: takeOutput<OrderNews> } as const;
const setReported = {
  type: "setOrder",
  params: ({ event }: { event: { output: Order } }) => ({ order: event.output }),
} as const;

/** No payment is on its way from the wallet. */
const NOTHING_SENT = ["clearWalletAttempt", "emitAnswered"] as const;

const BACK = { target: "choosingOrder", description: "Back to the orders." } as const;
const FOLLOW = {
  guard: "isChosenStarted",
  target: "confirmingOnChain",
  description: "See how far the payment of the chosen order is.",
} as const;

const failWith = (failure: Failure) => ({ type: "setFailure", params: { error: failure } }) as const;

/** Where both readings of the terms lead when the order cannot be paid now. */
const UNPAYABLE = [
  { guard: { type: "isPaid", params: readTerms }, target: "success", description: "Paid already.", actions: setOrder },
  {
    guard: { type: "isConfirming", params: readTerms },
    target: "confirmingOnChain",
    description: "A payment is under way already: never pay twice.",
    actions: setOrder,
  },
  {
    guard: { type: "isOverdue", params: readTerms },
    target: "choosingOrder",
    description: "Its time is over; only a payment that was sent in time still counts.",
    actions: setOrder,
  },
  {
    guard: { type: "isNewlyReported", params: readTerms },
    target: "confirmingRepeat",
    description: "A payment was reported from elsewhere.",
    actions: setOrder,
  },
  {
    guard: { type: "isWithoutTerms", params: readTerms },
    target: "failed",
    description: "The order cannot be paid any more.",
    actions: setNotPayable,
  },
] as const;

/** The chosen order is read with its terms; `payable` is where it leads where it can be paid. */
function loadTerms<const Id extends string, const Payable extends readonly object[]>(id: Id, payable: Payable) {
  return {
    id,
    src: "loadTerms",
    input: ({ context }: { context: PaymentContext }) => ({ orderId: context.orderId ?? "" }),
    onDone: [...UNPAYABLE, ...payable],
    onError: failTo({
      target: "failed",
      description: "The order is unknown, or neither server nor chain can be reached.",
    }),
  } as const;
}

/** States in which the orders are read again every ten seconds; `leads` is where it leads that one of them changed. */
function readAgain<const Leads extends readonly object[]>(leads: Leads) {
  return {
    initial: "showing",
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
          input: ({ context: { orders, onlyOrderId } }: { context: PaymentContext }) => ({
            orderIds: orders.map(({ orderId }) => orderId),
            onlyOrderId,
          }),
          onDone: [...leads, { target: "showing", description: "What became of them shows.", actions: setOrders }],
          onError: { target: "showing", description: "They cannot be read now: ask again later." },
        },
        after: { pollTimeout: { target: "showing", description: "No answer in time: ask again later." } },
      },
    },
  } as const;
}

/** Pays one order from a wallet. Only the server decides whether it is paid. */
export const paymentMachine = paymentSetup.createMachine({
  id: "payment",
  description: "Payment of an order from a wallet.",
  output: ({ context }) => ({ order: getChosenOrder(context) }),
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
      meta: { step: "order" },
      on: {
        "ui.open": [
          { guard: "hasAccess", target: "loading", description: "The page was opened with a code." },
          {
            target: "failed",
            description: "The page was opened without a code.",
            actions: failWith({ kind: "api", error: "paymentCodeMissing", message: "" }),
          },
        ],
      },
    },
    loading: {
      description: "The orders behind the code are being read.",
      tags: "busy",
      meta: { step: "order" },
      entry: ["clearTerms", assign({ orderId: null })],
      invoke: {
        id: "loadPage",
        src: "loadPage",
        input: ({ context }) => ({ orderId: context.onlyOrderId }),
        onDone: { target: "sorting", description: "What is there to be paid is known.", actions: setPage },
        onError: failTo({ target: "failed", description: "The code is invalid or the server cannot be reached." }),
      },
    },
    sorting: {
      description: "Sorts by what is to be paid; a single order is chosen already.",
      always: [
        {
          guard: "isChosenStarted",
          target: "confirmingOnChain",
          description: "The only order is being paid, perhaps by this page before a reload.",
        },
        { guard: "isToBePaidAtOnce", target: "preparing", description: "The person came to pay this order." },
        { guard: "hasOrders", target: "choosingOrder", description: "There are unpaid orders." },
        { target: "nothingToPay", description: "There is no unpaid order." },
      ],
    },
    nothingToPay: {
      description: "Every order behind the code has ended.",
      meta: { step: "order" },
      on: { "ui.retry": { target: "loading", description: "Look again." } },
    },
    choosingOrder: {
      description: "The orders with what is known of each; one of them is to be chosen.",
      meta: { step: "order" },
      entry: "clearTerms",
      on: {
        "ui.chooseOrder": {
          guard: { type: "isListed", params: ({ event }) => event },
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
        "ui.follow": FOLLOW,
      },
      ...readAgain([]),
    },
    confirmingRepeat: {
      description: "Warns that a payment of the order may be on its way, before a second one is made.",
      meta: { step: "order" },
      entry: "clearTerms",
      on: {
        "ui.confirm": { target: "preparing", description: "The person knows that the first payment will not come." },
        "ui.follow": FOLLOW,
        "ui.back": BACK,
      },
    },
    preparing: {
      description: "The terms of the payment are being read.",
      tags: "busy",
      meta: { step: "wallet" },
      on: { "ui.back": BACK },
      invoke: loadTerms("loadFirstTerms", [
        { target: "connecting", description: "The terms are known: reach the wallet.", actions: setTerms },
      ]),
    },
    connecting: {
      description: "A wallet is being connected, and its ownership proven if it is not yet.",
      meta: { step: "wallet", tellsMoney: true },
      invoke: connectWallet(createConnectionInput, "choosingOrder"),
    },
    reviewing: {
      description: "Shows coin, network, exact amount, from, to and the domain check, before anything is paid.",
      tags: "failed",
      meta: { step: "check" },
      exit: "clearFailure",
      invoke: watchWallet((context: PaymentContext) => getTerms(context).coinType),
      on: { "ui.pay": { target: "checking", description: "The person agrees to the terms." }, "ui.back": BACK },
      ...readAgain([
        {
          guard: { type: "hasMoved", params: takeOutput<OrdersReading> },
          target: "#payment.preparing",
          description: "It is not as the person saw it: paid, reported, ended or changed.",
        },
      ]),
    },
    checking: {
      description: "Order, payer and balance are checked once more before the wallet opens.",
      tags: "busy",
      meta: { step: "check" },
      on: { "ui.back": BACK },
      invoke: loadTerms("loadLastTerms", [
        {
          guard: { type: "isOtherPayer", params: readTerms },
          target: "failed",
          description: "The connected wallet is not the one that has to pay.",
          actions: failWith({ kind: "wallet", reason: "addressMismatch" }),
        },
        {
          guard: { type: "isOtherTerms", params: readTerms },
          target: "reviewing",
          description: "Amount, destination or reference changed: the person has to agree again.",
          actions: setTerms,
        },
        {
          guard: { type: "cannotAfford", params: readTerms },
          target: "failed",
          description: "The balance does not cover the amount and the gas.",
          actions: failWith({ kind: "wallet", reason: "insufficientBalance" }),
        },
        { target: "confirmingInWallet", description: "Order, payer, terms and balance are right.", actions: setTerms },
      ]),
    },
    confirmingInWallet: {
      description: "The wallet asks the person to confirm the payment; its answer counts however late it comes.",
      meta: { step: "pay" },
      initial: "prompt",
      entry: [
        { type: "setWalletAttempt", params: { txHash: null } },
        emit(({ context }) => ({ type: "wallet.asked", id: context.orderId ?? "", text: "" })),
      ],
      invoke: {
        id: "pay",
        src: "pay",
        input: ({ context }) => ({
          walletType: COINS[getTerms(context).coinType].walletType,
          connectorId: context.connection?.connectorId ?? "",
          request: getTerms(context),
        }),
        onDone: [
          {
            guard: { type: "hasId", params: ({ event }) => ({ txHash: event.output }) },
            target: "submitted",
            description: "The wallet sent the transaction.",
            actions: [{ type: "setWalletAttempt", params: ({ event }) => ({ txHash: event.output }) }, "emitAnswered"],
          },
          {
            target: "confirmingOnChain",
            description: "The wallet sent the transaction and told no id: the server finds it by its reference.",
          },
        ],
        onError: [
          {
            guard: { type: "isCancelled", params: readError },
            target: "cancelled",
            description: "The person refused in the wallet.",
            actions: NOTHING_SENT,
          },
          {
            guard: { type: "isTooLate", params: readError },
            target: "reviewing",
            description: "The person took longer than the terms last: nothing was sent, and new ones can be signed.",
            actions: [...NOTHING_SENT, setFailure],
          },
          ...leadUnsent(NOTHING_SENT),
          failTo({
            target: "failed",
            description: "The wallet reported an error, perhaps after it had sent the payment.",
          }),
        ],
      },
      on: {
        "ui.back": { target: "choosingOrder", description: "Back to the orders; the wallet may pay all the same." },
      },
      states: { prompt, slow: { description: "The wallet has not answered for long; the page says what to do." } },
    },
    submitted: {
      description: "The transaction is reported. The server finds it on chain without the report, too.",
      tags: "busy",
      meta: { step: "confirm" },
      on: { "ui.back": BACK },
      invoke: {
        id: "submitPayment",
        src: "submitPayment",
        input: ({ context: { orderId, walletAttempts } }) => ({
          orderId: orderId ?? "",
          txHash: walletAttempts[orderId ?? ""] ?? "",
        }),
        onDone: [
          {
            guard: "isForOneOrder",
            target: "handedBack",
            description: "The server knows the transaction, and the page of the order follows it.",
            actions: setReported,
          },
          { target: "confirmingOnChain", description: "The server knows the transaction.", actions: setReported },
        ],
        onError: { target: "confirmingOnChain", description: "Not reported: the server's own watch finds it." },
      },
    },
    confirmingOnChain: {
      description: "The chain is confirming, n of m; the page may be closed.",
      tags: "failed",
      meta: { step: "confirm" },
      exit: "clearFailure",
      invoke: {
        id: "orderFollow",
        src: "orderFollow",
        input: ({ context }) => createFollowInput(context),
        onDone: [
          {
            guard: { type: "isPaid", params: takeOutput },
            target: "success",
            description: "The server decided: paid.",
            actions: setOrder,
          },
          {
            target: "failed",
            description: "The order ended first; what arrives goes to the payer's balance.",
            actions: setNotPayable,
          },
        ],
      },
      on: {
        "order.read": [
          {
            guard: { type: "isUnderpaid", params: ({ event }) => event },
            target: "choosingOrder",
            description: "Less than the due amount arrived: the rest is to be paid.",
            actions: [setRead, ...NOTHING_SENT],
          },
          { description: "Not final yet.", actions: [setRead, "clearFailure"] },
        ],
        "order.readFailed": {
          description: "The order cannot be read now; that says nothing about the payment.",
          actions: setFailure,
        },
        "ui.back": {
          target: "choosingOrder",
          description: "Back to the orders; the payment can be followed again from there.",
        },
      },
      after: {
        confirmationTimeout: {
          target: "failed",
          description: "Not confirmed in time; the explorer shows more.",
          actions: failWith({ kind: "wallet", reason: "confirmationTimeout" }),
        },
      },
    },
    success: {
      description: "The order is paid.",
      meta: { step: "confirm" },
      always: { guard: "isForOneOrder", target: "handedBack", description: "The page of the order says so." },
      on: { "ui.continue": { guard: "hasOtherOrders", target: "loading", description: "See the other orders." } },
    },
    failed: {
      description: "Nothing more can be done with the last step, or no answer came in time.",
      tags: "failed",
      meta: { step: null, tellsMoney: true },
      exit: "clearFailure",
      on: {
        "ui.retry": [
          { guard: "isStartedLate", target: "confirmingOnChain", description: "Keep waiting for the payment." },
          { guard: "canRetry", target: "loading", description: "Begin again." },
        ],
        "app.online": { guard: "lacksNetwork", target: "loading", description: "The device has a network again." },
        "ui.back": { ...BACK, guard: "hasOrders" },
      },
    },
    cancelled: {
      description: "The person refused the payment; the order is still to be paid.",
      meta: { step: "pay" },
      on: { "ui.retry": { target: "reviewing", description: "Look at the terms again." }, "ui.back": BACK },
    },
    handedBack: { type: "final", description: "The page of the order follows the payment.", meta: { step: "confirm" } },
  },
});
