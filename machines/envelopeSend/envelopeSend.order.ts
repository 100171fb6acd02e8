import { assign, emit } from "xstate";
import { keepFailure } from "../requestFailure.ts";
import { envelopeSendSetup } from "./envelopeSend.setup.ts";

export const awaitingPayment = envelopeSendSetup.createStateConfig({
  description: "The order is to be paid on the payment page; the server says when it is paid.",
  invoke: {
    id: "orderFollow",
    src: "orderFollow",
    input: ({ context: { order } }) => ({ orderId: order?.orderId ?? "", order }),
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
    "ui.openPayment": [
      {
        guard: "isPaidHere",
        description: "Pay it in the app.",
        actions: emit(({ context: { order } }) => ({
          type: "payHere" as const,
          orderId: order?.orderId ?? "",
          envelopeId: order?.envelopeIds[0] ?? "",
        })),
      },
      {
        guard: "hasLink",
        target: "openingPayment",
        description: "Open the payment page outside the messenger.",
        actions: emit(({ context }) => ({ type: "openPayment" as const, url: context.order?.paymentUrl ?? "" })),
      },
    ],
    "ui.renewLink": { guard: "hasNoLink", target: "renewingLink", description: "The link has run out." },
    "ui.cancelOrder": { guard: "isPayable", target: "confirmingCancel", description: "It is not to be paid." },
    "ui.toForm": {
      guard: "isFromForm",
      target: "loadingOptions",
      description: "Back to the form it was opened from.",
    },
  },
});

export const openingPayment = envelopeSendSetup.createStateConfig({
  description: "The payment page comes up elsewhere; another tap would open it twice.",
  after: { openingTime: { target: "awaitingPayment", description: "It is up: look whether it is paid." } },
});

export const renewingLink = envelopeSendSetup.createStateConfig({
  description: "A fresh payment link is being made.",
  invoke: {
    id: "renewLink",
    src: "renewLink",
    onDone: {
      target: "awaitingPayment",
      description: "The link is there.",
      actions: assign({
        order: ({ context, event }) =>
          context.order === null ? null : { ...context.order, paymentUrl: event.output.paymentUrl },
      }),
    },
    onError: { target: "awaitingPayment", description: "Not now.", actions: keepFailure },
  },
  after: { requestTimeout: { target: "awaitingPayment", description: "No answer in time." } },
});

export const confirmingCancel = envelopeSendSetup.createStateConfig({
  description: "Asks whether the order is really to be cancelled.",
  on: {
    "ui.confirm": { target: "cancelling", description: "Yes, cancel it." },
    "ui.back": { target: "awaitingPayment", description: "No, keep it." },
  },
});

export const cancelling = envelopeSendSetup.createStateConfig({
  description: "The server cancels the order.",
  invoke: {
    id: "cancelOrder",
    src: "cancelOrder",
    input: ({ context }) => ({ orderId: context.order?.orderId ?? "" }),
    onDone: {
      target: "cancelled",
      description: "Cancelled.",
      actions: { type: "keepOrder", params: ({ event }) => ({ order: event.output }) },
    },
    onError: {
      target: "awaitingPayment",
      description: "Refused, perhaps because it is paid: look at it.",
      actions: keepFailure,
    },
  },
  after: { requestTimeout: { target: "awaitingPayment", description: "No answer in time: look at it." } },
});
