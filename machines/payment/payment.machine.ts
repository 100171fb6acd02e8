import { assign } from "xstate";
import { failTo, ifTimeout } from "../kit/request.ts";
import { confirmingOnChain, submitted } from "./payment.chain.ts";
import { getChosenOrder, passOutput } from "./paymentOrders.ts";
import { paymentSetup } from "./payment.setup.ts";
import { checking, preparing } from "./payment.terms.ts";
import type { PaymentPage } from "./payment.types.ts";
import { confirmingInWallet, connecting, reviewing } from "./payment.wallet.ts";

const BACK_IF_LISTED = { guard: "hasOrders", target: "choosingOrder", description: "Back to the orders." } as const;

const setPage = { type: "setPage", params: passOutput<PaymentPage> } as const;

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
      on: {
        "ui.open": [
          { guard: "hasAccess", target: "loading", description: "The page was opened with a code." },
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
      tags: "busy",
      entry: ["clearTerms", assign({ orderId: null })],
      invoke: {
        id: "loadPage",
        src: "loadPage",
        input: ({ context }) => ({ orderId: context.onlyOrderId }),
        onDone: [
          {
            guard: { type: "isOnlyStarted", params: passOutput },
            target: "confirmingOnChain",
            description: "The only order is being paid, perhaps by this page before a reload.",
            actions: [setPage, "chooseOnly"],
          },
          {
            guard: { type: "isEmpty", params: passOutput },
            target: "nothingToPay",
            description: "There is no unpaid order.",
            actions: setPage,
          },
          {
            guard: { type: "isToBePaidAtOnce", params: passOutput },
            target: "preparing",
            description: "The person came to pay this order.",
            actions: [setPage, "chooseOnly"],
          },
          {
            target: "choosingOrder",
            description: "There are unpaid orders; a single one is chosen at once.",
            actions: [setPage, "chooseOnly"],
          },
        ],
        onError: [
          { ...failTo({ target: "timedOut", description: "No answer in time." }), guard: ifTimeout },
          failTo({ target: "failed", description: "The code is invalid or the server cannot be reached." }),
        ],
      },
    },
    nothingToPay: {
      description: "Every order behind the code has ended.",
      on: { "ui.retry": { target: "loading", description: "Look again." } },
    },
    choosingOrder: {
      description: "The orders with what is known of each; one of them is to be chosen.",
      entry: "clearTerms",
      initial: "showing",
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
            input: ({ context: { orders, onlyOrderId } }) => ({
              orderIds: orders.map(({ orderId }) => orderId),
              onlyOrderId,
            }),
            onDone: {
              target: "showing",
              description: "What became of them shows.",
              actions: assign(({ event }) => event.output),
            },
            onError: { target: "showing", description: "They cannot be read now: ask again later." },
          },
          after: { pollTimeout: { target: "showing", description: "No answer in time: ask again later." } },
        },
      },
    },
    confirmingRepeat: {
      description: "Warns that a payment of the order may be on its way, before a second one is made.",
      entry: "clearTerms",
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
    preparing,
    connecting,
    reviewing,
    checking,
    confirmingInWallet,
    submitted,
    confirmingOnChain,
    success: {
      description: "The order is paid.",
      always: { guard: "isForOneOrder", target: "handedBack", description: "The page of the order says so." },
      on: {
        "ui.continue": { guard: "hasOtherOrders", target: "loading", description: "See the other orders." },
      },
    },
    failed: {
      description: "Nothing more can be done with the last step.",
      tags: "failed",
      exit: "clearFailure",
      on: {
        "ui.retry": { guard: "canRetry", target: "loading", description: "Begin again." },
        "app.online": { guard: "lacksNetwork", target: "loading", description: "The device has a network again." },
        "ui.back": BACK_IF_LISTED,
      },
    },
    cancelled: {
      description: "The person refused the payment; the order is still to be paid.",
      on: {
        "ui.retry": { target: "reviewing", description: "Look at the terms again." },
        "ui.back": { target: "choosingOrder", description: "Back to the orders." },
      },
    },
    timedOut: {
      description: "Server or chain did not answer.",
      tags: "failed",
      exit: "clearFailure",
      on: {
        "ui.retry": [
          { guard: "isChosenStarted", target: "confirmingOnChain", description: "Keep waiting for the payment." },
          { target: "loading", description: "Begin again." },
        ],
        "ui.back": BACK_IF_LISTED,
      },
    },
    handedBack: { type: "final", description: "The page of the order follows the payment." },
  },
});
