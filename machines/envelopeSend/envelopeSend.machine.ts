import { assign, emit, setup } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { COINS, type CoinType } from "#domain/coins.ts";
import { switchAmount, type AmountField, type AmountSwitch } from "#domain/envelope/switchAmount.ts";
import { validateSend, type EnvelopeType, type SendDraft, type SendField } from "#domain/envelope/validateSend.ts";
import { parseDecimal } from "#domain/money/parseDecimal.ts";
import { toFailure, type Failure } from "../failure.ts";
import { provideActor } from "../provideActor.ts";
import { REQUEST_TIMEOUT_MS } from "../requestTimeoutMs.ts";

type Chat = components["schemas"]["Chat"];
type Envelope = components["schemas"]["Envelope"];
type Order = components["schemas"]["Order"];
type SendBody = components["schemas"]["SendRedEnvelopeBody"];

export interface EnvelopeSendInput {
  /** Coins open for new sends; the first one is chosen from the start. */
  coinTypes: readonly CoinType[];
  /** Unsigned hint of the chat to send to; used only if it is among the person's chats. */
  chatId: string | null;
  /** An unpaid envelope whose order is to be continued at once; null opens the form. */
  envelopeId: string | null;
  /** The form that the person began to fill in before and did not send; null: none. */
  saved: SavedSend | null;
}

/** A form as far as it is filled in. */
export interface SendForm extends SendDraft {
  /** Always the person's own, so that it can be read before it is sent. */
  passphrase: string;
}

type FundsRefusal = "walletNotBound" | "balanceUnavailable" | "insufficientBalance";

/** What outlives the page of a form that was not sent. */
export interface SavedSend {
  draft: SendForm;
  chatId: string | null;
}

/** What the form needs to know first. */
export interface SendOptions {
  chats: readonly Chat[];
  unpaidOrders: readonly Order[];
}

/** The wallet that pays for a coin, with its balance as a whole-coin decimal string; null could not be read. */
export type Funds = { kind: "notBound" } | { kind: "bound"; address: string; balance: string | null };

export interface SendResult {
  envelopes: readonly Envelope[];
  order: Order;
}

export interface SendProgress {
  envelope: Envelope;
  order: Order;
}

export interface EnvelopeSendContext {
  coinTypes: readonly CoinType[];
  /** Null until read. */
  options: SendOptions | null;
  draft: SendForm;
  /** The last change between total and single amount; null before the first. */
  amountSwitch: AmountSwitch | null;
  /** Of the chosen coin; null while unknown. */
  funds: Funds | null;
  /** The unpaid envelope that the page was opened for. */
  askedEnvelopeId: string | null;
  /** Whether the order was made of this form; another order can have been taken up in between. */
  isSent: boolean;
  /** One of the person's chats once these are read, before that a hint. */
  chosenChatId: string | null;
  /** Whether the group was offered already, so that "no group" is a choice. */
  isChatOffered: boolean;
  /** Fields whose problems show. */
  touched: readonly SendField[];
  /** How often the form was refused, here or by the server; from the first time on all problems show. */
  refusals: number;
  /** One for each version of the form: a retry of the same one is recognised by the server. */
  idempotencyKey: string | null;
  envelope: Envelope | null;
  order: Order | null;
  failure: Failure | null;
}

type DraftText = "count" | "totalAmount" | "singleAmount" | "passphrase" | "remark";

export type EnvelopeSendEvent =
  | { type: "ui.open" }
  | { type: "ui.reload" }
  | { type: "ui.chooseType"; envelopeType: EnvelopeType }
  | { type: "ui.chooseCoin"; coinType: CoinType }
  | { type: "ui.chooseAmount"; field: AmountField }
  | { type: "ui.chooseChat"; chatId: string | null }
  | { type: "ui.makePassphrase" }
  | { type: "ui.type"; field: DraftText; value: string }
  | { type: "ui.leave"; field: SendField }
  | { type: "ui.submit" }
  | { type: "ui.resume"; orderId: string }
  | { type: "ui.openPayment" }
  | { type: "ui.renewLink" }
  | { type: "ui.cancelOrder" }
  | { type: "ui.confirm" }
  | { type: "ui.back" }
  | { type: "ui.retry" }
  | { type: "ui.edit" }
  | { type: "ui.toForm" }
  | { type: "ui.another" };

