import type { components } from "#contract/schema.d.ts";
import { switchAmount } from "#domain/envelope/switchAmount.ts";
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
    readFunds: Funds;
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
const startAnew = { options: null, funds: null, envelope: null, order: null, failure: null };
const late: Partial<Context> = { failure: { kind: "timeout" } };
/** A refusal stands in the form, and counts. */
const refuse = ({ refusals }: Context, { error }: ErrorEvent): Partial<Context> => ({
  failure: toFailure(error),
  refusals: refusals + 1,
});
const refuseLate = ({ refusals }: Context): Partial<Context> => ({
  failure: { kind: "timeout" },
  refusals: refusals + 1,
});
const refuseFunds =
  (error: "walletNotBound" | "balanceUnavailable" | "insufficientBalance") =>
  ({ refusals }: Context, { output }: { output: Funds }): Partial<Context> => ({
    funds: output,
    failure: { kind: "api", error, message: "" },
    refusals: refusals + 1,
  });
/** The form has changed: what was said of it, and its key, are of the form as it was. */
const changed = { idempotencyKey: null, failure: null };

/** The rules of the form are domain/'s, and tested there. */
const isRight = ({ draft }: Context): boolean => validateSend(draft).ok;
const hasKey = ({ idempotencyKey }: Context): boolean => idempotencyKey !== null;

/** Enough for the samples of the walk, whose amounts are short. What is in the app pays for nothing. */
function isFunded({ draft }: Context, { output }: { output: Funds }): boolean {
  const total =
    draft.totalAmount === null ? Number(draft.singleAmount) * Number(draft.count) : Number(draft.totalAmount);
  return output.kind === "bound" && output.balance !== null && Number(output.balance) >= total;
}

const keepOptions = (before: Context, { output }: { output: SendOptions }): Partial<Context> => {
  const isMember = output.chats.some((chat) => chat.chatId === before.chosenChatId);
  const only = !before.isChatOffered && output.chats.length === 1 ? (output.chats[0]?.chatId ?? null) : null;
  return { options: output, chosenChatId: isMember ? before.chosenChatId : only, isChatOffered: true };
};
const findAsked = ({ askedEnvelopeId }: Context, { output }: { output: SendOptions }): Order | undefined =>
  output.unpaidOrders.find(({ envelopeIds }) => askedEnvelopeId !== null && envelopeIds.includes(askedEnvelopeId));

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

