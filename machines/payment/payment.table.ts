import type { components } from "#contract/schema.d.ts";
import type { TransitionTable } from "../kit/transitionTable.ts";
import type { ConnectedAccount, WalletConnectionOutput } from "../walletConnection/walletConnection.setup.ts";
import type { OrderReading } from "../kit/follow/orderFollow.ts";
import type {
  OrdersReading,
  PaymentContext,
  PaymentEvent,
  PaymentInput,
  PaymentPage,
  PaymentTerms,
} from "./payment.types.ts";
import {
  startAnew,
  clearTerms,
  notPayable,
  isLate,
  setFailure,
  setOrder,
  findChosen,
  isUnpaid,
  isChosenPayable,
  isUnderWay,
  isChosenUnderWay,
  isRisky,
  hasOrders,
  clearWalletAttempt,
  setWalletAttempt,
  emitWalletAttempts,
  hasWalletReason,
  toMicros,
  isPaid,
  isOverdue,
  isNewlyReported,
  isConfirming,
  hasNoTerms,
  setTermsOrder,
  setOrderAlone,
  setTerms,
  isOtherPayer,
  isOtherTerms,
  isTooPoor,
} from "./payment.table.rules.ts";

type Order = components["schemas"]["Order"];

export interface PaymentShape {
  context: PaymentContext;
  event: PaymentEvent;
  input: PaymentInput;
  outputs: {
    loadPage: PaymentPage;
    loadFirstTerms: PaymentTerms;
    walletConnection: WalletConnectionOutput;
    loadLastTerms: PaymentTerms;
    pay: string | null;
    submitPayment: Order;
    orderFollow: OrderReading;
    loadOrders: OrdersReading;
    watchWallet: ConnectedAccount;
  };
}

const isForOneOrder = ({ onlyOrderId }: PaymentContext): boolean => onlyOrderId !== null;

