import { assign, emit, setup } from "xstate";
import type { components } from "#contract/schema.d.ts";
import type { CoinType } from "#domain/coins.ts";
import { toFailure, type Failure } from "../kit/failure.ts";
import { isPayableStatus } from "../lifecycle/order/orderStatuses.ts";
import { orderFollowChild, type OrderFollowEvent, toOrderReading } from "../kit/follow/orderFollow.ts";
import { provideActor } from "../kit/provideActor.ts";
import { failTo, keepFailure } from "../kit/request.ts";

type Envelope = components["schemas"]["Envelope"];
type Order = components["schemas"]["Order"];

export interface EnvelopeOrderInput {
  order: Order;
  /** Those that the order pays for; empty where they are not read yet. */
  envelopes: readonly Envelope[];
  /** Coins whose orders are paid inside the messenger. */
  coinsPaidHere: readonly CoinType[];
  /** Whether it was opened from a form that waits for the person's return. */
  isFromForm: boolean;
}

export interface EnvelopeOrderContext extends EnvelopeOrderInput {
  /** Of the last request; null once one succeeds. */
  failure: Failure | null;
}

export type EnvelopeOrderEvent =
  | { type: "ui.open" }
  | { type: "ui.openPayment" }
  | { type: "ui.renewLink" }
  | { type: "ui.cancelOrder" }
  | { type: "ui.confirm" }
  | { type: "ui.back" }
  | { type: "ui.toForm" }
  | { type: "ui.edit" }
  | { type: "ui.another" }
  | OrderFollowEvent;

/** The ways back to the form. */
export type FormWanted =
  /** As it was left. */
  | { type: "form.wanted" }
  /** As it was, for the order ended unpaid. */
  | { type: "edit.wanted" }
  /** For the next envelope. */
  | { type: "another.wanted" };

export type EnvelopeOrderEmitted =
  /** Telegram opens a link only while it handles the tap, which an emitted event still does. */
  | { type: "openPayment"; url: string }
  /** The order is paid in the app itself. */
  | { type: "payHere"; orderId: string; envelopeId: string }
  | FormWanted;

/** Whether the order can be paid from a bound wallet. */
function hasPayer({ status, fromAddress }: Order): boolean {
  return isPayableStatus(status) && fromAddress !== null;
}

/** Whether the order's wallet is connected inside the messenger. */
export function isPaidHere(order: Order, coinsPaidHere: readonly CoinType[]): boolean {
  return hasPayer(order) && coinsPaidHere.includes(order.coinType);
}

/** Whether a payment was sent here, and shows on the chain soon: paying or cancelling now would only cost. */
export function isSentHere(order: Order, coinsPaidHere: readonly CoinType[]): boolean {
  return order.reportedTxHash !== null && isPaidHere(order, coinsPaidHere);
}

