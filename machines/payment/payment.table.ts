import type { components } from "#contract/schema.d.ts";
import { toFailure } from "../failure.ts";
import type { TransitionTable } from "../transitionTable.ts";
import type { ConnectedAccount, WalletConnectionOutput } from "../walletConnection/walletConnection.setup.ts";
import type { PaymentContext, PaymentEvent, PaymentInput, PaymentPage, PaymentTerms } from "./payment.machine.ts";

type Order = components["schemas"]["Order"];
type PaymentRequest = components["schemas"]["PaymentRequest"];
type Context = PaymentContext;

export interface PaymentShape {
  context: PaymentContext;
  event: PaymentEvent;
  input: PaymentInput;
  outputs: {
    loadPage: PaymentPage;
    loadFirstTerms: PaymentTerms;
    walletConnection: WalletConnectionOutput;
    loadLastTerms: PaymentTerms;
    pay: string;
    submitPayment: Order;
    loadOrder: Order;
    loadOrders: readonly Order[];
    watchWallet: ConnectedAccount;
  };
}

/** Every entry to `loading` forgets the last payment. */
const startAnew = {
  orderId: null,
  request: null,
  isChanged: false,
  connection: null,
  failure: null,
};
const leaveTerms = { connection: null, request: null, isChanged: false };
const notPayable: Partial<Context> = { failure: { kind: "api", error: "orderNotPayable", message: "" } };
const late: Partial<Context> = { failure: { kind: "timeout" } };

const keepFailure = (_: Context, event: { error: unknown }): Partial<Context> => ({ failure: toFailure(event.error) });

function keepOrder({ orders }: Context, order: Order): Pick<Context, "orders"> {
  return { orders: orders.map((known) => (known.orderId === order.orderId ? order : known)) };
}

function findChosen({ orders, orderId }: Context): Order | undefined {
  return orders.find((order) => order.orderId === orderId);
}

/** Ethereum alone is built; the other kinds' names are in domain/'s tests. */
const WALLET_TYPES = { eth: "ETH", sol: "Solana", tron: "Tron", ton: "Ton" } as const;

const isUnpaid = ({ status }: Order): boolean => status === "awaitingPayment" || status === "partiallyPaid";

/** PRODUCT.md 5: payable until it expires; in its grace time only what was sent before counts. */
function isChosenPayable(before: Context): boolean {
  const order = findChosen(before);
  if (order === undefined || order.fromAddress === null || order.isOverdue) return false;
  return isUnpaid(order) && WALLET_TYPES[order.coinType] in before.walletKinds;
}

/** On the chain and not final, or a hash is known that is on no chain yet. */
function isUnderWay({ asked }: Context, { orderId, status, txHash, reportedTxHash }: Order): boolean {
  if (status === "confirming") return true;
  if (status !== "awaitingPayment" && status !== "partiallyPaid") return false;
  const told = asked[orderId] ?? reportedTxHash;
  return told !== null && told !== txHash;
}

function isChosenUnderWay(before: Context): boolean {
  const order = findChosen(before);
  return order !== undefined && isUnderWay(before, order);
}

/** A wallet that was asked and gave no hash may have paid as well. */
function isRisky(before: Context, order: Order): boolean {
  return isUnderWay(before, order) || (isUnpaid(order) && before.asked[order.orderId] === null);
}

const hasOrders = ({ orders }: Context): boolean => orders.length > 0;

/** What the wallet is known to have answered about the chosen order, forgotten. */
function forgetAsked({ asked, orderId }: Context): Pick<Context, "asked"> {
  const { [orderId ?? ""]: _, ...others } = asked;
  return { asked: others };
}

const keepAsked = ({ asked, orderId }: Context, hash: string | null): Pick<Context, "asked"> => ({
  asked: { ...asked, [orderId ?? ""]: hash },
});

const tellAsked = ({ asked }: Pick<Context, "asked">) => ({ type: "asked.changed", asked });

function hasWalletReason(error: unknown, reasons: readonly string[]): boolean {
  const failure = toFailure(error);
  return failure.kind === "wallet" && reasons.includes(failure.reason);
}

/** Enough for the table's samples, which stay within six decimals of short numbers. */
function toMicros(amount: string): number {
  return Math.round(Number(amount) * 1_000_000);
}

type TermsEvent = { output: PaymentTerms };

