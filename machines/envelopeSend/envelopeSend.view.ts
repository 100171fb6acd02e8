import type { SnapshotFrom } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { COINS, type CoinType } from "#domain/coins.ts";
import { validateSend, type SendField, type SendProblem } from "#domain/envelope/validateSend.ts";
import { formatAmount } from "#domain/money/formatAmount.ts";
import { getFailureKey } from "../failureKey.ts";
import { findDueAmount } from "../lifecycle/order/findDueAmount.ts";
import { viewOrder } from "../lifecycle/order/order.view.ts";
import type { ViewAction } from "../viewAction.ts";
import type { envelopeSendMachine, EnvelopeSendEvent, SendForm } from "./envelopeSend.machine.ts";

type Chat = components["schemas"]["Chat"];
type Envelope = components["schemas"]["Envelope"];
type Order = components["schemas"]["Order"];
type Action = ViewAction<EnvelopeSendEvent>;
type Snapshot = SnapshotFrom<typeof envelopeSendMachine>;
type State = Extract<Snapshot["value"], string> | "awaitingPayment";

/** What a claimer gets, as whole-coin decimal strings. */
export type ExpectedShare = { kind: "exact"; amount: string } | { kind: "luck"; min: string };

/** The way of an envelope from its form on, in its order. */
export const SEND_STEPS = ["made", "payment", "confirmation", "live"] as const;
export type SendStep = (typeof SEND_STEPS)[number];

export interface EnvelopeSendView {
  state: State;
  isBusy: boolean;
  titleKey: string;
  draft: SendForm;
  coinTypes: readonly CoinType[];
  /** Bounds of the chosen coin as whole-coin decimal strings. */
  limits: { min: string; max: string; maxInputLength: number; coinLabel: string };
  chats: readonly Chat[];
  chosenChatId: string | null;
  unpaidOrders: readonly Order[];
  /** Problems that show: of the fields that were left, of all once the form was sent. */
  problems: Readonly<Partial<Record<SendField, SendProblem>>>;
  /** How often the form was sent with problems. */
  refusals: number;
  /** What the envelope costs, a whole-coin decimal string; null while amount and count do not tell. */
  total: string | null;
  /** Null while an equal share is not known. */
  share: ExpectedShare | null;
  envelope: Envelope | null;
  order: Order | null;
  /** What is still to be paid, a whole-coin decimal string. */
  dueAmount: string | null;
  /** What happens now to the envelope of the order. */
  step: SendStep;
  /** What cancelling means, or meant, for the money. */
  cancelKey: string;
  /** What the sender tells the others, once the envelope is live. */
  passphrase: string | null;
  failureKey: string | null;
  /** Whether binding a wallet would help. */
  needsWallet: boolean;
  actions: readonly Action[];
}

export function viewEnvelopeSend(snapshot: Snapshot): EnvelopeSendView {
  const { context } = snapshot;
  const { draft, failure } = context;
  const state = typeof snapshot.value === "string" ? snapshot.value : "awaitingPayment";
  const { min, max, maxInputLength, label, baseDecimals } = COINS[draft.coinType];
  const total = sumUp(draft);
  return {
    state,
    isBusy: BUSY_STATES.has(state),
    titleKey: isExpired(snapshot) ? "envelope:send.expired" : `envelope:send.state.${state}`,
    draft,
    coinTypes: context.coinTypes,
    limits: { min, max, maxInputLength, coinLabel: label },
    chats: context.options?.chats ?? [],
    chosenChatId: context.chosenChatId,
    unpaidOrders: context.options?.unpaidOrders ?? [],
    problems: listShownProblems(snapshot),
    refusals: context.refusals,
    total: total === null ? null : formatAmount(total.totalBase, baseDecimals),
    share: findShare(draft, total?.shareBase ?? null),
    envelope: context.envelope,
    order: context.order,
    dueAmount: context.order === null ? null : findDueAmount(context.order),
    step: findStep(snapshot),
    cancelKey: findCancelKey(snapshot),
    passphrase: state === "live" ? (context.envelope?.passphrase ?? null) : null,
    failureKey: FAILURE_STATES.has(state) && failure !== null ? getFailureKey(failure) : null,
    needsWallet: state === "failed" && failure?.kind === "api" && failure.error === "walletNotBound",
    actions: ACTIONS[state](snapshot),
  };
}

/** What amount and count come to, whatever else of the form is missing. */
function sumUp(draft: SendForm): { totalBase: bigint; shareBase: bigint | null } | null {
  const validation = validateSend({ ...draft, passphrase: null, remark: "" });
  return validation.ok ? validation.value : null;
}

function findShare({ type, coinType }: SendForm, shareBase: bigint | null): ExpectedShare | null {
  const { min, baseDecimals } = COINS[coinType];
  if (type === "luckyDraw") return { kind: "luck", min };
  return shareBase === null ? null : { kind: "exact", amount: formatAmount(shareBase, baseDecimals) };
}

function isExpired({ value, context: { order } }: Snapshot): boolean {
  return value === "cancelled" && order?.status === "expired";
}