export type EnvelopeSendEmitted =
  /** Telegram opens a link only while it handles the tap, which an emitted event still does. */
  | { type: "openPayment"; url: string }
  /** Keep the form; null: there is nothing to keep any more. */
  | { type: "draft.changed"; saved: SavedSend | null };

function createDraft(coinTypes: readonly CoinType[]): SendForm {
  return {
    type: "luckyDraw",
    coinType: coinTypes[0] ?? "eth",
    count: "",
    totalAmount: "",
    singleAmount: null,
    passphrase: "",
    remark: "",
  };
}

/** A coin that takes no new sends any more gives way to the first one. */
function restoreDraft({ coinTypes, saved }: EnvelopeSendInput): SendForm {
  const draft = createDraft(coinTypes);
  if (saved === null) return draft;
  return { ...saved.draft, coinType: coinTypes.includes(saved.draft.coinType) ? saved.draft.coinType : draft.coinType };
}

function typeInto(draft: SendForm, field: DraftText, value: string): SendForm {
  if (field === "totalAmount") return { ...draft, totalAmount: value, singleAmount: null };
  if (field === "singleAmount") return { ...draft, singleAmount: value, totalAmount: null };
  return { ...draft, [field]: value };
}

type AmountChoice = Pick<EnvelopeSendContext, "draft" | "amountSwitch">;

function chooseAmount({ draft, amountSwitch }: AmountChoice, field: AmountField): AmountChoice {
  return switchAmount(draft, field, amountSwitch);
}

/** A lucky draw has a total only. */
function chooseType(choice: AmountChoice, type: EnvelopeType): AmountChoice {
  const { draft, amountSwitch } = type === "luckyDraw" ? chooseAmount(choice, "totalAmount") : choice;
  return { draft: { ...draft, type }, amountSwitch };
}

function isFunded({ draft }: EnvelopeSendContext, funds: Funds): boolean {
  const validation = validateSend(draft);
  if (!validation.ok || funds.kind === "notBound" || funds.balance === null) return false;
  return parseDecimal(funds.balance, COINS[draft.coinType].baseDecimals) >= validation.value.totalBase;
}

function createBody({ draft, chosenChatId }: EnvelopeSendContext): SendBody {
  const { type, coinType, count, totalAmount, singleAmount, passphrase, remark } = draft;
  return {
    type,
    coinType,
    count: Number(count),
    ...(totalAmount === null ? {} : { totalAmount }),
    ...(singleAmount === null ? {} : { singleAmount }),
    passphrase,
    ...(remark.trim() === "" ? {} : { remark: remark.trim() }),
    ...(chosenChatId === null ? {} : { chatIds: [chosenChatId] }),
  };
}

/** Every change of the form drops its key and its refusal, which belong to the form as it was sent. */
const CHANGED = { idempotencyKey: null, failure: null };

/** Nothing is on its way for it: it is to be paid, or to be cancelled. */
function isOpen(order: Order | null): order is Order {
  return order?.status === "awaitingPayment" || order?.status === "partiallyPaid";
}

/** The hinted chat, or the only one where none was offered before. */
function findChat({ chosenChatId, isChatOffered }: EnvelopeSendContext, { chats }: SendOptions): string | null {
  const hinted = chats.find((chat) => chat.chatId === chosenChatId);
  const [only, ...others] = isChatOffered ? [] : chats;
  return hinted?.chatId ?? (others.length === 0 ? (only?.chatId ?? null) : null);
}

function findAskedOrder({ askedEnvelopeId }: EnvelopeSendContext, { unpaidOrders }: SendOptions): Order | null {
  return unpaidOrders.find(({ envelopeIds }) => envelopeIds.some((id) => id === askedEnvelopeId)) ?? null;
}

function findUnpaidOrder({ options }: EnvelopeSendContext, orderId: string): Order | null {
  return options?.unpaidOrders.find((order) => order.orderId === orderId) ?? null;
}

/** From every state that lists unpaid orders. */
const RESUME = {
  guard: { type: "isUnpaid", params: ({ event }: { event: { orderId: string } }) => ({ orderId: event.orderId }) },
  target: "awaitingPayment",
  description: "Go on with an order that was sent before.",
  actions: {
    type: "resume",
    params: ({ context, event }: { context: EnvelopeSendContext; event: { orderId: string } }) => ({
      order: findUnpaidOrder(context, event.orderId),
    }),
  },
} as const;

