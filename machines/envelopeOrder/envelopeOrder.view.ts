import type { SnapshotFrom } from "xstate";
import type { components } from "#contract/schema.d.ts";
import type { CoinType } from "#domain/coins.ts";
import { type FailureText, toFailureText } from "../kit/failureText.ts";
import { findDueAmount } from "../lifecycle/order/findDueAmount.ts";
import { isPaidHere, isPayableStatus, isPaymentSent, isUntouched } from "../lifecycle/order/orderStatuses.ts";
import { listActions, type ViewAction } from "../kit/viewAction.ts";
import type { EnvelopeOrderEvent, envelopeOrderMachine } from "./envelopeOrder.machine.ts";

type Envelope = components["schemas"]["Envelope"];
type Order = components["schemas"]["Order"];
type Action = ViewAction<EnvelopeOrderEvent>;
type Snapshot = SnapshotFrom<typeof envelopeOrderMachine>;
type Value = Snapshot["value"];
type State =
  | Exclude<Extract<Value, string>, "again" | "another" | "edit">
  | Extract<Value, { unpaid: unknown }>["unpaid"]["order"]
  | "paying"
  | "live";

/** The steps of an envelope from its form on, in order. */
export const SEND_STEPS = ["made", "payment", "confirmation", "live"] as const;
export type SendStep = (typeof SEND_STEPS)[number];

/** A way for a wallet to pay beside the main button: the link to the payment page, a code for a phone. */
type OtherWay = "link" | "phone";

export interface EnvelopeOrderView extends FailureText {
  state: State;
  isBusy: boolean;
  titleKey: string;
  order: Order;
  envelopes: readonly Envelope[];
  /** Whether the order names a wallet to pay it from. */
  isPayableByWallet: boolean;
  /** Whether that wallet is connected inside the messenger. */
  isPaidHere: boolean;
  /** Whether a wallet has sent a payment that the chain does not show yet. */
  isSent: boolean;
  otherWays: readonly OtherWay[];
  /** Whether the balance has paid, which no reading of the order shows yet. */
  isPaidFromBalance: boolean;
  /** What is still to be paid, a whole-coin decimal string. */
  dueAmount: string;
  /** What happens now to the envelope of the order. */
  step: SendStep;
  /** What cancelling means, or meant, for the money. */
  cancelKey: string;
  /** Whether nothing of the live envelopes can be claimed any more. */
  isOver: boolean;
  /** What the sender passes on, once the envelope is live and while it can be claimed. */
  passphrase: string | null;
  actions: readonly Action[];
}

export function viewEnvelopeOrder(snapshot: Snapshot): EnvelopeOrderView {
  const { order, envelopes, coinsPaidHere, failure } = snapshot.context;
  const state = getState(snapshot);
  const isOver = snapshot.matches({ live: "over" });
  const isExpired = state === "cancelled" && order.status === "expired";
  return {
    state,
    isBusy: snapshot.hasTag("busy"),
    titleKey: isExpired
      ? "envelope:send.expired"
      : `envelope:send.state.${state === "paying" ? "awaitingPayment" : state}`,
    order,
    envelopes,
    isPayableByWallet: order.fromAddress !== null,
    isPaidHere: isPaidHere(order, coinsPaidHere),
    isSent: isPaymentSent(order),
    otherWays: listOtherWays(order, coinsPaidHere),
    isPaidFromBalance: snapshot.matches({ unpaid: { balance: "paid" } }),
    dueAmount: findDueAmount(order),
    step: findStep(state, order),
    cancelKey: findCancelKey(state, order),
    isOver,
    passphrase: state === "live" && !isOver ? (envelopes[0]?.passphrase ?? null) : null,
    ...toFailureText(snapshot.hasTag("failed") ? failure : null),
    actions: listControls(snapshot, state),
  };
}

function getState({ value }: Snapshot): State {
  // The form comes next.
  if (value === "another" || value === "again") return "live";
  if (value === "edit") return "cancelled";
  if (typeof value === "string") return value;
  if ("unpaid" in value) return value.unpaid.order;
  return "paying" in value ? "paying" : "live";
}

/** While a wallet's payment is on its way, what pays at once would pay a second time; the payment page warns of that. */
function listOtherWays(order: Order, coinsPaidHere: readonly CoinType[]): readonly OtherWay[] {
  if (!isPayableStatus(order.status)) return [];
  const isSent = isPaymentSent(order);
  const hasPage = order.fromAddress !== null && !isPaidHere(order, coinsPaidHere);
  const ways: readonly [OtherWay, boolean][] = [
    ["link", hasPage && order.paymentUrl !== null],
    ["phone", hasPage && !isSent && !order.isOverdue],
  ];
  return ways.filter(([, isOpen]) => isOpen).map(([way]) => way);
}

function findPayKey(order: Order, isHere: boolean): string {
  if (isPaymentSent(order)) return "envelope:send.seePayment";
  return isHere ? "envelope:send.payHere" : "envelope:send.openPayment";
}

function findStep(state: State, { status }: Order): SendStep {
  if (state === "live") return "live";
  return status === "confirming" || status === "paid" ? "confirmation" : "payment";
}

function findCancelKey(state: State, { paidAmount }: Order): string {
  const isPartPaid = paidAmount !== "0";
  if (state === "cancelled") return isPartPaid ? "envelope:send.cancelledPaidText" : "envelope:send.cancelledText";
  return isPartPaid ? "envelope:send.cancelPaidText" : "envelope:send.cancelText";
}

/** Those that wait keep their place beneath a question: hiding the messenger's button would resize the app. */
function listControls(snapshot: Snapshot, state: State): readonly Action[] {
  const { order, coinsPaidHere } = snapshot.context;
  const isAsked = state === "confirmingCancel" || state === "cancelling";
  const isHere = isPaidHere(order, coinsPaidHere);
  const isPayable = isUntouched(order);
  const isPayableNow = isPayable && order.fromAddress !== null;
  const isPaymentOpen = isHere || order.paymentUrl !== null;
  return listActions(snapshot, [
    { event: { type: "ui.confirm" }, labelKey: "envelope:send.confirmCancel" },
    { event: { type: "ui.back" }, labelKey: "envelope:send.back" },
    {
      event: { type: "ui.openPayment" },
      labelKey: findPayKey(order, isHere),
      isWaiting: isAsked && isPayableNow && isPaymentOpen,
    },
    {
      event: { type: "ui.renewLink" },
      labelKey: "envelope:send.renewLink",
      isWaiting: isAsked && isPayableNow && !isPaymentOpen,
    },
    {
      event: { type: "ui.cancelOrder" },
      labelKey: "envelope:send.cancelOrder",
      isWaiting: state === "openingPayment" || state === "renewingLink" || (state === "confirmingCancel" && isPayable),
    },
    { event: { type: "ui.another" }, labelKey: "envelope:send.another" },
    { event: { type: "ui.again" }, labelKey: "envelope:send.again" },
    { event: { type: "ui.edit" }, labelKey: "envelope:send.edit" },
  ]);
}
