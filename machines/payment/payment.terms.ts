import { assign } from "xstate";
import { failTo, ifTimeout } from "../kit/request.ts";
import { paymentSetup } from "./payment.setup.ts";
import type { PaymentTerms } from "./payment.types.ts";
import { passOutput } from "./paymentOrders.ts";

const readTerms = passOutput<PaymentTerms>;
const setOrder = { type: "setOrder", params: readTerms } as const;
const setTerms = { type: "setTerms", params: readTerms } as const;

const LATE = { ...failTo({ target: "timedOut", description: "No answer in time." }), guard: ifTimeout } as const;

/** Where both readings of the terms lead when the order cannot be paid now. */
const UNPAYABLE = [
  {
    guard: { type: "isPaid", params: readTerms },
    target: "success",
    description: "Paid already.",
    actions: setOrder,
  },
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
    actions: { type: "setNotPayable", params: readTerms },
  },
] as const;

export const preparing = paymentSetup.createStateConfig({
  description: "The terms of the payment are being read.",
  tags: "busy",
  on: { "ui.back": { target: "choosingOrder", description: "Back to the orders." } },
  invoke: {
    id: "loadFirstTerms",
    src: "loadTerms",
    input: ({ context }) => ({ orderId: context.orderId ?? "" }),
    onDone: [
      ...UNPAYABLE,
      { target: "connecting", description: "The terms are known: reach the wallet.", actions: setTerms },
    ],
    onError: [
      LATE,
      failTo({ target: "failed", description: "The order is unknown, or neither server nor chain can be reached." }),
    ],
  },
});

export const checking = paymentSetup.createStateConfig({
  description: "Order, payer and balance are checked once more before the wallet opens.",
  tags: "busy",
  on: { "ui.back": { target: "choosingOrder", description: "Back to the orders." } },
  invoke: {
    id: "loadLastTerms",
    src: "loadTerms",
    input: ({ context }) => ({ orderId: context.orderId ?? "" }),
    onDone: [
      ...UNPAYABLE,
      {
        guard: { type: "isOtherPayer", params: readTerms },
        target: "failed",
        description: "The connected wallet is not the one that has to pay.",
        actions: assign({ failure: { kind: "wallet", reason: "addressMismatch" } }),
      },
      {
        guard: { type: "isOtherTerms", params: readTerms },
        target: "reviewing",
        description: "Amount, destination or reference changed: the person has to agree again.",
        actions: [setTerms, assign({ isChanged: true })],
      },
      {
        guard: { type: "cannotAfford", params: readTerms },
        target: "failed",
        description: "The balance does not cover the amount and the gas.",
        actions: assign({ failure: { kind: "wallet", reason: "insufficientBalance" } }),
      },
      {
        target: "confirmingInWallet",
        description: "Order, payer, terms and balance are right.",
        actions: assign(({ event }) => ({ request: event.output.request, isChanged: false })),
      },
    ],
    onError: [
      LATE,
      failTo({ target: "failed", description: "Neither server nor chain can be reached, or the order is gone." }),
    ],
  },
});
