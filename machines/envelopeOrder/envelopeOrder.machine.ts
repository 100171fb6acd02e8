import { assign, emit, sendTo, setup } from "xstate";
import type { components } from "#contract/schema.d.ts";
import type { CoinType } from "#domain/coins.ts";
import { balancePaymentMachine, type BalancePaymentOutput } from "../balancePayment/balancePayment.machine.ts";
import type { Effect } from "../kit/effects.ts";
import type { Failure } from "../kit/failure.ts";
import { orderFollowChild, toOrderReading, type OrderFollowEvent } from "../kit/follow/orderFollow.ts";
import { provideActor, provideLogics } from "../kit/provide.ts";
import { failTo, failureActions, readOutput, setFailure, takeOutput } from "../kit/request.ts";
import { viewEnvelope } from "../lifecycle/envelope/envelope.view.ts";
import { hasPayer, isPaidHere, isPaymentSent, isUntouched } from "../lifecycle/order/orderStatuses.ts";
import type { PaymentInput, paymentMachine } from "../payment/payment.machine.ts";

type Envelope = components["schemas"]["Envelope"];
type Order = components["schemas"]["Order"];

export interface EnvelopeOrderInput {
  order: Order;
  /** Those that the order pays for; empty where they are not read yet. */
  envelopes: readonly Envelope[];
  /** Coins whose orders are paid inside the messenger. */
  coinsPaidHere: readonly CoinType[];
}

/** What a payment inside the messenger needs to know beside its order. */
export type PaymentMeans = Pick<PaymentInput, "walletKinds" | "walletAttempts">;

export interface EnvelopeOrderContext extends EnvelopeOrderInput {
  /** Null until the order is paid here. */
  means: PaymentMeans | null;
  /** Of the last request; null once one succeeds. */
  failure: Failure | null;
}

export type EnvelopeOrderEvent =
  /** The form was sent. `isToBePaid`: the payment opens at once where the order is paid inside the messenger. */
  | { type: "order.open"; isToBePaid: boolean }
  | { type: "ui.openPayment" }
  | { type: "ui.renewLink" }
  | { type: "ui.cancelOrder" }
  | { type: "ui.confirm" }
  | { type: "ui.back" }
  | { type: "ui.edit" }
  | { type: "ui.another" }
  | { type: "ui.again" }
  | OrderFollowEvent;

/** How the person goes on. */
export type EnvelopeOrderOutput =
  /** `edit`: with the form as it was, for the order ended unpaid; `another`: with the next envelope. */
  | { way: "edit" | "another" }
  /** With the same once more. */
  | { way: "again"; envelopes: readonly Envelope[] };

const AT_ORDER = { type: "emitAddress", params: { isPaying: false } } as const;

const envelopeOrderSetup = setup({
  types: {
    input: {} as EnvelopeOrderInput,
    context: {} as EnvelopeOrderContext,
    events: {} as EnvelopeOrderEvent,
    tags: {} as "busy" | "failed",
    emitted: {} as Effect,
    output: {} as EnvelopeOrderOutput,
    children: {} as { orderFollow: "orderFollow"; payment: "payment"; balancePayment: "balancePayment" },
  },
  actors: {
    orderFollow: orderFollowChild,
    balancePayment: balancePaymentMachine,
    /** Its code is there once `loadPayment` is done. */
    ...provideLogics<{ payment: typeof paymentMachine }>("envelopeOrder", { payment: true }),
    loadPayment: provideActor<PaymentMeans>("envelopeOrder.loadPayment"),
    loadEnvelopes: provideActor<readonly Envelope[], { envelopeIds: readonly string[] }>("envelopeOrder.loadEnvelopes"),
    renewLink: provideActor<{ paymentUrl: string }>("envelopeOrder.renewLink"),
    cancelOrder: provideActor<Order, { orderId: string }>("envelopeOrder.cancelOrder"),
  },
  guards: {
    isLive: ({ context: { order, envelopes } }) => order.status === "paid" && envelopes.length > 0,
    isPaid: (_, params: { order: Order }) => params.order.status === "paid",
    isToBePaid: ({ context: { order, coinsPaidHere } }, params: { isToBePaid: boolean }) =>
      params.isToBePaid && isPaidHere(order, coinsPaidHere) && !isPaymentSent(order),
    isPaidHere: ({ context: { order, coinsPaidHere } }) => isPaidHere(order, coinsPaidHere) && !isPaymentSent(order),
    hasLink: ({ context: { order, coinsPaidHere } }) =>
      hasPayer(order) && order.paymentUrl !== null && !isPaidHere(order, coinsPaidHere),
    hasNoLink: ({ context: { order, coinsPaidHere } }) =>
      hasPayer(order) && order.paymentUrl === null && !isPaidHere(order, coinsPaidHere),
    isUnderWay: (_, { order }: { order: Order }) => !isUntouched(order),
    isUntouched: ({ context: { order } }) => isUntouched(order),
    isOtherBill: ({ context }, { order }: { order: Order }) =>
      order.paidAmount !== context.order.paidAmount || !isUntouched(order),
    isPaidFromBalance: (_, { output }: { output: BalancePaymentOutput }) => output.end === "paid",
    areKnownOver: ({ context: { envelopes } }) =>
      envelopes.every(({ status }) => status === "finished" || viewEnvelope({ value: status }).isOver),
    areClosed: (_, params: readonly Envelope[]) => !params.some(({ status }) => status === "open"),
  },
  actions: {
    ...failureActions,
    /** Who reloads or returns finds the order, or its payment. */
    emitAddress: emit(({ context: { order } }, { isPaying }: { isPaying: boolean }) => ({
      type: "navigate",
      to: `?envelopeId=${order.envelopeIds[0] ?? ""}&orderId=${order.orderId}${isPaying ? "&pay=1" : ""}`,
    })),
    setOrder: assign((_, { order }: { order: Order }) => ({ order, failure: null })),
    setEnvelopes: assign((_, envelopes: readonly Envelope[]) => ({ envelopes })),
  },
  delays: { openingTime: 1500, followInterval: 5000, followTimeout: 20_000 },
});