/** The rule of the conversion is domain/'s, and tested there. */
const chooseAmount = (
  { draft, amountSwitch }: Context,
  { field }: Pick<On<"ui.chooseAmount">, "field">,
): Partial<Context> & Pick<Context, "draft"> => ({ ...switchAmount(draft, field, amountSwitch), ...changed });
const chooseType = (before: Context, { envelopeType }: On<"ui.chooseType">): Partial<Context> => {
  const given = envelopeType === "luckyDraw" ? chooseAmount(before, { field: "totalAmount" }) : { draft: before.draft };
  return { ...given, draft: { ...given.draft, type: envelopeType }, ...changed };
};
const chooseCoin = ({ draft }: Context, { coinType }: On<"ui.chooseCoin">): Partial<Context> => ({
  draft: { ...draft, coinType },
  funds: null,
  ...changed,
});
const chooseChat = (_: Context, { chatId }: On<"ui.chooseChat">): Partial<Context> => ({
  chosenChatId: chatId,
  ...changed,
});
const typeIn = ({ draft }: Context, { field, value }: On<"ui.type">): Partial<Context> => {
  const typed = { ...draft, [field]: value };
  if (field === "totalAmount") typed.singleAmount = null;
  if (field === "singleAmount") typed.totalAmount = null;
  return { draft: typed, ...changed };
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

const resume = {
  guard: "isUnpaid",
  when: ({ options }: Context, { orderId }: On<"ui.resume">) =>
    (options?.unpaidOrders ?? []).some((order) => order.orderId === orderId),
  target: "awaitingPayment",
  changes: ({ options }: Context, { orderId }: On<"ui.resume">) => ({
    order: (options?.unpaidOrders ?? []).find((order) => order.orderId === orderId) ?? null,
    idempotencyKey: null,
    isSent: false,
    failure: null,
  }),
};

export const envelopeSendTable: TransitionTable<EnvelopeSendShape> = {
  delaysMs: { requestTimeout: 100_000, pollInterval: 3_000, pollTimeout: 20_000, openingTime: 1_500 },
  asks: {
    readFunds: ({ draft }) => ({ coinType: draft.coinType }),
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
  context: ({ coinTypes, chatId, envelopeId, saved }) => ({
    coinTypes,
    options: null,
    draft: {
      ...(saved?.draft ?? EMPTY),
      coinType: [saved?.draft.coinType].find((coin) => coin && coinTypes.includes(coin)) ?? coinTypes.at(0) ?? "eth",
    },
    amountSwitch: null,
    funds: null,
    askedEnvelopeId: envelopeId,
    isSent: false,
    chosenChatId: chatId ?? (saved === null ? null : saved.chatId),
    isChatOffered: saved !== null,
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
      "done(loadOptions)": [
        {
          guard: "isAskedUnpaid",
          when: (before, event) => findAsked(before, event) !== undefined,
          target: "awaitingPayment",
          changes: (before, event) => ({ ...keepOptions(before, event), order: findAsked(before, event) ?? null }),
        },
        { guard: "isAsked", when: ({ askedEnvelopeId }) => askedEnvelopeId !== null, target: "gone" },
        {
          guard: "isClosed",
          when: ({ coinTypes }) => coinTypes.length === 0,
          target: "closed",
          changes: keepOptions,
        },
        { target: "editing", changes: keepOptions },
      ],
      "error(loadOptions)": { target: "failed", changes: keepFailure },
      "after(requestTimeout)": { target: "failed", changes: late },
    },
    gone: {},
    closed: { "ui.reload": { target: "loadingOptions", changes: startAnew }, "ui.resume": resume },
    "editing.readingFunds": {
      "done(readFunds)": { target: "editing.ready", changes: (_, { output }) => ({ funds: output }) },
      "error(readFunds)": { target: "editing.ready" },
      "after(requestTimeout)": { target: "editing.ready" },
    },
    "editing.ready": {},
    editing: {
      initial: "editing.readingFunds",
      "ui.chooseAmount": {
        guard: "isOrdinary",
        when: ({ draft }) => draft.type === "ordinary",
        changes: chooseAmount,
        emits: tellDraft(chooseAmount),
      },
      "ui.chooseType": { changes: chooseType, emits: tellDraft(chooseType) },
      "ui.chooseCoin": {
        target: "editing.readingFunds",
        reenter: true,
        changes: chooseCoin,
        emits: tellDraft(chooseCoin),
      },
      "ui.chooseChat": { changes: chooseChat, emits: tellDraft(chooseChat) },
      "ui.type": { changes: typeIn, emits: tellDraft(typeIn) },
      "ui.makePassphrase": { target: "makingPassphrase" },
      "ui.leave": { changes: ({ touched }, { field }) => ({ touched: [...new Set([...touched, field])] }) },
      "ui.reload": { target: "loadingOptions", changes: startAnew },
      "ui.resume": resume,
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
      "error(createKey)": { target: "editing", changes: refuse },
    },
    checkingBalance: {
      "done(loadFunds)": [
        { guard: "isFunded", when: isFunded, target: "submitting", changes: (_, { output }) => ({ funds: output }) },
        {
          guard: "isNotBound",
          when: (_, { output }) => output.kind === "notBound",
          target: "editing.ready",
          changes: refuseFunds("walletNotBound"),
        },
        {
          guard: "isUnavailable",
          when: (_, { output }) => output.kind === "bound" && output.balance === null,
          target: "editing.ready",
          changes: refuseFunds("balanceUnavailable"),
        },
        { target: "editing.ready", changes: refuseFunds("insufficientBalance") },
      ],
      "error(loadFunds)": { target: "editing.ready", changes: refuse },
      "after(requestTimeout)": { target: "editing.ready", changes: refuseLate },
    },
    submitting: {
      "done(sendEnvelope)": [
        { guard: "isPaid", when: isPaid, target: "live", changes: keepResult, emits: dropDraft },
        { target: "awaitingPayment", changes: keepResult, emits: dropDraft },
      ],
      "error(sendEnvelope)": { target: "editing.ready", changes: refuse },
      "after(requestTimeout)": { target: "editing.ready", changes: refuseLate },
    },
    awaitingPayment: {
      initial: "awaitingPayment.polling",
      "ui.openPayment": {
        guard: "hasLink",
        when: ({ order }) =>
          order !== null && OPEN.test(order.status) && order.fromAddress !== null && order.paymentUrl !== null,
        target: "openingPayment",
        emits: ({ order }) => [{ type: "openPayment", url: order?.paymentUrl }],
      },
      "ui.renewLink": {
        guard: "hasNoLink",
        when: ({ order }) =>
          order !== null && OPEN.test(order.status) && order.fromAddress !== null && order.paymentUrl === null,
        target: "renewingLink",
      },
      "ui.cancelOrder": {
        guard: "isOpen",
        when: ({ order }) => order !== null && OPEN.test(order.status),
        target: "confirmingCancel",
      },
      "ui.toForm": {
        guard: "isFromForm",
        when: ({ isSent, askedEnvelopeId }) => !isSent && askedEnvelopeId === null,
        target: "loadingOptions",
        changes: startAnew,
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
          askedEnvelopeId: null,
          amountSwitch: null,
          touched: [],
          ...startAnew,
        }),
      },
    },
    cancelled: {
      "ui.edit": {
        target: "loadingOptions",
        changes: { ...startAnew, isSent: false, askedEnvelopeId: null },
        emits: tellDraft(() => ({})),
      },
    },
    failed: { "ui.retry": { target: "loadingOptions", changes: startAnew } },
  },
};