export const paymentTable: TransitionTable<PaymentShape> = {
  delaysMs: {
    walletTimeout: 120_000,
    listInterval: 10_000,
    pollTimeout: 20_000,
    confirmationTimeout: 1_800_000,
  },
  asks: {
    loadPage: ({ onlyOrderId }) => ({ orderId: onlyOrderId }),
    loadFirstTerms: ({ orderId }) => ({ orderId }),
    loadLastTerms: ({ orderId }) => ({ orderId }),
    orderFollow: ({ orders, orderId }) => ({
      id: orderId,
      reading: { order: findChosen({ orders, orderId }), envelopes: [] },
    }),
    submitPayment: ({ orderId, walletAttempts }) => ({ orderId, txHash: walletAttempts[orderId ?? ""] }),
    loadOrders: ({ orders, onlyOrderId }) => ({ orderIds: orders.map((order) => order.orderId), onlyOrderId }),
    watchWallet: ({ connection }) => ({
      walletType: "ETH",
      connectorId: connection?.connectorId,
      account: { address: connection?.address, networkId: connection?.networkId },
    }),
    pay: ({ connection, request }) => ({ walletType: "ETH", connectorId: connection?.connectorId, request }),
    walletConnection: ({ walletKinds, request, connection }) => ({
      walletType: "ETH",
      capabilities: walletKinds.ETH?.capabilities,
      installUrl: walletKinds.ETH?.installUrl,
      expectedAddress: request?.from,
      networkId: request?.network.id,
      isProven:
        request?.fromProven === true ||
        (connection?.isProven === true && connection.address.toLowerCase() === request?.from.toLowerCase()),
      isBlocking: request?.proofBlocksSpending,
      hasReference: request?.reference !== null,
      connectorId: connection?.connectorId ?? null,
    }),
  },
  context: (input) => ({
    ...input,
    ...startAnew,
    walletAttempts: {},
    orders: [],
    isDomHttp: false,
    officialDomains: [],
    appUrl: null,
  }),
  states: {
    "(machine)": { initial: "idle" },
    idle: {
      "ui.open": [
        { guard: "hasAccess", when: (before) => before.hasAccess, target: "loading", changes: startAnew },
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
          guard: "isToBePaidAtOnce",
          when: (before, { output: { orders } }) =>
            before.onlyOrderId !== null &&
            orders.length === 1 &&
            orders.some((order) => {
              const { orderId } = order;
              return isChosenPayable({ ...before, orders: [order], orderId }) && !isRisky(before, order);
            }),
          target: "preparing",
          changes: (_, { output }) => ({
            ...output,
            orderId: output.orders.length === 1 ? (output.orders[0]?.orderId ?? null) : null,
          }),
        },
        {
          target: "choosingOrder",
          changes: (_, { output }) => ({
            ...output,
            orderId: output.orders.length === 1 ? (output.orders[0]?.orderId ?? null) : null,
          }),
        },
      ],
      "error(loadPage)": [
        { guard: "isTimeout", when: isLate, target: "timedOut", changes: setFailure },
        { target: "failed", changes: setFailure },
      ],
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
      "done(loadOrders)": { target: "choosingOrder.showing", changes: (_, { output }) => output },
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
        { guard: "isPaid", when: isPaid, target: "success", changes: setTermsOrder },
        { guard: "isConfirming", when: isConfirming, target: "confirmingOnChain", changes: setTermsOrder },
        { guard: "isOverdue", when: isOverdue, target: "choosingOrder", changes: setOrderAlone },
        { guard: "isNewlyReported", when: isNewlyReported, target: "confirmingRepeat", changes: setOrderAlone },
        { guard: "isWithoutTerms", when: hasNoTerms, target: "failed", changes: notPayable },
        { target: "connecting", changes: setTerms },
      ],
      "error(loadFirstTerms)": [
        { guard: "isTimeout", when: isLate, target: "timedOut", changes: setFailure },
        { target: "failed", changes: setFailure },
      ],
    },
    connecting: {
      "done(walletConnection)": [
        {
          guard: "isConnected",
          when: (_, { output }) => output.status === "connected",
          target: "reviewing",
          changes: (_, { output }) => (output.status === "connected" ? { connection: output } : {}),
        },
        { target: "choosingOrder", changes: clearTerms },
      ],
      "error(walletConnection)": { target: "failed", changes: setFailure },
    },
    reviewing: {
      "done(watchWallet)": { target: "connecting", changes: { failure: null } },
      "error(watchWallet)": { target: "connecting", changes: { failure: null } },
      "ui.pay": { target: "checking", changes: { failure: null } },
      "ui.back": { target: "choosingOrder", changes: { ...clearTerms, failure: null } },
    },
    checking: {
      "ui.back": { target: "choosingOrder", changes: clearTerms },
      "done(loadLastTerms)": [
        { guard: "isPaid", when: isPaid, target: "success", changes: setTermsOrder },
        { guard: "isConfirming", when: isConfirming, target: "confirmingOnChain", changes: setTermsOrder },
        { guard: "isOverdue", when: isOverdue, target: "choosingOrder", changes: setOrderAlone },
        { guard: "isNewlyReported", when: isNewlyReported, target: "confirmingRepeat", changes: setOrderAlone },
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
          changes: (before, event) => ({ ...setTerms(before, event), isChanged: true }),
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
            ...setWalletAttempt(before, null),
            request: output.request,
            isChanged: false,
          }),
          emits: (before) => [emitWalletAttempts(setWalletAttempt(before, null))],
        },
      ],
      "error(loadLastTerms)": [
        { guard: "isTimeout", when: isLate, target: "timedOut", changes: setFailure },
        { target: "failed", changes: setFailure },
      ],
    },
    confirmingInWallet: {
      initial: "confirmingInWallet.prompt",
      "done(pay)": [
        {
          guard: "hasId",
          when: (_, { output }) => output !== null,
          target: "submitted",
          changes: (before, { output }) => setWalletAttempt(before, output),
          emits: (before, { output }) => [emitWalletAttempts(setWalletAttempt(before, output))],
        },
        // The payment's reference leads to it.
        { target: "confirmingOnChain" },
      ],
      "error(pay)": [
        {
          guard: "isCancelled",
          when: (_, { error }) => hasWalletReason(error, ["cancelled", "denied"]),
          target: "cancelled",
          changes: clearWalletAttempt,
          emits: (before) => [emitWalletAttempts(clearWalletAttempt(before))],
        },
        {
          guard: "isOtherWallet",
          when: (_, { error }) => hasWalletReason(error, ["wrongNetwork", "addressMismatch"]),
          target: "connecting",
          changes: clearWalletAttempt,
          emits: (before) => [emitWalletAttempts(clearWalletAttempt(before))],
        },
        {
          guard: "isTooLate",
          when: (_, { error }) => hasWalletReason(error, ["signedTooLate"]),
          target: "reviewing",
          changes: (before, event) => ({ ...clearWalletAttempt(before), ...setFailure(before, event) }),
          emits: (before) => [emitWalletAttempts(clearWalletAttempt(before))],
        },
        {
          guard: "isUnsent",
          when: (_, { error }) =>
            hasWalletReason(error, [
              "notInstalled",
              "notLoggedIn",
              "locked",
              "notConnected",
              "insufficientBalance",
              "balanceUnavailable",
            ]),
          target: "failed",
          changes: (before, event) => ({ ...clearWalletAttempt(before), ...setFailure(before, event) }),
          emits: (before) => [emitWalletAttempts(clearWalletAttempt(before))],
        },
        // The payment may have been sent before the error.
        { target: "failed", changes: setFailure },
      ],
      "ui.back": { target: "choosingOrder", changes: clearTerms },
    },
    "confirmingInWallet.prompt": { "after(walletTimeout)": { target: "confirmingInWallet.slow" } },
    "confirmingInWallet.slow": {},
    submitted: {
      "ui.back": { target: "choosingOrder", changes: clearTerms },
      "done(submitPayment)": [
        {
          guard: "isForOneOrder",
          when: isForOneOrder,
          target: "handedBack",
          changes: (before, { output }) => setOrder(before, output),
        },
        { target: "confirmingOnChain", changes: (before, { output }) => setOrder(before, output) },
      ],
      "error(submitPayment)": { target: "confirmingOnChain" },
    },
    confirmingOnChain: {
      "done(orderFollow)": [
        {
          guard: "isPaid",
          when: isPaid,
          target: "success",
          changes: (before, { output }) => ({ ...setOrder(before, output.order), failure: null }),
        },
        { target: "failed", changes: notPayable },
      ],
      "order.read": [
        {
          guard: "isUnderpaid",
          when: (before, { order }) => {
            if (order.status !== "partiallyPaid") return false;
            if (before.request === null) return !isRisky(before, order);
            return toMicros(order.amount) - toMicros(order.paidAmount) < toMicros(before.request.amount);
          },
          target: "choosingOrder",
          changes: (before, { order }) => ({
            ...setOrder(before, order),
            ...clearWalletAttempt(before),
            ...clearTerms,
            failure: null,
          }),
          emits: (before) => [emitWalletAttempts(clearWalletAttempt(before))],
        },
        { changes: (before, { order }) => ({ ...setOrder(before, order), failure: null }) },
      ],
      "order.readFailed": { changes: setFailure },
      "ui.back": { target: "choosingOrder", changes: { ...clearTerms, failure: null } },
      "after(confirmationTimeout)": {
        target: "timedOut",
        changes: { failure: { kind: "wallet", reason: "confirmationTimeout" } },
      },
    },
    success: {
      always: { guard: "isForOneOrder", when: isForOneOrder, target: "handedBack" },
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
        when: ({ hasAccess, failure }) =>
          hasAccess &&
          !(failure?.kind === "api" && ["paymentCodeMissing", "paymentCodeInvalid"].includes(failure.error)),
        target: "loading",
        changes: startAnew,
      },
      "app.online": {
        guard: "lacksNetwork",
        when: ({ failure }) => failure?.kind === "network",
        target: "loading",
        changes: startAnew,
      },
      "ui.back": {
        guard: "hasOrders",
        when: hasOrders,
        target: "choosingOrder",
        changes: { ...clearTerms, failure: null },
      },
    },
    cancelled: {
      "ui.retry": { target: "reviewing" },
      "ui.back": { target: "choosingOrder", changes: clearTerms },
    },
    timedOut: {
      "ui.retry": [
        { guard: "isChosenStarted", when: isChosenUnderWay, target: "confirmingOnChain", changes: { failure: null } },
        { target: "loading", changes: startAnew },
      ],
      "ui.back": {
        guard: "hasOrders",
        when: hasOrders,
        target: "choosingOrder",
        changes: { ...clearTerms, failure: null },
      },
    },
    handedBack: {},
  },
};