const setRead = { type: "setOrder", params: ({ event }: { event: { order: Order } }) => event } as const;
const setEnvelopes = { type: "setEnvelopes", params: takeOutput<readonly Envelope[]> } as const;

/** Follows the order of envelopes until it is paid, and them until nothing of them is left; or until it ends unpaid. */
export const envelopeOrderMachine = envelopeOrderSetup.createMachine({
  id: "envelopeOrder",
  description: "The order of envelopes, from its making until they are claimed or it ends unpaid.",
  context: ({ input }) => ({ ...input, means: null, failure: null }),
  output: ({ event }) => (event as { output?: unknown }).output as EnvelopeOrderOutput,
  initial: "idle",
  states: {
    idle: {
      description: "The order is not followed yet.",
      on: {
        "order.open": [
          { guard: "isLive", target: "live", description: "It is paid already: the repeat of a send." },
          {
            guard: { type: "isToBePaid", params: ({ event }) => event },
            target: "paying",
            description: "The person comes to pay it here.",
          },
          { target: "unpaid", description: "It is to be paid, or its envelopes are not known yet." },
        ],
      },
    },
    unpaid: {
      description: "The order is followed until the server says that it is paid, or that it ended unpaid.",
      entry: AT_ORDER,
      invoke: {
        id: "orderFollow",
        src: "orderFollow",
        input: ({ context: { order } }) => ({ id: order.orderId, reading: toOrderReading(order) }),
        onDone: [
          {
            guard: { type: "isPaid", params: ({ event }) => event.output },
            target: "live",
            description: "Paid.",
            actions: assign({
              envelopes: ({ event }) => event.output.envelopes,
              order: ({ event }) => event.output.order,
              failure: null,
            }),
          },
          {
            target: "cancelled",
            description: "Cancelled, or run out unpaid.",
            actions: { type: "setOrder", params: ({ event }) => event.output },
          },
        ],
      },
      on: {
        "order.read": {
          description: "Not paid yet.",
          actions: setRead,
        },
        "order.readFailed": {
          description: "The order cannot be read now; it is read again later.",
          actions: setFailure,
        },
      },
      type: "parallel",
      states: {
        order: {
          description: "What the person does with the order.",
          initial: "awaitingPayment",
          states: {
            awaitingPayment: {
              description: "The order is to be paid.",
              tags: "failed",
              on: {
                "ui.openPayment": [
                  { guard: "isPaidHere", target: "#envelopeOrder.paying", description: "Pay it in the app." },
                  {
                    guard: "hasLink",
                    target: "openingPayment",
                    description: "Open the payment page outside the messenger.",
                    actions: emit(({ context }) => ({ type: "openLink", url: context.order.paymentUrl ?? "" })),
                  },
                ],
                "ui.renewLink": { guard: "hasNoLink", target: "renewingLink", description: "The link has run out." },
                "ui.cancelOrder": {
                  guard: "isUntouched",
                  target: "confirmingCancel",
                  description: "It is not to be paid.",
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
                  guard: { type: "isUnderWay", params: ({ event }) => event },
                  target: "awaitingPayment",
                  description: "A payment has come: it can be cancelled no more.",
                  actions: setRead,
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
                  actions: { type: "setOrder", params: ({ event }) => ({ order: event.output }) },
                },
                onError: failTo({
                  target: "#envelopeOrder.unpaid",
                  description: "Refused, perhaps because it is paid: look at it.",
                }),
              },
            },
          },
        },
        balance: {
          description: "Whether the balance in the app pays.",
          initial: "closed",
          states: {
            closed: {
              description: "The balance may not pay now.",
              always: { guard: "isUntouched", target: "open", description: "Something is due that it may pay." },
            },
            open: {
              description: "The balance may pay what is due.",
              invoke: {
                id: "balancePayment",
                src: "balancePayment",
                input: ({ context: { order } }) => ({ order }),
                onDone: [
                  {
                    guard: { type: "isPaidFromBalance", params: readOutput },
                    target: "paid",
                    description: "It has paid.",
                  },
                  {
                    target: "closed",
                    description: "A security code is to be set or recovered first.",
                    actions: emit(({ event }) => ({
                      type: "code.wanted",
                      isForgotten: event.output.end === "recoveryWanted",
                    })),
                  },
                ],
              },
              on: {
                "order.read": {
                  guard: { type: "isOtherBill", params: ({ event }) => event },
                  target: "closed",
                  description: "Another sum is due, or none that the balance may pay.",
                  actions: setRead,
                },
              },
            },
            paid: { description: "The balance has paid; the next reading of the order shows it." },
          },
        },
      },
    },
    paying: {
      description: "The order is being paid inside the messenger; its payment says what comes of it.",
      entry: { type: "emitAddress", params: { isPaying: true } },
      on: { "ui.back": { target: "unpaid", description: "Back to the order; a wallet may pay all the same." } },
      initial: "loading",
      states: {
        loading: {
          description: "What pays is being loaded.",
          invoke: {
            id: "loadPayment",
            src: "loadPayment",
            onDone: {
              target: "open",
              description: "It is there.",
              actions: assign({ means: ({ event }) => event.output }),
            },
            onError: failTo({ target: "#envelopeOrder.unpaid", description: "It cannot be loaded now." }),
          },
        },
        open: {
          description: "The payment is under way.",
          entry: sendTo("payment", { type: "ui.open" }),
          invoke: {
            id: "payment",
            src: "payment",
            input: ({ context: { order, means } }) => ({
              hasAccess: true,
              onlyOrderId: order.orderId,
              walletKinds: means?.walletKinds ?? {},
              walletAttempts: means?.walletAttempts ?? {},
            }),
            onDone: {
              target: "#envelopeOrder.unpaid",
              description: "Paid, or the server knows of the payment: the order is followed on.",
              actions: assign({ order: ({ context, event }) => event.output.order ?? context.order }),
            },
          },
        },
      },
    },
    live: {
      description: "The envelopes are open; their passphrase is to be shared, and who claims shows by itself.",
      entry: [AT_ORDER, emit({ type: "vibrate", kind: "success" })],
      initial: "judging",
      states: {
        judging: {
          description: "What is known of them may be that they are over, as on a page that is opened again.",
          always: [
            { guard: "areKnownOver", target: "over", description: "Nothing can be claimed any more." },
            { target: "waiting", description: "They can be claimed." },
          ],
        },
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
                guard: { type: "areClosed", params: takeOutput },
                target: "over",
                description: "Nothing can be claimed any more.",
                actions: setEnvelopes,
              },
              { target: "waiting", description: "There is something left to claim.", actions: setEnvelopes },
            ],
            onError: { target: "waiting", description: "They cannot be read now; what is known of them stays." },
          },
          after: { followTimeout: { target: "waiting", description: "No answer in time: ask again later." } },
        },
        over: {
          description: "All of them are claimed, or their time has passed.",
          on: { "ui.again": { target: "#envelopeOrder.again", description: "The same once more." } },
        },
      },
      on: { "ui.another": { target: "another", description: "Write another one." } },
    },
    cancelled: {
      description: "The order ended unpaid; nothing was charged.",
      on: { "ui.edit": { target: "edit", description: "Back to the form as it was." } },
    },
    again: {
      type: "final",
      description: "The form is filled in as it was for these envelopes.",
      output: ({ context }) => ({ way: "again", envelopes: context.envelopes }),
    },
    another: { type: "final", description: "The next envelope is written.", output: { way: "another" } },
    edit: { type: "final", description: "The form is open again.", output: { way: "edit" } },
  },
});
