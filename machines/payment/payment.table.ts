import type { components } from "#contract/schema.d.ts";
import { toFailure } from "../failure.ts";
import type { TransitionTable } from "../transitionTable.ts";
import type { WalletConnectionOutput } from "../walletConnection/walletConnection.machine.ts";
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
  };
}

/** Every entry to `loading` forgets the last payment. */
const startAnew = {
  orderId: null,
  request: null,
  isChanged: false,
  connection: null,
  txHash: null,
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

function isChosenPayable(before: Context): boolean {
  const order = findChosen(before);
  return order !== undefined && order.fromAddress !== null && WALLET_TYPES[order.coinType] in before.walletKinds;
}

/** A report alone counts as a start while nothing is paid; of a partly paid order the hash is the part's. */
function isUnderWay({ status, txHash }: Order): boolean {
  return status === "confirming" || (txHash !== null && status === "awaitingPayment");
}

function isStarted(before: Context): boolean {
  return before.txHash !== null || findChosen(before)?.status === "confirming";
}

/** Enough for the table's samples, which stay within six decimals of short numbers. */
function toMicros(amount: string): number {
  return Math.round(Number(amount) * 1_000_000);
}

type TermsEvent = { output: PaymentTerms };

const isPaid = (_: Context, { output }: TermsEvent): boolean => output.order.status === "paid";
const isConfirming = (_: Context, { output }: TermsEvent): boolean => output.order.status === "confirming";
const hasNoTerms = (_: Context, { output }: TermsEvent): boolean => output.request === null;
const keepTermsOrder = (before: Context, { output }: TermsEvent): Partial<Context> => keepOrder(before, output.order);
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
    pollTimeout: 20_000,
    confirmationTimeout: 1_800_000,
  },
  asks: {
    loadFirstTerms: ({ orderId }) => ({ orderId }),
    loadLastTerms: ({ orderId }) => ({ orderId }),
    loadOrder: ({ orderId }) => ({ orderId }),
    submitPayment: ({ orderId, txHash }) => ({ orderId, txHash }),
    pay: ({ connection, request }) => ({ walletType: "ETH", connectorId: connection?.connectorId, request }),
    walletConnection: ({ walletKinds, request }) => ({
      walletType: "ETH",
      capabilities: walletKinds.ETH?.capabilities,
      installUrl: walletKinds.ETH?.installUrl,
      expectedAddress: request?.from,
      chainId: request?.network.chainId,
      isProven: request?.fromProven,
    }),
  },
  context: (input) => ({
    ...input,
    ...startAnew,
    orders: [],
    coins: [],
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
          guard: "isStartedAny",
          when: (_, { output }) => output.orders.some(isUnderWay),
          target: "confirmingOnChain",
          changes: (_, { output }) => ({
            ...output,
            orderId: output.orders.find(isUnderWay)?.orderId ?? null,
          }),
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
      "ui.chooseOrder": {
        guard: "isListed",
        when: ({ orders }, { orderId }) => orders.map((order) => order.orderId).includes(orderId),
        changes: (_, { orderId }) => ({ orderId }),
      },
      "ui.connect": { guard: "isChosenPayable", when: isChosenPayable, target: "preparing" },
    },
    preparing: {
      "done(loadFirstTerms)": [
        { guard: "isPaid", when: isPaid, target: "success", changes: keepTermsOrder },
        { guard: "isConfirming", when: isConfirming, target: "confirmingOnChain", changes: keepTermsOrder },
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
        { target: "choosingOrder", changes: { request: null } },
      ],
      "error(walletConnection)": { target: "failed", changes: keepFailure },
    },
    reviewing: {
      "ui.pay": { target: "checking" },
      "ui.back": { target: "choosingOrder", changes: leaveTerms },
    },
    checking: {
      "done(loadLastTerms)": [
        { guard: "isPaid", when: isPaid, target: "success", changes: keepTermsOrder },
        { guard: "isConfirming", when: isConfirming, target: "confirmingOnChain", changes: keepTermsOrder },
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
          changes: (_, { output }) => ({ request: output.request, isChanged: false }),
        },
      ],
      "error(loadLastTerms)": { target: "failed", changes: keepFailure },
      "after(requestTimeout)": { target: "timedOut", changes: late },
    },
    confirmingInWallet: {
      "done(pay)": { target: "submitted", changes: (_, { output }) => ({ txHash: output }) },
      "error(pay)": [
        {
          guard: "isCancelled",
          when: (_, { error }) => {
            const failure = toFailure(error);
            return failure.kind === "wallet" && ["cancelled", "denied"].includes(failure.reason);
          },
          target: "cancelled",
        },
        { target: "failed", changes: keepFailure },
      ],
      "after(walletTimeout)": {
        target: "timedOut",
        changes: { failure: { kind: "wallet", reason: "linkTimeout" } },
      },
    },
    submitted: {
      "done(submitPayment)": {
        target: "confirmingOnChain",
        changes: (before, { output }) => keepOrder(before, output),
      },
      "error(submitPayment)": { target: "confirmingOnChain" },
      "after(requestTimeout)": { target: "confirmingOnChain" },
    },
    confirmingOnChain: {
      initial: "confirmingOnChain.polling",
      "ui.back": {
        guard: "isUnseen",
        when: (before) => before.txHash === null && findChosen(before)?.status === "awaitingPayment",
        target: "choosingOrder",
        changes: { request: null, connection: null, failure: null },
      },
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
          when: ({ request }, { output }) =>
            output.status === "partiallyPaid" &&
            request !== null &&
            toMicros(output.amount) - toMicros(output.paidAmount) < toMicros(request.amount),
          target: "choosingOrder",
          changes: (before, { output }) => ({
            ...keepOrder(before, output),
            request: null,
            connection: null,
            txHash: null,
            failure: null,
          }),
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
    success: { "ui.continue": { target: "loading", changes: startAnew } },
    failed: {
      "ui.retry": {
        guard: "hasPaymentCode",
        when: (before) => before.hasPaymentCode,
        target: "loading",
        changes: startAnew,
      },
    },
    cancelled: {
      "ui.retry": { target: "reviewing" },
      "ui.back": { target: "choosingOrder", changes: leaveTerms },
    },
    timedOut: {
      "ui.retry": [
        { guard: "isStarted", when: isStarted, target: "confirmingOnChain" },
        { target: "loading", changes: startAnew },
      ],
      "ui.back": { guard: "isStarted", when: isStarted, target: "loading", changes: startAnew },
    },
  },
};
