import { assign, emit, sendTo, setup } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { balancePaymentMachine, type BalancePaymentOutput } from "../balancePayment/balancePayment.machine.ts";
import type { CoinType } from "#domain/coins.ts";
import type { Failure } from "../kit/failure.ts";
import { failureActions } from "../kit/request.ts";
import { isPayableStatus, isPaymentSent } from "../lifecycle/order/orderStatuses.ts";
import { orderFollowChild, type OrderFollowEvent } from "../kit/follow/orderFollow.ts";
import { provideActor } from "../kit/provideActor.ts";
import { provideLogics } from "../kit/provideLogics.ts";
import { viewEnvelope } from "../lifecycle/envelope/envelope.view.ts";
import type { PaymentInput, paymentMachine, PaymentOutput } from "../payment/payment.machine.ts";

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

/** A payment from the balance needs a security code, which is to be set first, or recovered where it is forgotten. */
export interface CodeWanted {
  type: "code.wanted";
  isForgotten: boolean;
  /** The way back: one of the order. */
  envelopeId: string;
}

export type EnvelopeOrderEmitted =
  /** Telegram opens a link only while it handles the tap, which an emitted event still does. */
  { type: "openPayment"; url: string } | CodeWanted;

/** Whether the order can be paid from a bound wallet. */
function hasPayer({ status, fromAddress }: Order): boolean {
  return isPayableStatus(status) && fromAddress !== null;
}

/** Whether the order's wallet is connected inside the messenger. */
export function isPaidHere(order: Order, coinsPaidHere: readonly CoinType[]): boolean {
  return hasPayer(order) && coinsPaidHere.includes(order.coinType);
}

/** Whether no payment is under way, as far as anybody knows: now it can be cancelled, and the balance would not pay a second time. */
export function isUntouched(order: Order): boolean {
  return isPayableStatus(order.status) && !isPaymentSent(order);
}

export function toCodeWanted({ envelopeIds }: Order, { end }: BalancePaymentOutput): CodeWanted {
  return { type: "code.wanted", isForgotten: end === "recoveryWanted", envelopeId: envelopeIds[0] ?? "" };
}

export const envelopeOrderSetup = setup({
  types: {
    input: {} as EnvelopeOrderInput,
    context: {} as EnvelopeOrderContext,
    events: {} as EnvelopeOrderEvent,
    tags: {} as "busy" | "failed",
    emitted: {} as EnvelopeOrderEmitted,
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
    setOrder: assign((_, { order }: { order: Order }) => ({ order, failure: null })),
    setEnd: assign((_, { envelopes, order }: { envelopes: readonly Envelope[]; order: Order }) => ({
      envelopes,
      order,
      failure: null,
    })),
    setEnvelopes: assign((_, envelopes: readonly Envelope[]) => ({ envelopes })),
    setMeans: assign((_, means: PaymentMeans) => ({ means })),
    setPaid: assign(({ context }, { order }: PaymentOutput) => ({ order: order ?? context.order })),
    openPayment: sendTo("payment", { type: "ui.open" }),
    /** For the chart of the form, which the composition root makes the parent. */
    tellCodeWanted: emit(({ context: { order } }, { output }: { output: BalancePaymentOutput }) =>
      toCodeWanted(order, output),
    ),
    emitOpenPayment: emit(({ context: { order } }) => ({ type: "openPayment" as const, url: order.paymentUrl ?? "" })),
  },
  delays: { openingTime: 1500, followInterval: 5000, followTimeout: 20_000 },
});
