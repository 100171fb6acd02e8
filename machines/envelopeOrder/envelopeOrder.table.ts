import type { components } from "#contract/schema.d.ts";
import { toFailure } from "../kit/failure.ts";
import type { OrderReading } from "../kit/follow/orderFollow.ts";
import type { TransitionTable } from "../kit/transitionTable.ts";
import type { PaymentOutput } from "../payment/payment.types.ts";
import type {
  EnvelopeOrderContext,
  EnvelopeOrderEvent,
  EnvelopeOrderInput,
  PaymentMeans,
} from "./envelopeOrder.machine.ts";

type Context = EnvelopeOrderContext;
type Envelope = components["schemas"]["Envelope"];
type Order = components["schemas"]["Order"];

export interface EnvelopeOrderShape {
  context: EnvelopeOrderContext;
  event: EnvelopeOrderEvent;
  input: EnvelopeOrderInput;
  outputs: {
    orderFollow: OrderReading;
    loadEnvelopes: readonly Envelope[];
    renewLink: { paymentUrl: string };
    cancelOrder: Order;
    loadPayment: PaymentMeans;
    payment: PaymentOutput;
  };
}

const setFailure = (_: Context, { error }: { error: unknown }): Partial<Context> => ({ failure: toFailure(error) });
const setOrder = (_: Context, { output }: { output: { order: Order } }): Partial<Context> => ({
  order: output.order,
  failure: null,
});

/** No payment is under way for an order of these statuses. */
const OPEN = /^(awaitingPayment|partiallyPaid)$/;
const isPaid = (_: Context, { output }: { output: { order: Order } }): boolean => output.order.status === "paid";
/** An order that names no wallet is paid by none. */
const isPaidByWallet = ({ order }: Context): boolean => OPEN.test(order.status) && order.fromAddress !== null;
/** PRODUCT.md 1: wallets of some kinds are connected inside the messenger. */
const isPaidHere = (before: Context): boolean =>
  isPaidByWallet(before) && before.coinsPaidHere.some((coin) => coin === before.order.coinType);

/** What was sent here is neither paid again nor cancelled while it is on its way. */
const isSentHere = (before: Context): boolean => isPaidHere(before) && before.order.reportedTxHash !== null;

export const envelopeOrderTable: TransitionTable<EnvelopeOrderShape> = {
  delaysMs: { openingTime: 1_500, followInterval: 5_000, followTimeout: 20_000 },
  asks: {
    loadEnvelopes: ({ envelopes }) => ({ envelopeIds: envelopes.map(({ envelopeId }) => envelopeId) }),
    orderFollow: ({ order }) => ({ id: order.orderId, reading: { order, envelopes: [] } }),
    cancelOrder: ({ order }) => ({ orderId: order.orderId }),
    payment: ({ order, means }) => ({ hasAccess: true, onlyOrderId: order.orderId, ...means }),
  },
  context: ({ order, envelopes, coinsPaidHere }) => ({
    order,
    envelopes,
    coinsPaidHere,
    means: null,
    failure: null,
  }),
  states: {
    "(machine)": { initial: "idle" },
    idle: {
      "order.open": [
        {
          guard: "isLive",
          when: ({ order, envelopes }) => order.status === "paid" && envelopes[0] !== undefined,
          target: "live",
        },
        {
          guard: "isToBePaid",
          when: (before, { isToBePaid }) => isToBePaid && isPaidHere(before) && !isSentHere(before),
          target: "paying",
        },
        { target: "unpaid" },
      ],
    },
    unpaid: {
      initial: "unpaid.awaitingPayment",
      "done(orderFollow)": [
        {
          guard: "isPaid",
          when: isPaid,
          target: "live",
          changes: (before, event) => ({ ...setOrder(before, event), envelopes: event.output.envelopes }),
        },
        { target: "cancelled", changes: setOrder },
      ],
      "order.read": { changes: (_, { order }) => ({ order, failure: null }) },
      "order.readFailed": { changes: setFailure },
    },
    "unpaid.awaitingPayment": {
      "ui.openPayment": [
        {
          guard: "isPaidHere",
          when: (before) => isPaidHere(before) && !isSentHere(before),
          target: "paying",
        },
        {
          guard: "hasLink",
          when: (before) => isPaidByWallet(before) && before.order.paymentUrl !== null && !isPaidHere(before),
          target: "unpaid.openingPayment",
          emits: ({ order }) => [{ type: "openPayment", url: order.paymentUrl }],
        },
      ],
      "ui.renewLink": {
        guard: "hasNoLink",
        when: (before) => isPaidByWallet(before) && before.order.paymentUrl === null && !isPaidHere(before),
        target: "unpaid.renewingLink",
      },
      "ui.cancelOrder": {
        guard: "isPayable",
        when: (before) => OPEN.test(before.order.status) && !isSentHere(before),
        target: "unpaid.confirmingCancel",
      },
    },
    "unpaid.openingPayment": { "after(openingTime)": { target: "unpaid.awaitingPayment" } },
    "unpaid.renewingLink": {
      "done(renewLink)": {
        target: "unpaid.awaitingPayment",
        changes: ({ order }, { output }) => ({ order: { ...order, paymentUrl: output.paymentUrl } }),
      },
      "error(renewLink)": { target: "unpaid.awaitingPayment", changes: setFailure },
    },
    "unpaid.confirmingCancel": {
      "order.read": {
        guard: "isUnderWay",
        when: (_, { order }) => !OPEN.test(order.status),
        target: "unpaid.awaitingPayment",
        changes: (_, { order }) => ({ order, failure: null }),
      },
      "ui.confirm": { target: "unpaid.cancelling" },
      "ui.back": { target: "unpaid.awaitingPayment" },
    },
    "unpaid.cancelling": {
      "done(cancelOrder)": { target: "cancelled", changes: (_, { output }) => ({ order: output, failure: null }) },
      "error(cancelOrder)": { target: "unpaid", changes: setFailure },
    },
    paying: { initial: "paying.loading", "ui.back": { target: "unpaid" } },
    "paying.loading": {
      "done(loadPayment)": {
        target: "paying.open",
        changes: (_, { output }) => ({ means: output }),
        sends: ["ui.open"],
      },
      "error(loadPayment)": { target: "unpaid", changes: setFailure },
    },
    "paying.open": {
      "done(payment)": {
        target: "unpaid",
        changes: ({ order }, { output }) => ({ order: output.order ?? order }),
      },
    },
    "live.waiting": { "after(followInterval)": { target: "live.reading" } },
    "live.reading": {
      "done(loadEnvelopes)": [
        {
          guard: "areClosed",
          when: (_, { output }) => output.every(({ status }) => status !== "open"),
          target: "live.over",
          changes: (_, { output }) => ({ envelopes: output }),
        },
        { target: "live.waiting", changes: (_, { output }) => ({ envelopes: output }) },
      ],
      "error(loadEnvelopes)": { target: "live.waiting" },
      "after(followTimeout)": { target: "live.waiting" },
    },
    "live.over": {},
    live: {
      initial: "live.waiting",
      "ui.another": { target: "another" },
    },
    cancelled: { "ui.edit": { target: "edit" } },
    another: {},
    edit: {},
  },
};