/** Follows the order of envelopes until it is paid, and them until nothing of them is left; or until it ends unpaid. */
export const envelopeOrderMachine = setup({
  types: {
    input: {} as EnvelopeOrderInput,
    context: {} as EnvelopeOrderContext,
    events: {} as EnvelopeOrderEvent,
    tags: {} as "busy" | "failed",
    emitted: {} as EnvelopeOrderEmitted,
    children: {} as { orderFollow: "orderFollow" },
  },
  actors: {
    orderFollow: orderFollowChild,
    loadEnvelopes: provideActor<readonly Envelope[], { envelopeIds: readonly string[] }>("envelopeOrder.loadEnvelopes"),
    renewLink: provideActor<{ paymentUrl: string }>("envelopeOrder.renewLink"),
    cancelOrder: provideActor<Order, { orderId: string }>("envelopeOrder.cancelOrder"),
  },
  guards: {
    isLive: ({ context: { order, envelopes } }) => order.status === "paid" && envelopes.length > 0,
    isPaid: (_, params: { order: Order }) => params.order.status === "paid",
    isPaidHere: ({ context: { order, coinsPaidHere } }) =>
      isPaidHere(order, coinsPaidHere) && !isSentHere(order, coinsPaidHere),
    hasLink: ({ context: { order, coinsPaidHere } }) =>
      hasPayer(order) && order.paymentUrl !== null && !isPaidHere(order, coinsPaidHere),
    hasNoLink: ({ context: { order, coinsPaidHere } }) =>
      hasPayer(order) && order.paymentUrl === null && !isPaidHere(order, coinsPaidHere),
    isUnderWay: (_, { order }: { order: Order }) => !isPayableStatus(order.status),
    isPayable: ({ context: { order, coinsPaidHere } }) =>
      isPayableStatus(order.status) && !isSentHere(order, coinsPaidHere),
    isFromForm: ({ context }) => context.isFromForm,
    areClosed: (_, params: readonly Envelope[]) => !params.some(({ status }) => status === "open"),
  },
  actions: {
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    keepOrder: assign((_, { order }: { order: Order }) => ({ order, failure: null })),
    keepEnd: assign((_, { envelopes, order }: { envelopes: readonly Envelope[]; order: Order }) => ({
      envelopes,
      order,
      failure: null,
    })),
    keepEnvelopes: assign((_, envelopes: readonly Envelope[]) => ({ envelopes })),
    emitPayHere: emit(({ context: { order } }) => ({
      type: "payHere",
      orderId: order.orderId,
      envelopeId: order.envelopeIds[0] ?? "",
    })),
    emitOpenPayment: emit(({ context: { order } }) => ({ type: "openPayment", url: order.paymentUrl ?? "" })),
    emitFormWanted: emit({ type: "form.wanted" }),
    emitEditWanted: emit({ type: "edit.wanted" }),
    emitAnotherWanted: emit({ type: "another.wanted" }),
  },
  delays: { openingTime: 1500, followInterval: 5000, followTimeout: 20_000 },
}).createMachine({
  id: "envelopeOrder",
  description: "The order of envelopes, from its making until they are claimed or it ends unpaid.",
  context: ({ input }) => ({ ...input, failure: null }),
  initial: "idle",
  states: {
    idle: {
      description: "The order is not followed yet.",
      on: {
        "ui.open": [
          {
            guard: "isLive",
            target: "live",
            description: "It is paid already: the repeat of a send.",
          },
          { target: "unpaid", description: "It is to be paid, or its envelopes are not known yet." },
        ],
      },
    },
    unpaid: {
      description: "The order is followed until the server says that it is paid, or that it ended unpaid.",
      invoke: {
        id: "orderFollow",
        src: "orderFollow",
        input: ({ context: { order } }) => ({ id: order.orderId, reading: toOrderReading(order) }),
        onDone: [
          {
            guard: { type: "isPaid", params: ({ event }) => event.output },
            target: "live",
            description: "Paid.",
            actions: { type: "keepEnd", params: ({ event }) => event.output },
          },
          {
            target: "cancelled",
            description: "Cancelled, or run out unpaid.",
            actions: { type: "keepOrder", params: ({ event }) => event.output },
          },
        ],
      },
      on: {
        "order.read": {
          description: "Not paid yet.",
          actions: { type: "keepOrder", params: ({ event }) => ({ order: event.order }) },
        },
        "order.readFailed": {
          description: "The order cannot be read now; it is read again later.",
          actions: keepFailure,
        },
      },
      initial: "awaitingPayment",
      states: {
        awaitingPayment: {
          description: "The order is to be paid.",
          tags: "failed",
          on: {
            "ui.openPayment": [
              { guard: "isPaidHere", description: "Pay it in the app.", actions: "emitPayHere" },
              {
                guard: "hasLink",
                target: "openingPayment",
                description: "Open the payment page outside the messenger.",
                actions: "emitOpenPayment",
              },
            ],
            "ui.renewLink": { guard: "hasNoLink", target: "renewingLink", description: "The link has run out." },
            "ui.cancelOrder": { guard: "isPayable", target: "confirmingCancel", description: "It is not to be paid." },
            "ui.toForm": {
              guard: "isFromForm",
              description: "Back to the form it was opened from.",
              actions: "emitFormWanted",
            },
          },
        },
        openingPayment: {
          description: "The payment page comes up elsewhere; another tap would open it twice.",
          tags: "failed",
          after: { openingTime: { target: "awaitingPayment", description: "It is up." } },
        },
        renewingLink: {
          description: "A fresh payment link is being made.",
          tags: "busy",
          invoke: {
            id: "renewLink",
            src: "renewLink",
            onDone: {
              target: "awaitingPayment",
              description: "The link is there.",
              actions: assign({
                order: ({ context, event }) => ({ ...context.order, paymentUrl: event.output.paymentUrl }),
              }),
            },
            onError: failTo({ target: "awaitingPayment", description: "Not now." }),
          },
        },
        confirmingCancel: {
          description: "Asks whether the order is really to be cancelled.",
          on: {
            "order.read": {
              guard: { type: "isUnderWay", params: ({ event }) => ({ order: event.order }) },
              target: "awaitingPayment",
              description: "A payment has come: it can be cancelled no more.",
              actions: { type: "keepOrder", params: ({ event }) => ({ order: event.order }) },
            },
            "ui.confirm": { target: "cancelling", description: "Yes, cancel it." },
            "ui.back": { target: "awaitingPayment", description: "No, keep it." },
          },
        },
        cancelling: {
          description: "The server cancels the order.",
          tags: "busy",
          invoke: {
            id: "cancelOrder",
            src: "cancelOrder",
            input: ({ context }) => ({ orderId: context.order.orderId }),
            onDone: {
              target: "#envelopeOrder.cancelled",
              description: "Cancelled.",
              actions: { type: "keepOrder", params: ({ event }) => ({ order: event.output }) },
            },
            onError: failTo({
              target: "#envelopeOrder.unpaid",
              description: "Refused, perhaps because it is paid: look at it.",
            }),
          },
        },
      },
    },
    live: {
      description: "The envelopes are open; their passphrase is to be shared, and who claims shows by itself.",
      initial: "waiting",
      states: {
        waiting: {
          description: "The pause between two readings.",
          after: { followInterval: { target: "reading", description: "Read them again." } },
        },
        reading: {
          description: "The envelopes are being read.",
          invoke: {
            id: "loadEnvelopes",
            src: "loadEnvelopes",
            input: ({ context }) => ({ envelopeIds: context.envelopes.map(({ envelopeId }) => envelopeId) }),
            onDone: [
              {
                guard: { type: "areClosed", params: ({ event }) => event.output },
                target: "over",
                description: "Nothing can be claimed any more.",
                actions: { type: "keepEnvelopes", params: ({ event }) => event.output },
              },
              {
                target: "waiting",
                description: "There is something left to claim.",
                actions: { type: "keepEnvelopes", params: ({ event }) => event.output },
              },
            ],
            onError: { target: "waiting", description: "They cannot be read now; what is known of them stays." },
          },
          after: { followTimeout: { target: "waiting", description: "No answer in time: ask again later." } },
        },
        over: { description: "All of them are claimed, or their time has passed." },
      },
      on: { "ui.another": { description: "Write another one.", actions: "emitAnotherWanted" } },
    },
    cancelled: {
      description: "The order ended unpaid; nothing was charged.",
      on: { "ui.edit": { description: "Back to the form as it was.", actions: "emitEditWanted" } },
    },
  },
});

export const envelopeOrderSecrets: readonly string[] = ["passphrase", "externalPaymentCode", "paymentUrl", "url"];
