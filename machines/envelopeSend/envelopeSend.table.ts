import type { components } from "#contract/schema.d.ts";
import { validateSend } from "#domain/envelope/validateSend.ts";
import { toFailure } from "../failure.ts";
import type { TransitionTable } from "../transitionTable.ts";
import type {
  EnvelopeSendContext,
  EnvelopeSendEvent,
  EnvelopeSendInput,
  Funds,
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
    createKey: string;
    loadFunds: Funds;
    sendEnvelope: SendResult;
    loadProgress: SendProgress;
    renewLink: { paymentUrl: string };
    cancelOrder: Order;
  };
}

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

const isPaid = (_: Context, { output }: { output: { order: Order } }): boolean => output.order.status === "paid";
const keepResult = (_: Context, { output }: { output: SendResult }): Partial<Context> => ({
  envelope: output.envelopes.at(0) ?? null,
  order: output.order,
  idempotencyKey: null,
});
const keepProgress = (_: Context, { output }: { output: SendProgress }): Partial<Context> => ({
  envelope: output.envelope,
  order: output.order,
  failure: null,
});

export const envelopeSendTable: TransitionTable<EnvelopeSendShape> = {
  delaysMs: { requestTimeout: 100_000, pollInterval: 3_000, pollTimeout: 20_000 },
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
          passphrase: draft.passphrase ?? undefined,
          remark: draft.remark || undefined,
          chatIds: chosenChatId === null ? undefined : [chosenChatId],
        }),
      ),
      idempotencyKey,
    }),
    loadProgress: ({ order }) => ({ orderId: order?.orderId, envelopeId: order?.envelopeIds[0] }),
    cancelOrder: ({ order }) => ({ orderId: order?.orderId }),
  },
  context: ({ coinTypes, chatId }) => ({
    coinTypes,
    chatId,
    options: null,
    draft: {
      type: "luckyDraw",
      coinType: coinTypes.at(0) ?? "eth",
      count: "",
      totalAmount: "",
      singleAmount: null,
      passphrase: "",
      remark: "",
    },
    chosenChatId: null,
    touched: [],
    isChecked: false,
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
        changes: ({ chosenChatId, chatId }, { output }) => {
          const wanted = chosenChatId ?? chatId;
          const isMember = output.chats.some((chat) => chat.chatId === wanted);
          return { options: output, chosenChatId: isMember ? wanted : null };
        },
      },
      "error(loadOptions)": { target: "failed", changes: keepFailure },
      "after(requestTimeout)": { target: "failed", changes: late },
    },
    editing: {
      "ui.chooseType": {
        changes: ({ draft }, { envelopeType }) => {
          if (envelopeType === draft.type) return { idempotencyKey: null };
          const totalAmount = draft.totalAmount ?? "";
          return { draft: { ...draft, type: envelopeType, totalAmount, singleAmount: null }, idempotencyKey: null };
        },
      },
      "ui.chooseCoin": {
        changes: ({ draft }, { coinType }) => ({ draft: { ...draft, coinType }, idempotencyKey: null }),
      },
      "ui.chooseChat": { changes: (_, { chatId }) => ({ chosenChatId: chatId, idempotencyKey: null }) },
      "ui.choosePassphrase": {
        changes: ({ draft }, { isGenerated }) => ({
          draft: { ...draft, passphrase: isGenerated ? null : "" },
          idempotencyKey: null,
        }),
      },
      "ui.type": {
        changes: ({ draft }, { field, value }) => {
          const changed = { ...draft, [field]: value };
          if (field === "totalAmount") changed.singleAmount = null;
          if (field === "singleAmount") changed.totalAmount = null;
          return { draft: changed, idempotencyKey: null };
        },
      },
      "ui.leave": { changes: ({ touched }, { field }) => ({ touched: [...new Set([...touched, field])] }) },
      "ui.reload": { target: "loadingOptions", changes: startAnew },
      "ui.resume": {
        guard: "isUnpaid",
        when: ({ options }, { orderId }) => (options?.unpaidOrders ?? []).some((order) => order.orderId === orderId),
        target: "awaitingPayment",
        changes: ({ options }, { orderId }) => ({
          order: (options?.unpaidOrders ?? []).find((order) => order.orderId === orderId) ?? null,
          idempotencyKey: null,
        }),
      },
      "ui.submit": [
        {
          guard: "isRightAndKeyed",
          when: (before) => isRight(before) && hasKey(before),
          target: "checkingBalance",
          changes: { isChecked: false, failure: null },
        },
        { guard: "isRight", when: isRight, target: "preparing", changes: { isChecked: false } },
        { changes: { isChecked: true } },
      ],
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
        { guard: "isPaid", when: isPaid, target: "live", changes: keepResult },
        { target: "awaitingPayment", changes: keepResult },
      ],
      "error(sendEnvelope)": { target: "failed", changes: keepFailure },
      "after(requestTimeout)": { target: "failed", changes: late },
    },
    awaitingPayment: {
      initial: "awaitingPayment.polling",
      "ui.openPayment": {
        guard: "hasLink",
        when: ({ order }) => order !== null && order.paymentUrl !== null,
        emits: ["openPayment"],
      },
      "ui.renewLink": {
        guard: "hasNoLink",
        when: ({ order }) => order !== null && order.paymentUrl === null,
        target: "renewingLink",
      },
      "ui.cancelOrder": {
        guard: "isCancellable",
        when: ({ order }) => order !== null && order.status === "awaitingPayment",
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
        changes: ({ coinTypes }) => ({
          draft: {
            type: "luckyDraw",
            coinType: coinTypes.at(0) ?? "eth",
            count: "",
            totalAmount: "",
            singleAmount: null,
            passphrase: "",
            remark: "",
          },
          touched: [],
          ...startAnew,
        }),
      },
    },
    cancelled: { "ui.edit": { target: "loadingOptions", changes: startAnew } },
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