function findStep({ value, context: { order } }: Snapshot): SendStep {
  if (value === "live") return "live";
  return order?.status === "confirming" || order?.status === "paid" ? "confirmation" : "payment";
}

function findCancelKey({ value, context: { order } }: Snapshot): string {
  const isPartPaid = order !== null && order.paidAmount !== "0";
  if (value === "cancelled") return isPartPaid ? "envelope:send.cancelledPaidText" : "envelope:send.cancelledText";
  return isPartPaid ? "envelope:send.cancelPaidText" : "envelope:send.cancelText";
}

const BUSY_STATES: ReadonlySet<State> = new Set<State>([
  "loadingOptions",
  "preparing",
  "checkingBalance",
  "submitting",
  "renewingLink",
  "cancelling",
]);
const FAILURE_STATES: ReadonlySet<State> = new Set<State>(["failed", "awaitingPayment", "openingPayment"]);

function listShownProblems({ context }: Snapshot): EnvelopeSendView["problems"] {
  const validation = validateSend(context.draft);
  if (validation.ok) return {};
  const shown = validation.problems.filter(({ field }) => context.refusals > 0 || context.touched.includes(field));
  return Object.fromEntries(shown.map((problem) => [problem.field, problem]));
}

const OPEN: Action = { event: { type: "ui.open" }, labelKey: "envelope:send.open", enabled: true };
const RELOAD: Action = { event: { type: "ui.reload" }, labelKey: "envelope:send.reload", enabled: true };
const SUBMIT: Action = { event: { type: "ui.submit" }, labelKey: "envelope:send.submit", enabled: true };
const PAY: Action = { event: { type: "ui.openPayment" }, labelKey: "envelope:send.openPayment", enabled: true };
const MAKE: Action = {
  event: { type: "ui.makePassphrase" },
  labelKey: "envelope:send.generatePassphrase",
  enabled: true,
};
const RENEW: Action = { event: { type: "ui.renewLink" }, labelKey: "envelope:send.renewLink", enabled: true };
const CANCEL: Action = { event: { type: "ui.cancelOrder" }, labelKey: "envelope:send.cancelOrder", enabled: true };
const CONFIRM: Action = { event: { type: "ui.confirm" }, labelKey: "envelope:send.confirmCancel", enabled: true };
const BACK: Action = { event: { type: "ui.back" }, labelKey: "envelope:send.back", enabled: true };
const RETRY: Action = { event: { type: "ui.retry" }, labelKey: "envelope:send.retry", enabled: true };
const EDIT: Action = { event: { type: "ui.edit" }, labelKey: "envelope:send.edit", enabled: true };
const ANOTHER: Action = { event: { type: "ui.another" }, labelKey: "envelope:send.another", enabled: true };

function listFormActions({ context }: Snapshot): readonly Action[] {
  const types = (["ordinary", "luckyDraw"] as const).map((envelopeType): Action => ({
    event: { type: "ui.chooseType", envelopeType },
    labelKey: `envelope:type.${envelopeType}`,
    enabled: true,
  }));
  const coins = context.coinTypes.map((coinType): Action => ({
    event: { type: "ui.chooseCoin", coinType },
    labelKey: `envelope:coin.${coinType}`,
    enabled: true,
  }));
  const chats = [null, ...(context.options?.chats ?? []).map((chat) => chat.chatId)].map((chatId): Action => ({
    event: { type: "ui.chooseChat", chatId },
    labelKey: chatId === null ? "envelope:send.noChat" : "envelope:send.chooseChat",
    enabled: true,
  }));
  const unpaid = (context.options?.unpaidOrders ?? []).map(({ orderId }): Action => ({
    event: { type: "ui.resume", orderId },
    labelKey: "envelope:send.resume",
    enabled: true,
  }));
  return [...types, ...coins, ...chats, ...unpaid, MAKE, RELOAD, SUBMIT];
}

function listPaymentActions({ context: { order } }: Snapshot): readonly Action[] {
  if (order === null || !viewOrder({ value: order.status }).isPayable) return [];
  return [order.paymentUrl === null ? RENEW : PAY, CANCEL];
}

/** It keeps its place while a page is opened or a link made. */
const CANCEL_LATER: Action = { ...CANCEL, enabled: false };

const ACTIONS: Readonly<Record<State, (snapshot: Snapshot) => readonly Action[]>> = {
  idle: () => [OPEN],
  loadingOptions: () => [],
  editing: listFormActions,
  makingPassphrase: () => [],
  preparing: () => [],
  checkingBalance: () => [],
  submitting: () => [],
  awaitingPayment: listPaymentActions,
  openingPayment: () => [CANCEL_LATER],
  renewingLink: () => [CANCEL_LATER],
  // The button that asked stays, for the focus to come back to.
  confirmingCancel: () => [CONFIRM, BACK, { ...CANCEL, enabled: false }],
  cancelling: () => [],
  live: () => [ANOTHER],
  cancelled: () => [EDIT],
  failed: ({ context }) => (context.options === null ? [RETRY] : [RETRY, EDIT]),
};
