import type { SnapshotFrom } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { type FailureText, toFailureText } from "../kit/failureText.ts";
import { findDueAmount } from "../lifecycle/order/findDueAmount.ts";
import { isPayableStatus } from "../lifecycle/order/orderStatuses.ts";
import type { ViewAction } from "../kit/viewAction.ts";
import { isPaidHere, isSentHere, type EnvelopeOrderEvent, type envelopeOrderMachine } from "./envelopeOrder.machine.ts";

type Envelope = components["schemas"]["Envelope"];
type Order = components["schemas"]["Order"];
type Action = ViewAction<EnvelopeOrderEvent>;
type Snapshot = SnapshotFrom<typeof envelopeOrderMachine>;
type Value = Snapshot["value"];
type State = Extract<Value, string> | Extract<Value, { unpaid: unknown }>["unpaid"] | "live";

/** The steps of an envelope from its form on, in order. */
export const SEND_STEPS = ["made", "payment", "confirmation", "live"] as const;
export type SendStep = (typeof SEND_STEPS)[number];

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
    titleKey: isExpired ? "envelope:send.expired" : `envelope:send.state.${state}`,
    order,
    envelopes,
    isPayableByWallet: order.fromAddress !== null,
    isPaidHere: isPaidHere(order, coinsPaidHere),
    dueAmount: findDueAmount(order),
    step: findStep(state, order),
    cancelKey: findCancelKey(state, order),
    isOver,
    passphrase: state === "live" && !isOver ? (envelopes[0]?.passphrase ?? null) : null,
    ...toFailureText(snapshot.hasTag("failed") ? failure : null),
    actions: ACTIONS[state](snapshot),
  };
}

function getState({ value }: Snapshot): State {
  if (typeof value === "string") return value;
  return "unpaid" in value ? value.unpaid : "live";
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

const OPEN: Action = { event: { type: "ui.open" }, labelKey: "envelope:send.resume", enabled: true };
const PAY: Action = { event: { type: "ui.openPayment" }, labelKey: "envelope:send.openPayment", enabled: true };
const PAY_HERE: Action = { ...PAY, labelKey: "envelope:send.payHere" };
const RENEW: Action = { event: { type: "ui.renewLink" }, labelKey: "envelope:send.renewLink", enabled: true };
const CANCEL: Action = { event: { type: "ui.cancelOrder" }, labelKey: "envelope:send.cancelOrder", enabled: true };
const CONFIRM: Action = { event: { type: "ui.confirm" }, labelKey: "envelope:send.confirmCancel", enabled: true };
const BACK: Action = { event: { type: "ui.back" }, labelKey: "envelope:send.back", enabled: true };
const TO_FORM: Action = { event: { type: "ui.toForm" }, labelKey: "envelope:send.edit", enabled: true };
const EDIT: Action = { event: { type: "ui.edit" }, labelKey: "envelope:send.edit", enabled: true };
const ANOTHER: Action = { event: { type: "ui.another" }, labelKey: "envelope:send.another", enabled: true };

function listPaymentActions({ context: { order, coinsPaidHere } }: Snapshot): readonly Action[] {
  if (!isPayableStatus(order.status)) return [];
  if (order.fromAddress === null) return [CANCEL];
  if (isSentHere(order, coinsPaidHere)) return [];
  if (isPaidHere(order, coinsPaidHere)) return [PAY_HERE, CANCEL];
  return [order.paymentUrl === null ? RENEW : PAY, CANCEL];
}

/** The former controls stay beneath a question: hiding the messenger's button would resize the app. */
function listLater(snapshot: Snapshot): readonly Action[] {
  return listPaymentActions(snapshot).map(({ event, labelKey }) => ({ event, labelKey, enabled: false }));
}

/** It keeps its place while a page is opened or a link made. */
const CANCEL_LATER: Action = { ...CANCEL, enabled: false };

const ACTIONS: Readonly<Record<State, (snapshot: Snapshot) => readonly Action[]>> = {
  idle: () => [OPEN],
  awaitingPayment: (snapshot) => [...listPaymentActions(snapshot), ...(snapshot.context.isFromForm ? [TO_FORM] : [])],
  openingPayment: () => [CANCEL_LATER],
  renewingLink: () => [CANCEL_LATER],
  // The button that asked stays, for the focus to come back to.
  confirmingCancel: (snapshot) => [CONFIRM, BACK, ...listLater(snapshot)],
  cancelling: (snapshot) => listLater(snapshot).filter(({ event }) => event.type !== CANCEL.event.type),
  live: () => [ANOTHER],
  cancelled: () => [EDIT],
};