/** Writes an envelope, sends it, and follows its order until it is paid and the envelope is live. */
export const envelopeSendMachine = setup({
  types: {
    input: {} as EnvelopeSendInput,
    context: {} as EnvelopeSendContext,
    events: {} as EnvelopeSendEvent,
    emitted: {} as EnvelopeSendEmitted,
  },
  actors: {
    loadOptions: provideActor<SendOptions>("envelopeSend.loadOptions"),
    makePassphrase: provideActor<{ passphrase: string }>("envelopeSend.makePassphrase"),
    createKey: provideActor<string>("envelopeSend.createKey"),
    loadFunds: provideActor<Funds, { coinType: CoinType }>("envelopeSend.loadFunds"),
    sendEnvelope: provideActor<SendResult, { body: SendBody; idempotencyKey: string }>("envelopeSend.sendEnvelope"),
    loadProgress: provideActor<SendProgress, { orderId: string; envelopeId: string }>("envelopeSend.loadProgress"),
    renewLink: provideActor<{ paymentUrl: string }>("envelopeSend.renewLink"),
    cancelOrder: provideActor<Order, { orderId: string }>("envelopeSend.cancelOrder"),
  },
  guards: {
    isOrdinary: ({ context }) => context.draft.type === "ordinary",
    isRight: ({ context }) => validateSend(context.draft).ok,
    isRightAndKeyed: ({ context }) => validateSend(context.draft).ok && context.idempotencyKey !== null,
    isAskedUnpaid: ({ context }, params: SendOptions) => findAskedOrder(context, params) !== null,
    isAsked: ({ context }) => context.askedEnvelopeId !== null,
    isClosed: ({ context }) => context.coinTypes.length === 0,
    isUnpaid: ({ context }, params: { orderId: string }) => findUnpaidOrder(context, params.orderId) !== null,
    isFromForm: ({ context }) => !context.isSent && context.askedEnvelopeId === null,
    isFunded: ({ context }, params: Funds) => isFunded(context, params),
    isNotBound: (_, params: Funds) => params.kind === "notBound",
    isUnavailable: (_, params: Funds) => params.kind === "bound" && params.balance === null,
    isPaid: (_, params: { order: Order }) => params.order.status === "paid",
    isEnded: (_, params: { order: Order }) => params.order.status === "cancelled" || params.order.status === "expired",
    hasLink: ({ context: { order } }) => isOpen(order) && order.fromAddress !== null && order.paymentUrl !== null,
    hasNoLink: ({ context: { order } }) => isOpen(order) && order.fromAddress !== null && order.paymentUrl === null,
    isOpen: ({ context }) => isOpen(context.order),
  },
  actions: {
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    noteTimeout: assign({ failure: { kind: "timeout" } }),
    refuse: assign(({ context }, { error }: { error: unknown }) => ({
      failure: toFailure(error),
      refusals: context.refusals + 1,
    })),
    refuseFunds: assign(({ context }, { error, funds }: { error: FundsRefusal; funds: Funds }) => ({
      funds,
      failure: { kind: "api" as const, error, message: "" },
      refusals: context.refusals + 1,
    })),
    keepOptions: assign(({ context }, options: SendOptions) => ({
      options,
      chosenChatId: findChat(context, options),
      isChatOffered: true,
    })),
    resume: assign((_, { order }: { order: Order | null }) => ({
      order,
      idempotencyKey: null,
      isSent: false,
      failure: null,
    })),
    keepResult: assign((_, { envelopes, order }: SendResult) => ({
      envelope: envelopes[0] ?? null,
      order,
      idempotencyKey: null,
      isSent: true,
    })),
    keepProgress: assign((_, { envelope, order }: SendProgress) => ({ envelope, order, failure: null })),
    tellDraft: emit(({ context: { draft, chosenChatId } }) => ({
      type: "draft.changed",
      saved: { draft, chatId: chosenChatId },
    })),
    dropDraft: emit({ type: "draft.changed", saved: null }),
  },
  delays: { requestTimeout: REQUEST_TIMEOUT_MS, pollInterval: 3000, pollTimeout: 20_000, openingTime: 1500 },
}).createMachine({
  id: "envelopeSend",
  description: "An envelope from its form to its going live.",
  context: ({ input }) => ({
    coinTypes: input.coinTypes,
    options: null,
    draft: restoreDraft(input),
    amountSwitch: null,
    funds: null,
    askedEnvelopeId: input.envelopeId,
    isSent: false,
    chosenChatId: input.chatId ?? input.saved?.chatId ?? null,
    isChatOffered: input.saved !== null,
    touched: [],
    refusals: 0,
    idempotencyKey: null,
    envelope: null,
    order: null,
    failure: null,
  }),
  initial: "idle",
  states: {
    idle: {
      description: "The form is not open yet.",
      on: { "ui.open": { target: "loadingOptions", description: "The person wants to send." } },
    },
    loadingOptions: {
      description: "The person's chats and unpaid orders are being read.",
      entry: assign({ options: null, funds: null, envelope: null, order: null, failure: null }),
      invoke: {
        id: "loadOptions",
        src: "loadOptions",
        onDone: [
          {
            guard: { type: "isAskedUnpaid", params: ({ event }) => event.output },
            target: "awaitingPayment",
            description: "The page was opened to pay for this envelope.",
            actions: [
              {
                type: "resume",
                params: ({ context, event }) => ({ order: findAskedOrder(context, event.output) }),
              },
              { type: "keepOptions", params: ({ event }) => event.output },
            ],
          },
          { guard: "isAsked", target: "gone", description: "The envelope is not to be paid any more." },
          {
            guard: "isClosed",
            target: "closed",
            description: "No coin takes new sends.",
            actions: { type: "keepOptions", params: ({ event }) => event.output },
          },
          {
            target: "editing",
            description: "The form can open.",
            actions: { type: "keepOptions", params: ({ event }) => event.output },
          },
        ],
        onError: {
          target: "failed",
          description: "They cannot be read.",
          actions: { type: "keepFailure", params: ({ event }) => ({ error: event.error }) },
        },
      },
      after: {
        requestTimeout: {
          target: "failed",
          description: "No answer in time.",
          actions: "noteTimeout",
        },
      },
    },
    gone: { description: "The order ended meanwhile; the page shows its envelope instead." },
    closed: {
      description: "No coin takes new sends; orders made before can still be paid.",
      on: {
        "ui.reload": { target: "loadingOptions", description: "Read unpaid orders again." },
        "ui.resume": RESUME,
      },
    },
    editing: {
      description: "The form; each change is checked at once, problems show where a field was left.",
      initial: "readingFunds",
      states: {
        readingFunds: {
          description: "The paying wallet and its balance are being read.",
          invoke: {
            id: "readFunds",
            src: "loadFunds",
            input: ({ context }) => ({ coinType: context.draft.coinType }),
            onDone: {
              target: "ready",
              description: "Shown beside the amount.",
              actions: assign({ funds: ({ event }) => event.output }),
            },
            onError: { target: "ready", description: "Unknown; sending asks again." },
          },
          after: { requestTimeout: { target: "ready", description: "No answer in time; sending asks again." } },
        },
        ready: { description: "What can be known of the paying wallet is shown." },
      },
      on: {
        "ui.chooseType": {
          description: "Ordinary or lucky draw.",
          actions: [
            assign(({ context, event }) => ({ ...chooseType(context, event.envelopeType), ...CHANGED })),
            "tellDraft",
          ],
        },
        "ui.chooseCoin": {
          target: ".readingFunds",
          reenter: true,
          description: "Another coin, which another wallet pays.",
          actions: [
            assign(({ context, event }) => ({
              draft: { ...context.draft, coinType: event.coinType },
              funds: null,
              ...CHANGED,
            })),
            "tellDraft",
          ],
        },
        "ui.chooseAmount": {
          guard: "isOrdinary",
          description: "The amount is given in total, or for each.",
          actions: [
            assign(({ context, event }) => ({ ...chooseAmount(context, event.field), ...CHANGED })),
            "tellDraft",
          ],
        },
        "ui.chooseChat": {
          description: "The group it is for, or none.",
          actions: [assign(({ event }) => ({ chosenChatId: event.chatId, ...CHANGED })), "tellDraft"],
        },
        "ui.makePassphrase": { target: "makingPassphrase", description: "Make one up." },
        "ui.type": {
          description: "Something was typed.",
          actions: [
            assign(({ context, event }) => ({ draft: typeInto(context.draft, event.field, event.value), ...CHANGED })),
            "tellDraft",
          ],
        },
        "ui.leave": {
          description: "A field was left: show what is wrong with it.",
          actions: assign({
            touched: ({ context, event }) =>
              context.touched.includes(event.field) ? context.touched : [...context.touched, event.field],
          }),
        },
        "ui.reload": { target: "loadingOptions", description: "Read chats and unpaid orders again." },
        "ui.resume": RESUME,
        "ui.submit": [
          {
            guard: "isRightAndKeyed",
            target: "checkingBalance",
            description: "Send the same form again, under its key.",
            actions: assign({ refusals: 0 }),
          },
          {
            guard: "isRight",
            target: "preparing",
            description: "Send the form.",
            actions: assign({ refusals: 0 }),
          },
          {
            description: "The form has problems: show all of them.",
            actions: assign({ refusals: ({ context }) => context.refusals + 1 }),
          },
        ],
      },
    },
    makingPassphrase: {
      description: "A passphrase is being made up.",
      invoke: {
        id: "makePassphrase",
        src: "makePassphrase",
        onDone: {
          target: "editing",
          description: "It stands in the form, where it can be changed.",
          actions: [
            assign({
              draft: ({ context, event }) => ({ ...context.draft, passphrase: event.output.passphrase }),
              idempotencyKey: null,
            }),
            "tellDraft",
          ],
        },
        onError: { target: "editing", description: "This browser cannot make one up: the person types one." },
      },
    },
    preparing: {
      description: "The form gets its idempotency key.",
      invoke: {
        id: "createKey",
        src: "createKey",
        onDone: {
          target: "checkingBalance",
          description: "The key is made.",
          actions: assign({ idempotencyKey: ({ event }) => event.output }),
        },
        onError: {
          target: "editing",
          description: "This browser cannot make one.",
          actions: { type: "refuse", params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    checkingBalance: {
      description: "Looks whether the wallet covers the amount, before anything is created.",
      entry: assign({ failure: null }),
      invoke: {
        id: "loadFunds",
        src: "loadFunds",
        input: ({ context }) => ({ coinType: context.draft.coinType }),
        onDone: [
          {
            guard: { type: "isFunded", params: ({ event }) => event.output },
            target: "submitting",
            description: "It does.",
            actions: assign({ funds: ({ event }) => event.output }),
          },
          {
            guard: { type: "isNotBound", params: ({ event }) => event.output },
            target: "editing.ready",
            description: "No wallet is bound.",
            actions: {
              type: "refuseFunds",
              params: ({ event }) => ({ error: "walletNotBound" as const, funds: event.output }),
            },
          },
          {
            guard: { type: "isUnavailable", params: ({ event }) => event.output },
            target: "editing.ready",
            description: "The wallet's balance cannot be read.",
            actions: {
              type: "refuseFunds",
              params: ({ event }) => ({ error: "balanceUnavailable" as const, funds: event.output }),
            },
          },
          {
            target: "editing.ready",
            description: "The wallet has too little.",
            actions: {
              type: "refuseFunds",
              params: ({ event }) => ({ error: "insufficientBalance" as const, funds: event.output }),
            },
          },
        ],
        onError: {
          target: "editing.ready",
          description: "The balance cannot be read.",
          actions: { type: "refuse", params: ({ event }) => ({ error: event.error }) },
        },
      },
      after: {
        requestTimeout: {
          target: "editing.ready",
          description: "No answer in time.",
          actions: { type: "refuse", params: { error: { kind: "timeout" } } },
        },
      },
    },
    submitting: {
      description: "The server creates the envelope and its order.",
      invoke: {
        id: "sendEnvelope",
        src: "sendEnvelope",
        input: ({ context }) => ({ body: createBody(context), idempotencyKey: context.idempotencyKey ?? "" }),
        onDone: [
          {
            guard: { type: "isPaid", params: ({ event }) => event.output },
            target: "live",
            description: "A repeat of a send that is paid by now.",
            actions: [{ type: "keepResult", params: ({ event }) => event.output }, "dropDraft"],
          },
          {
            target: "awaitingPayment",
            description: "Created; its order is to be paid.",
            actions: [{ type: "keepResult", params: ({ event }) => event.output }, "dropDraft"],
          },
        ],
        onError: {
          target: "editing.ready",
          description: "Refused, or the server cannot be reached; the form and its key are kept.",
          actions: { type: "refuse", params: ({ event }) => ({ error: event.error }) },
        },
      },
      after: {
        requestTimeout: {
          target: "editing.ready",
          description: "No answer in time; it may be created, and the key finds it.",
          actions: { type: "refuse", params: { error: { kind: "timeout" } } },
        },
      },
    },
    awaitingPayment: {
      description: "The order is to be paid on the payment page; the server tells when it is.",
      initial: "polling",
      on: {
        "ui.openPayment": {
          guard: "hasLink",
          target: "openingPayment",
          description: "Open the payment page outside the messenger.",
          actions: emit(({ context }) => ({ type: "openPayment", url: context.order?.paymentUrl ?? "" })),
        },
        "ui.renewLink": { guard: "hasNoLink", target: "renewingLink", description: "The link has run out." },
        "ui.cancelOrder": { guard: "isOpen", target: "confirmingCancel", description: "It is not to be paid." },
        "ui.toForm": {
          guard: "isFromForm",
          target: "loadingOptions",
          description: "Back to the form it was opened from.",
        },
      },
      states: {
        polling: {
          description: "Order and envelope are being read.",
          invoke: {
            id: "loadProgress",
            src: "loadProgress",
            input: ({ context }) => ({
              orderId: context.order?.orderId ?? "",
              envelopeId: context.order?.envelopeIds[0] ?? "",
            }),
            onDone: [
              {
                guard: { type: "isPaid", params: ({ event }) => event.output },
                target: "#envelopeSend.live",
                description: "Paid.",
                actions: { type: "keepProgress", params: ({ event }) => event.output },
              },
              {
                guard: { type: "isEnded", params: ({ event }) => event.output },
                target: "#envelopeSend.cancelled",
                description: "Cancelled, or run out unpaid.",
                actions: { type: "keepProgress", params: ({ event }) => event.output },
              },
              {
                target: "waiting",
                description: "Not paid yet.",
                actions: { type: "keepProgress", params: ({ event }) => event.output },
              },
            ],
            onError: {
              target: "waiting",
              description: "Not now; ask again later.",
              actions: { type: "keepFailure", params: ({ event }) => ({ error: event.error }) },
            },
          },
          after: { pollTimeout: { target: "waiting", description: "No answer in time: ask again later." } },
        },
        waiting: {
          description: "Between two looks.",
          after: { pollInterval: { target: "polling", description: "Look again." } },
        },
      },
    },
    openingPayment: {
      description: "The payment page comes up elsewhere; another tap would open it twice.",
      after: { openingTime: { target: "awaitingPayment", description: "It is up: look whether it is paid." } },
    },
    renewingLink: {
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
        onError: {
          target: "awaitingPayment",
          description: "Not now.",
          actions: { type: "keepFailure", params: ({ event }) => ({ error: event.error }) },
        },
      },
      after: { requestTimeout: { target: "awaitingPayment", description: "No answer in time." } },
    },
    confirmingCancel: {
      description: "Asks whether the order is really to be cancelled.",
      on: {
        "ui.confirm": { target: "cancelling", description: "Yes, cancel it." },
        "ui.back": { target: "awaitingPayment", description: "No, keep it." },
      },
    },
    cancelling: {
      description: "The server cancels the order.",
      invoke: {
        id: "cancelOrder",
        src: "cancelOrder",
        input: ({ context }) => ({ orderId: context.order?.orderId ?? "" }),
        onDone: {
          target: "cancelled",
          description: "Cancelled.",
          actions: assign({ order: ({ event }) => event.output, failure: null }),
        },
        onError: {
          target: "awaitingPayment",
          description: "Refused, perhaps because it is paid: look at it.",
          actions: { type: "keepFailure", params: ({ event }) => ({ error: event.error }) },
        },
      },
      after: { requestTimeout: { target: "awaitingPayment", description: "No answer in time: look at it." } },
    },
    live: {
      description: "The envelope is open; its passphrase is to be shared.",
      on: {
        "ui.another": {
          target: "loadingOptions",
          description: "Write another one.",
          actions: assign({
            draft: ({ context }) => (context.isSent ? createDraft(context.coinTypes) : context.draft),
            isSent: false,
            askedEnvelopeId: null,
            amountSwitch: null,
            touched: [],
          }),
        },
      },
    },
    cancelled: {
      description: "The order ended unpaid; nothing was charged.",
      on: {
        "ui.edit": {
          target: "loadingOptions",
          description: "Back to the form as it was.",
          actions: [assign({ isSent: false, askedEnvelopeId: null }), "tellDraft"],
        },
      },
    },
    failed: {
      description: "Chats and unpaid orders could not be read.",
      on: { "ui.retry": { target: "loadingOptions", description: "Read them again." } },
    },
  },
});

export const envelopeSendSecrets: readonly string[] = ["passphrase", "externalPaymentCode", "paymentUrl", "url"];
