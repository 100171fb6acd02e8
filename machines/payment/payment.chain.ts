import { assign } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { FAST_COINS } from "#domain/fastCoins.ts";
import { toOrderReading } from "../kit/follow/orderFollow.ts";
import { setFailure } from "../kit/request.ts";
import { paymentSetup } from "./payment.setup.ts";
import { getChosenOrder, passOutput } from "./paymentOrders.ts";
import type { PaymentContext } from "./payment.types.ts";

type Order = components["schemas"]["Order"];

const setReported = {
  type: "setOrder",
  params: ({ event }: { event: { output: Order } }) => ({ order: event.output }),
} as const;
const readNews = ({ event }: { event: { order: Order } }) => event;
const setNews = { type: "setOrder", params: readNews } as const;

/** Once a wallet has answered, the chain shows the payment within moments where it is fast. */
function nameAnswered(context: PaymentContext): { awaited?: string } {
  const order = getChosenOrder(context);
  if (order === null || !FAST_COINS.has(order.coinType)) return {};
  return { awaited: context.walletAttempts[order.orderId] ?? "" };
}

export const submitted = paymentSetup.createStateConfig({
  description: "The transaction is reported. The server finds it on chain without the report, too.",
  tags: "busy",
  on: { "ui.back": { target: "choosingOrder", description: "Back to the orders." } },
  invoke: {
    id: "submitPayment",
    src: "submitPayment",
    input: ({ context }) => ({
      orderId: context.orderId ?? "",
      txHash: context.walletAttempts[context.orderId ?? ""] ?? "",
    }),
    onDone: [
      {
        guard: "isForOneOrder",
        target: "handedBack",
        description: "The server knows the transaction, and the page of the order follows it.",
        actions: setReported,
      },
      {
        target: "confirmingOnChain",
        description: "The server knows the transaction.",
        actions: setReported,
      },
    ],
    onError: { target: "confirmingOnChain", description: "Not reported: the server's own watch finds it." },
  },
});

export const confirmingOnChain = paymentSetup.createStateConfig({
  description: "The chain is confirming, n of m; the page may be closed.",
  tags: "failed",
  exit: "clearFailure",
  invoke: {
    id: "orderFollow",
    src: "orderFollow",
    input: ({ context }) => ({
      id: context.orderId ?? "",
      reading: toOrderReading(getChosenOrder(context)),
      ...nameAnswered(context),
    }),
    onDone: [
      {
        guard: { type: "isPaid", params: passOutput },
        target: "success",
        description: "The server decided: paid.",
        actions: { type: "setOrder", params: passOutput },
      },
      {
        target: "failed",
        description: "The order ended first; what arrives goes to the payer's balance.",
        actions: { type: "setNotPayable", params: passOutput },
      },
    ],
  },
  on: {
    "order.read": [
      {
        guard: { type: "isUnderpaid", params: readNews },
        target: "choosingOrder",
        description: "Less than the due amount arrived: the rest is to be paid.",
        actions: [setNews, "clearWalletAttempt", "emitWalletAttempts"],
      },
      {
        description: "Not final yet.",
        actions: [setNews, "clearFailure"],
      },
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
      target: "timedOut",
      description: "Not confirmed in time; the explorer shows more.",
      actions: assign({ failure: { kind: "wallet", reason: "confirmationTimeout" } }),
    },
  },
});