const isPaid = (_: Context, { output }: TermsEvent): boolean => output.order.status === "paid";
const isOverdue = (_: Context, { output }: TermsEvent): boolean => output.order.isOverdue;
function isNewlyReported({ orders, asked }: Context, { output: { order } }: TermsEvent): boolean {
  const { orderId, reportedTxHash, txHash } = order;
  if (reportedTxHash === null || reportedTxHash === txHash || reportedTxHash === asked[orderId]) return false;
  return orders.every((known) => known.orderId !== orderId || known.reportedTxHash !== reportedTxHash);
}
const isConfirming = (_: Context, { output }: TermsEvent): boolean => output.order.status === "confirming";
const hasNoTerms = (_: Context, { output }: TermsEvent): boolean => output.request === null;
const keepTermsOrder = (before: Context, { output }: TermsEvent): Partial<Context> => keepOrder(before, output.order);
const keepOrderAlone = (before: Context, event: TermsEvent): Partial<Context> => ({
  ...keepTermsOrder(before, event),
  ...leaveTerms,
});
const keepTerms = (before: Context, { output }: TermsEvent): Partial<Context> => ({
  ...keepOrder(before, output.order),
  request: output.request,
});

function isOtherPayer({ connection }: Context, { output: { request } }: TermsEvent): boolean {
  return connection?.address.toLowerCase() !== request?.from.toLowerCase();
}

function isOtherTerms({ request: agreed }: Context, { output: { request } }: TermsEvent): boolean {
  const toTerms = (terms: PaymentRequest | null): string => `${terms?.amount} to ${terms?.to}`;
  return toTerms(agreed) !== toTerms(request);
}

function isTooPoor(_: Context, { output: { request } }: TermsEvent): boolean {
  if (request === null) return true;
  return toMicros(request.balance) < toMicros(request.amount) + toMicros(request.fees.maxFee);
}

