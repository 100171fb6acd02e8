import type { components } from "#contract/schema.d.ts";
import { validateSend } from "#domain/envelope/validateSend.ts";
import { toFailure } from "../failure.ts";
import type { TransitionTable } from "../transitionTable.ts";
import type {
  EnvelopeSendContext,
  EnvelopeSendEmitted,
  EnvelopeSendEvent,
  EnvelopeSendInput,
  Funds,
  SendForm,
  SendOptions,
  SendProgress,
  SendResult,
} from "./envelopeSend.machine.ts";

type Context = EnvelopeSendContext;
type Order = components["schemas"]["Order"];

export interface EnvelopeSendShape {
  context: EnvelopeSendContext;
  event: EnvelopeSendEvent;
  input: EnvelopeSendInput;
  outputs: {
    loadOptions: SendOptions;
    makePassphrase: { passphrase: string };
    createKey: string;
    loadFunds: Funds;
    sendEnvelope: SendResult;
    loadProgress: SendProgress;
    renewLink: { paymentUrl: string };
    cancelOrder: Order;
  };
}

type On<Type extends EnvelopeSendEvent["type"]> = Extract<EnvelopeSendEvent, { type: Type }>;
type ErrorEvent = { error: unknown };

const keepFailure = (_: Context, { error }: ErrorEvent): Partial<Context> => ({ failure: toFailure(error) });
/** Every entry to `loadingOptions` forgets the last order. */
const startAnew = { options: null, envelope: null, order: null, failure: null };
const late: Partial<Context> = { failure: { kind: "timeout" } };
const refuse = (error: "walletNotBound" | "balanceUnavailable" | "insufficientBalance"): Partial<Context> => ({
  failure: { kind: "api", error, message: "" },
});

/** The rules of the form are domain/'s, and tested there. */
const isRight = ({ draft }: Context): boolean => validateSend(draft).ok;
const hasKey = ({ idempotencyKey }: Context): boolean => idempotencyKey !== null;

/** Enough for the samples of the walk, whose amounts are short. */
function isFunded({ draft }: Context, { output: { inApp, wallet } }: { output: Funds }): boolean {
  const total =
    draft.totalAmount === null ? Number(draft.singleAmount) * Number(draft.count) : Number(draft.totalAmount);
  return Number(inApp) >= total || (wallet.kind === "known" && Number(wallet.balance) >= total);
}

/** Nothing is on its way for an order of these statuses. */
const OPEN = /^(awaitingPayment|partiallyPaid)$/;
const isPaid = (_: Context, { output }: { output: { order: Order } }): boolean => output.order.status === "paid";
const keepResult = (_: Context, { output }: { output: SendResult }): Partial<Context> => ({
  envelope: output.envelopes.at(0) ?? null,
  order: output.order,
  idempotencyKey: null,
  isSent: true,
});
const keepProgress = (_: Context, { output }: { output: SendProgress }): Partial<Context> => ({
  envelope: output.envelope,
  order: output.order,
  failure: null,
});

const EMPTY: SendForm = {
  type: "luckyDraw",
  coinType: "eth",
  count: "",
  totalAmount: "",
  singleAmount: null,
  passphrase: "",
  remark: "",
};

const chooseType = ({ draft }: Context, { envelopeType }: On<"ui.chooseType">): Partial<Context> => {
  if (envelopeType === draft.type) return { idempotencyKey: null };
  const totalAmount = draft.totalAmount ?? "";
  return { draft: { ...draft, type: envelopeType, totalAmount, singleAmount: null }, idempotencyKey: null };
};
const chooseCoin = ({ draft }: Context, { coinType }: On<"ui.chooseCoin">): Partial<Context> => ({
  draft: { ...draft, coinType },
  idempotencyKey: null,
});
const chooseChat = (_: Context, { chatId }: On<"ui.chooseChat">): Partial<Context> => ({
  chosenChatId: chatId,
  idempotencyKey: null,
});
const typeIn = ({ draft }: Context, { field, value }: On<"ui.type">): Partial<Context> => {
  const changed = { ...draft, [field]: value };
  if (field === "totalAmount") changed.singleAmount = null;
  if (field === "singleAmount") changed.totalAmount = null;
  return { draft: changed, idempotencyKey: null };
};
const keepPassphrase = (
  { draft }: Context,
  { output: { passphrase } }: { output: { passphrase: string } },
): Partial<Context> => ({ draft: { ...draft, passphrase }, idempotencyKey: null });

