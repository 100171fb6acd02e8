import type { SnapshotFrom } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { COINS, type CoinType } from "#domain/coins.ts";
import { validateSend, type SendDraft, type SendField, type SendProblem } from "#domain/envelope/validateSend.ts";
import { formatAmount } from "#domain/money/formatAmount.ts";
import { getFailureKey } from "../failureKey.ts";
import type { ViewAction } from "../viewAction.ts";
import type { envelopeSendMachine, EnvelopeSendEvent } from "./envelopeSend.machine.ts";

type Chat = components["schemas"]["Chat"];
type Envelope = components["schemas"]["Envelope"];
type Order = components["schemas"]["Order"];
type Action = ViewAction<EnvelopeSendEvent>;
type Snapshot = SnapshotFrom<typeof envelopeSendMachine>;
type State = Extract<Snapshot["value"], string> | "awaitingPayment";

export interface EnvelopeSendView {
  state: State;
  isBusy: boolean;
  titleKey: string;
  draft: SendDraft;
  coinTypes: readonly CoinType[];
  /** Bounds of the chosen coin as whole-coin decimal strings. */
  limits: { min: string; max: string; maxInputLength: number; coinLabel: string };
  chats: readonly Chat[];
  chosenChatId: string | null;
  unpaidOrders: readonly Order[];
  /** Problems that show: of the fields that were left, of all once the form was sent. */
  problems: Readonly<Partial<Record<SendField, SendProblem>>>;
  /** What the envelope costs, a whole-coin decimal string; null while the form has problems. */
  total: string | null;
  envelope: Envelope | null;
  order: Order | null;
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
  const validation = validateSend(draft);
  return {
    state,
    isBusy: BUSY_STATES.has(state),
    titleKey: `envelope:send.state.${state}`,
    draft,
    coinTypes: context.coinTypes,
    limits: { min, max, maxInputLength, coinLabel: label },
    chats: context.options?.chats ?? [],
    chosenChatId: context.chosenChatId,
    unpaidOrders: context.options?.unpaidOrders ?? [],
    problems: listShownProblems(snapshot),
    total: validation.ok ? formatAmount(validation.value.totalBase, baseDecimals) : null,
    envelope: context.envelope,
    order: context.order,
    passphrase: state === "live" ? (context.envelope?.passphrase ?? null) : null,
    failureKey: FAILURE_STATES.has(state) && failure !== null ? getFailureKey(failure) : null,
    needsWallet: state === "failed" && failure?.kind === "api" && failure.error === "walletNotBound",
    actions: ACTIONS[state](snapshot),
  };
}

const BUSY_STATES: ReadonlySet<State> = new Set<State>([
  "loadingOptions",
  "preparing",
  "checkingBalance",
  "submitting",
  "renewingLink",
  "cancelling",
]);
const FAILURE_STATES: ReadonlySet<State> = new Set<State>(["failed", "awaitingPayment"]);

function listShownProblems({ context }: Snapshot): EnvelopeSendView["problems"] {
  const validation = validateSend(context.draft);
  if (validation.ok) return {};
  const shown = validation.problems.filter(({ field }) => context.isChecked || context.touched.includes(field));
  return Object.fromEntries(shown.map((problem) => [problem.field, problem]));
}

const OPEN: Action = { event: { type: "ui.open" }, labelKey: "envelope:send.open", enabled: true };
const RELOAD: Action = { event: { type: "ui.reload" }, labelKey: "envelope:send.reload", enabled: true };
const SUBMIT: Action = { event: { type: "ui.submit" }, labelKey: "envelope:send.submit", enabled: true };
const PAY: Action = { event: { type: "ui.openPayment" }, labelKey: "envelope:send.openPayment", enabled: true };
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
  const passphrases = [true, false].map((isGenerated): Action => ({
    event: { type: "ui.choosePassphrase", isGenerated },
    labelKey: isGenerated ? "envelope:send.generatePassphrase" : "envelope:send.typePassphrase",
    enabled: true,
  }));
  const unpaid = (context.options?.unpaidOrders ?? []).map(({ orderId }): Action => ({
    event: { type: "ui.resume", orderId },
    labelKey: "envelope:send.resume",
    enabled: true,
  }));
  return [...types, ...coins, ...chats, ...passphrases, ...unpaid, RELOAD, SUBMIT];
}

function listPaymentActions({ context: { order } }: Snapshot): readonly Action[] {
  if (order === null) return [];
  return [order.paymentUrl === null ? RENEW : PAY, ...(order.status === "awaitingPayment" ? [CANCEL] : [])];
}

const ACTIONS: Readonly<Record<State, (snapshot: Snapshot) => readonly Action[]>> = {
  idle: () => [OPEN],
  loadingOptions: () => [],
  editing: listFormActions,
  preparing: () => [],
  checkingBalance: () => [],
  submitting: () => [],
  awaitingPayment: listPaymentActions,
  renewingLink: () => [],
  confirmingCancel: () => [CONFIRM, BACK],
  cancelling: () => [],
  live: () => [ANOTHER],
  cancelled: () => [EDIT],
  failed: ({ context }) => (context.options === null ? [RETRY] : [RETRY, EDIT]),
};