export const paymentTable: TransitionTable<PaymentShape> = {
  delaysMs: {
    requestTimeout: 100_000,
    walletTimeout: 120_000,
    pollInterval: 3_000,
    listInterval: 10_000,
    pollTimeout: 20_000,
    confirmationTimeout: 1_800_000,
  },
  asks: {
    loadFirstTerms: ({ orderId }) => ({ orderId }),
    loadLastTerms: ({ orderId }) => ({ orderId }),
    loadOrder: ({ orderId }) => ({ orderId }),
    submitPayment: ({ orderId, asked }) => ({ orderId, txHash: asked[orderId ?? ""] }),
    loadOrders: ({ orders }) => ({ orderIds: orders.map((order) => order.orderId) }),
    watchWallet: ({ connection }) => ({
      walletType: "ETH",
      connectorId: connection?.connectorId,
      account: { address: connection?.address, chainId: connection?.chainId },
    }),
    pay: ({ connection, request }) => ({ walletType: "ETH", connectorId: connection?.connectorId, request }),
    walletConnection: ({ walletKinds, request, connection }) => ({
      walletType: "ETH",
      capabilities: walletKinds.ETH?.capabilities,
      installUrl: walletKinds.ETH?.installUrl,
      expectedAddress: request?.from,
      chainId: request?.network.chainId,
      isProven:
        request?.fromProven === true ||
        (connection?.isProven === true && connection.address.toLowerCase() === request?.from.toLowerCase()),
      hasReference: request?.reference !== null,
      connectorId: connection?.connectorId ?? null,
    }),
  },
  context: (input) => ({
    ...input,
    ...startAnew,
    asked: {},
    orders: [],
    isDomHttp: false,
    officialDomains: [],
    appUrl: null,
  }),
  states: {
    "(machine)": { initial: "idle" },
    idle: {
      "ui.open": [
        { guard: "hasPaymentCode", when: (before) => before.hasPaymentCode, target: "loading", changes: startAnew },
        { target: "failed", changes: { failure: { kind: "api", error: "paymentCodeMissing", message: "" } } },
      ],
    },
    loading: {
      "done(loadPage)": [
        {
          guard: "isOnlyStarted",
          when: (before, { output }) =>
            output.orders.length === 1 && output.orders.some((order) => isUnderWay(before, order)),
          target: "confirmingOnChain",
          changes: (_, { output }) => ({ ...output, orderId: output.orders[0]?.orderId ?? null }),
        },
        {
          guard: "isEmpty",
          when: (_, { output }) => output.orders.length === 0,
          target: "nothingToPay",
          changes: (_, { output }) => output,
        },
        {
          target: "choosingOrder",
          changes: (_, { output }) => ({
            ...output,
            orderId: output.orders.length === 1 ? (output.orders[0]?.orderId ?? null) : null,
          }),
        },
      ],
      "error(loadPage)": { target: "failed", changes: keepFailure },
      "after(requestTimeout)": { target: "timedOut", changes: late },
    },
    nothingToPay: { "ui.retry": { target: "loading", changes: startAnew } },
    choosingOrder: {
      initial: "choosingOrder.showing",
      "ui.chooseOrder": {
        guard: "isListed",
        when: ({ orders }, { orderId }) => orders.map((order) => order.orderId).includes(orderId),
        changes: (_, { orderId }) => ({ orderId }),
      },
      "ui.connect": [
        {
          guard: "isRepeat",
          when: (before) => {
            const order = findChosen(before);
            return order !== undefined && isChosenPayable(before) && isRisky(before, order);
          },
          target: "confirmingRepeat",
        },
        { guard: "isChosenPayable", when: isChosenPayable, target: "preparing" },
      ],
      "ui.follow": { guard: "isChosenStarted", when: isChosenUnderWay, target: "confirmingOnChain" },
    },
    "choosingOrder.showing": { "after(listInterval)": { target: "choosingOrder.refreshing" } },
    "choosingOrder.refreshing": {
      "done(loadOrders)": { target: "choosingOrder.showing", changes: (_, { output }) => ({ orders: output }) },
      "error(loadOrders)": { target: "choosingOrder.showing" },
      "after(pollTimeout)": { target: "choosingOrder.showing" },
    },
    confirmingRepeat: {
      "ui.confirm": { target: "preparing" },
      "ui.follow": { guard: "isChosenStarted", when: isChosenUnderWay, target: "confirmingOnChain" },
      "ui.back": { target: "choosingOrder" },
    },
    preparing: {
      "ui.back": { target: "choosingOrder" },
      "done(loadFirstTerms)": [
        { guard: "isPaid", when: isPaid, target: "success", changes: keepTermsOrder },
        { guard: "isConfirming", when: isConfirming, target: "confirmingOnChain", changes: keepTermsOrder },
        { guard: "isOverdue", when: isOverdue, target: "choosingOrder", changes: keepOrderAlone },
        { guard: "isNewlyReported", when: isNewlyReported, target: "confirmingRepeat", changes: keepOrderAlone },
        { guard: "isWithoutTerms", when: hasNoTerms, target: "failed", changes: notPayable },
        { target: "connecting", changes: keepTerms },
      ],
      "error(loadFirstTerms)": { target: "failed", changes: keepFailure },
      "after(requestTimeout)": { target: "timedOut", changes: late },
    },
    connecting: {
      "done(walletConnection)": [
        {
          guard: "isConnected",
          when: (_, { output }) => output.status !== "cancelled",
          target: "reviewing",
          changes: (_, { output }) => (output.status === "cancelled" ? {} : { connection: output }),
        },
        { target: "choosingOrder", changes: leaveTerms },
      ],
      "error(walletConnection)": { target: "failed", changes: keepFailure },
    },
    reviewing: {
      "done(watchWallet)": { target: "connecting" },
      "error(watchWallet)": { target: "connecting" },
      "ui.pay": { target: "checking" },
      "ui.back": { target: "choosingOrder", changes: leaveTerms },
    },
    checking: {
      "ui.back": { target: "choosingOrder", changes: leaveTerms },
      "done(loadLastTerms)": [
        { guard: "isPaid", when: isPaid, target: "success", changes: keepTermsOrder },
        { guard: "isConfirming", when: isConfirming, target: "confirmingOnChain", changes: keepTermsOrder },
        { guard: "isOverdue", when: isOverdue, target: "choosingOrder", changes: keepOrderAlone },
        { guard: "isNewlyReported", when: isNewlyReported, target: "confirmingRepeat", changes: keepOrderAlone },
        { guard: "isWithoutTerms", when: hasNoTerms, target: "failed", changes: notPayable },
        {
          guard: "isOtherPayer",
          when: isOtherPayer,
          target: "failed",
          changes: { failure: { kind: "wallet", reason: "addressMismatch" } },
        },
        {
          guard: "isOtherTerms",
          when: isOtherTerms,
          target: "reviewing",
          changes: (before, event) => ({ ...keepTerms(before, event), isChanged: true }),
        },
        {
          guard: "cannotAfford",
          when: isTooPoor,
          target: "failed",
          changes: { failure: { kind: "wallet", reason: "insufficientBalance" } },
        },
        {
          target: "confirmingInWallet",
          changes: (before, { output }) => ({
            ...keepAsked(before, null),
            request: output.request,
            isChanged: false,
          }),
          emits: (before) => [tellAsked(keepAsked(before, null))],
        },
      ],
      "error(loadLastTerms)": { target: "failed", changes: keepFailure },
      "after(requestTimeout)": { target: "timedOut", changes: late },
    },
    confirmingInWallet: {
      initial: "confirmingInWallet.prompt",
      "done(pay)": {
        target: "submitted",
        changes: (before, { output }) => keepAsked(before, output),
        emits: (before, { output }) => [tellAsked(keepAsked(before, output))],
      },
      "error(pay)": [
        {
          guard: "isCancelled",
          when: (_, { error }) => hasWalletReason(error, ["cancelled", "denied"]),
          target: "cancelled",
          changes: forgetAsked,
          emits: (before) => [tellAsked(forgetAsked(before))],
        },
        {
          guard: "isOtherWallet",
          when: (_, { error }) => hasWalletReason(error, ["wrongNetwork", "addressMismatch"]),
          target: "connecting",
          changes: forgetAsked,
          emits: (before) => [tellAsked(forgetAsked(before))],
        },
        {
          guard: "isUnsent",
          when: (_, { error }) =>
            hasWalletReason(error, ["notInstalled", "notLoggedIn", "locked", "notConnected", "insufficientBalance"]),
          target: "failed",
          changes: (before, event) => ({ ...forgetAsked(before), ...keepFailure(before, event) }),
          emits: (before) => [tellAsked(forgetAsked(before))],
        },
        // The payment may have been sent before the error.
        { target: "failed", changes: keepFailure },
      ],
      "ui.back": { target: "choosingOrder", changes: leaveTerms },
    },
    "confirmingInWallet.prompt": { "after(walletTimeout)": { target: "confirmingInWallet.slow" } },
    "confirmingInWallet.slow": {},
    submitted: {
      "ui.back": { target: "choosingOrder", changes: leaveTerms },
      "done(submitPayment)": {
        target: "confirmingOnChain",
        changes: (before, { output }) => keepOrder(before, output),
      },
      "error(submitPayment)": { target: "confirmingOnChain" },
      "after(requestTimeout)": { target: "confirmingOnChain" },
    },
    confirmingOnChain: {
      initial: "confirmingOnChain.polling",
      "ui.back": { target: "choosingOrder", changes: { ...leaveTerms, failure: null } },
      "after(confirmationTimeout)": {
        target: "timedOut",
        changes: { failure: { kind: "wallet", reason: "confirmationTimeout" } },
      },
    },
    "confirmingOnChain.polling": {
      "done(loadOrder)": [
        {
          guard: "isPaid",
          when: (_, { output }) => output.status === "paid",
          target: "success",
          changes: (before, { output }) => ({ ...keepOrder(before, output), failure: null }),
        },
        {
          guard: "isEnded",
          when: (_, { output }) => output.status === "cancelled" || output.status === "expired",
          target: "failed",
          changes: (before, { output }) => ({ ...keepOrder(before, output), ...notPayable }),
        },
        {
          guard: "isUnderpaid",
          when: (before, { output }) => {
            if (output.status !== "partiallyPaid") return false;
            if (before.request === null) return !isRisky(before, output);
            return toMicros(output.amount) - toMicros(output.paidAmount) < toMicros(before.request.amount);
          },
          target: "choosingOrder",
          changes: (before, { output }) => ({
            ...keepOrder(before, output),
            ...forgetAsked(before),
            ...leaveTerms,
            failure: null,
          }),
          emits: (before) => [tellAsked(forgetAsked(before))],
        },
        {
          target: "confirmingOnChain.waiting",
          changes: (before, { output }) => ({ ...keepOrder(before, output), failure: null }),
        },
      ],
      "error(loadOrder)": { target: "confirmingOnChain.waiting", changes: keepFailure },
      "after(pollTimeout)": { target: "confirmingOnChain.waiting" },
    },
    "confirmingOnChain.waiting": { "after(pollInterval)": { target: "confirmingOnChain.polling" } },
    success: {
      "ui.continue": {
        guard: "hasOtherOrders",
        when: ({ orders, orderId }) =>
          orders
            .filter((order) => isUnpaid(order) || order.status === "confirming")
            .some((order) => order.orderId !== orderId),
        target: "loading",
        changes: startAnew,
      },
    },
    failed: {
      "ui.retry": {
        guard: "canRetry",
        when: ({ hasPaymentCode, failure }) =>
          hasPaymentCode &&
          !(failure?.kind === "api" && ["paymentCodeMissing", "paymentCodeInvalid"].includes(failure.error)),
        target: "loading",
        changes: startAnew,
      },
      "ui.back": {
        guard: "hasOrders",
        when: hasOrders,
        target: "choosingOrder",
        changes: { ...leaveTerms, failure: null },
      },
    },
    cancelled: {
      "ui.retry": { target: "reviewing" },
      "ui.back": { target: "choosingOrder", changes: leaveTerms },
    },
    timedOut: {
      "ui.retry": [
        { guard: "isChosenStarted", when: isChosenUnderWay, target: "confirmingOnChain" },
        { target: "loading", changes: startAnew },
      ],
      "ui.back": {
        guard: "hasOrders",
        when: hasOrders,
        target: "choosingOrder",
        changes: { ...leaveTerms, failure: null },
      },
    },
  },
};