/** The page keeps the form as it is after the change. */
const tellDraft =
  <Event>(change: (before: Context, event: Event) => Partial<Context>) =>
  (before: Context, event: Event): readonly EnvelopeSendEmitted[] => {
    const { draft, chosenChatId } = { ...before, ...change(before, event) };
    return [{ type: "draft.changed", saved: { draft, chatId: chosenChatId } }];
  };
const dropDraft = (): readonly EnvelopeSendEmitted[] => [{ type: "draft.changed", saved: null }];

export const envelopeSendTable: TransitionTable<EnvelopeSendShape> = {
  delaysMs: { requestTimeout: 100_000, pollInterval: 3_000, pollTimeout: 20_000, openingTime: 1_500 },
  asks: {
    loadFunds: ({ draft }) => ({ coinType: draft.coinType }),
    sendEnvelope: ({ draft, chosenChatId, idempotencyKey }) => ({
      body: JSON.parse(
        JSON.stringify({
          type: draft.type,
          coinType: draft.coinType,
          count: Number(draft.count),
          totalAmount: draft.totalAmount ?? undefined,
          singleAmount: draft.singleAmount ?? undefined,
          passphrase: draft.passphrase,
          remark: draft.remark || undefined,
          chatIds: chosenChatId === null ? undefined : [chosenChatId],
        }),
      ),
      idempotencyKey,
    }),
    loadProgress: ({ order }) => ({ orderId: order?.orderId, envelopeId: order?.envelopeIds[0] }),
    cancelOrder: ({ order }) => ({ orderId: order?.orderId }),
  },
  context: ({ coinTypes, chatId, saved }) => ({
    coinTypes,
    options: null,
    draft: {
      ...(saved?.draft ?? EMPTY),
      coinType: [saved?.draft.coinType].find((coin) => coin && coinTypes.includes(coin)) ?? coinTypes.at(0) ?? "eth",
    },
    isSent: false,
    chosenChatId: chatId ?? (saved === null ? null : saved.chatId),
    touched: [],
    refusals: 0,
    idempotencyKey: null,
    envelope: null,
    order: null,
    failure: null,
  }),
  states: {
    "(machine)": { initial: "idle" },
    idle: { "ui.open": { target: "loadingOptions", changes: startAnew } },
    loadingOptions: {
      "done(loadOptions)": {
        target: "editing",
        changes: ({ chosenChatId }, { output }) => {
          const isMember = output.chats.some((chat) => chat.chatId === chosenChatId);
          return { options: output, chosenChatId: isMember ? chosenChatId : null };
        },
      },
      "error(loadOptions)": { target: "failed", changes: keepFailure },
      "after(requestTimeout)": { target: "failed", changes: late },
    },
    editing: {
      "ui.chooseType": { changes: chooseType, emits: tellDraft(chooseType) },
      "ui.chooseCoin": { changes: chooseCoin, emits: tellDraft(chooseCoin) },
      "ui.chooseChat": { changes: chooseChat, emits: tellDraft(chooseChat) },
      "ui.type": { changes: typeIn, emits: tellDraft(typeIn) },
      "ui.makePassphrase": { target: "makingPassphrase" },
      "ui.leave": { changes: ({ touched }, { field }) => ({ touched: [...new Set([...touched, field])] }) },
      "ui.reload": { target: "loadingOptions", changes: startAnew },
      "ui.resume": {
        guard: "isUnpaid",
        when: ({ options }, { orderId }) => (options?.unpaidOrders ?? []).some((order) => order.orderId === orderId),
        target: "awaitingPayment",
        changes: ({ options }, { orderId }) => ({
          order: (options?.unpaidOrders ?? []).find((order) => order.orderId === orderId) ?? null,
          idempotencyKey: null,
          isSent: false,
        }),
      },
      "ui.submit": [
        {
          guard: "isRightAndKeyed",
          when: (before) => isRight(before) && hasKey(before),
          target: "checkingBalance",
          changes: { refusals: 0, failure: null },
        },
        { guard: "isRight", when: isRight, target: "preparing", changes: { refusals: 0 } },
        { changes: ({ refusals }) => ({ refusals: refusals + 1 }) },
      ],
    },
    makingPassphrase: {
      "done(makePassphrase)": { target: "editing", changes: keepPassphrase, emits: tellDraft(keepPassphrase) },
      "error(makePassphrase)": { target: "editing" },
    },
    preparing: {
      "done(createKey)": {
        target: "checkingBalance",
        changes: (_, { output }) => ({ idempotencyKey: output, failure: null }),
      },
      "error(createKey)": { target: "failed", changes: keepFailure },
    },
    checkingBalance: {
      "done(loadFunds)": [
        { guard: "isFunded", when: isFunded, target: "submitting" },
        {
          guard: "isNotBound",
          when: (_, { output }) => output.wallet.kind === "notBound",
          target: "failed",
          changes: refuse("walletNotBound"),
        },
        {
          guard: "isUnavailable",
          when: (_, { output }) => output.wallet.kind === "unavailable",
          target: "failed",
          changes: refuse("balanceUnavailable"),
        },
        { target: "failed", changes: refuse("insufficientBalance") },
      ],
      "error(loadFunds)": { target: "failed", changes: keepFailure },
      "after(requestTimeout)": { target: "failed", changes: late },
    },
    submitting: {
      "done(sendEnvelope)": [
        { guard: "isPaid", when: isPaid, target: "live", changes: keepResult, emits: dropDraft },
        { target: "awaitingPayment", changes: keepResult, emits: dropDraft },
      ],
      "error(sendEnvelope)": { target: "failed", changes: keepFailure },
      "after(requestTimeout)": { target: "failed", changes: late },
    },
    awaitingPayment: {
      initial: "awaitingPayment.polling",
      "ui.openPayment": {
        guard: "hasLink",
        when: ({ order }) => order !== null && OPEN.test(order.status) && order.paymentUrl !== null,
        target: "openingPayment",
        emits: ({ order }) => [{ type: "openPayment", url: order?.paymentUrl }],
      },
      "ui.renewLink": {
        guard: "hasNoLink",
        when: ({ order }) => order !== null && OPEN.test(order.status) && order.paymentUrl === null,
        target: "renewingLink",
      },
      "ui.cancelOrder": {
        guard: "isOpen",
        when: ({ order }) => order !== null && OPEN.test(order.status),
        target: "confirmingCancel",
      },
    },
    "awaitingPayment.polling": {
      "done(loadProgress)": [
        { guard: "isPaid", when: isPaid, target: "live", changes: keepProgress },
        {
          guard: "isEnded",
          when: (_, { output }) => /^(cancelled|expired)$/.test(output.order.status),
          target: "cancelled",
          changes: keepProgress,
        },
        { target: "awaitingPayment.waiting", changes: keepProgress },
      ],
      "error(loadProgress)": { target: "awaitingPayment.waiting", changes: keepFailure },
      "after(pollTimeout)": { target: "awaitingPayment.waiting" },
    },
    "awaitingPayment.waiting": { "after(pollInterval)": { target: "awaitingPayment.polling" } },
    openingPayment: { "after(openingTime)": { target: "awaitingPayment" } },
    renewingLink: {
      "done(renewLink)": {
        target: "awaitingPayment",
        changes: ({ order }, { output }) => ({
          order: order === null ? null : { ...order, paymentUrl: output.paymentUrl },
        }),
      },
      "error(renewLink)": { target: "awaitingPayment", changes: keepFailure },
      "after(requestTimeout)": { target: "awaitingPayment" },
    },
    confirmingCancel: {
      "ui.confirm": { target: "cancelling" },
      "ui.back": { target: "awaitingPayment" },
    },
    cancelling: {
      "done(cancelOrder)": { target: "cancelled", changes: (_, { output }) => ({ order: output, failure: null }) },
      "error(cancelOrder)": { target: "awaitingPayment", changes: keepFailure },
      "after(requestTimeout)": { target: "awaitingPayment" },
    },
    live: {
      "ui.another": {
        target: "loadingOptions",
        changes: ({ coinTypes, draft, isSent }) => ({
          draft: isSent ? { ...EMPTY, coinType: coinTypes.at(0) ?? "eth" } : draft,
          isSent: false,
          touched: [],
          ...startAnew,
        }),
      },
    },
    cancelled: {
      "ui.edit": { target: "loadingOptions", changes: { ...startAnew, isSent: false }, emits: tellDraft(() => ({})) },
    },
    failed: {
      "ui.retry": [
        {
          guard: "isWithoutOptions",
          when: ({ options }) => options === null,
          target: "loadingOptions",
          changes: startAnew,
        },
        { guard: "hasKey", when: hasKey, target: "checkingBalance", changes: { failure: null } },
        { target: "preparing" },
      ],
      "ui.edit": {
        guard: "hasOptions",
        when: ({ options }) => options !== null,
        target: "editing",
        changes: { failure: null },
      },
    },
  },
};
