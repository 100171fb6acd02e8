import { assign, emit, enqueueActions, sendTo, setup } from "xstate";
import type { components } from "#contract/schema.d.ts";
import type { CoinType } from "#domain/coins.ts";
import type { MessageId } from "#domain/copyTexts.ts";
import type { CoverId } from "#domain/covers.ts";
import type { AmountField, AmountSwitch } from "#domain/envelope/switchAmount.ts";
import { isDollar } from "#domain/price.ts";
import { MAX_CHATS, type DrawRule, type DrawWindowS, type EnvelopeType } from "#domain/envelope/validateSend.ts";
import type { envelopeOrderMachine, EnvelopeOrderOutput } from "../envelopeOrder/envelopeOrder.machine.ts";
import type { Effect } from "../kit/effects.ts";
import { toFailure, type Failure } from "../kit/failure.ts";
import { provideActor, provideLogics } from "../kit/provide.ts";
import { failTo, readError, takeOutput } from "../kit/request.ts";
import type {
  WalletConnectionInput,
  walletConnectionMachine,
  WalletConnectionOutput,
} from "../walletConnection/walletConnection.machine.ts";
import { beginDollars, changeCoin, convertWaiting, keepDollars, typeDollars } from "./sendDollars.ts";
import {
  chooseAmount,
  chooseDraw,
  chooseType,
  createBody,
  createDraft,
  formatSavedSend,
  hasFolded,
  isTogether,
  listProblems,
  listShownProblems,
  prefill,
  repeatSend,
  toggleChat,
  typeInto,
  type ClaimRule,
  type DraftText,
  type FormField,
  type Gift,
  type SavedSend,
} from "./sendForm.ts";
import { isConnectable, isFunded, needsWallet, toShortage, type Funds, type Means } from "./sendFunds.ts";
import {
  findAskedOrder,
  findUnpaidOrder,
  findUsualCoin,
  isRequirable,
  NOTHING_READ,
  takeOptions,
  type ReadForm,
  type SendOptions,
} from "./sendOptions.ts";

type Envelope = components["schemas"]["Envelope"];
type Order = components["schemas"]["Order"];
type SendBody = components["schemas"]["SendRedEnvelopeBody"];

export interface EnvelopeSendInput {
  /** Unsigned hints of the chats to send to; used only if they are among the person's chats. */
  chatIds: readonly string[];
  /** The coin to begin with, where it is open; null: the first one, or that of the saved form. */
  coinType: CoinType | null;
  /** As many chats as have to be chosen; 0: an envelope may be shared by hand. */
  minChats: number;
  /** An envelope whose order is to be continued at once; null opens the form. */
  asked: AskedOrder | null;
  /** The form that the person began to fill in before and did not send; null: none. */
  saved: SavedSend | null;
  /** What an envelope in return begins with where nothing was typed before; null: nothing. */
  gift: Gift | null;
  /** The id of an own envelope to send again; null for a new one. */
  againId: string | null;
  /** Random, and another one for each start: the idempotency keys begin with it. */
  attemptId: string;
}

export interface AskedOrder {
  envelopeId: string;
  /** The envelope's order, which need not be unpaid; null: it is among the unpaid ones, if it is to be continued. */
  orderId: string | null;
  /** At once, where it is paid inside the messenger. */
  isToBePaid: boolean;
}

/** `orderId` names an order, and `againId` an envelope, to be read with the rest. */
export interface OptionsRequest {
  orderId: string | null;
  againId: string | null;
}

/** What `envelopeOrder` follows. */
export interface SendResult {
  /** Empty where an order is taken up that was sent before. */
  envelopes: readonly Envelope[];
  order: Order;
}

export interface EnvelopeSendContext extends ReadForm {
  /** The last change between total and single amount; null before the first. */
  amountSwitch: AmountSwitch | null;
  /** Of the chosen coin; null while unknown. */
  funds: Funds | null;
  /** The price of the chosen coin in dollars, a decimal string; null while it is unknown. */
  price: string | null;
  /** The envelope to send again; null once the form holds its values. */
  againId: string | null;
  /** The order that the page was opened for, until the person goes on to the form. */
  asked: AskedOrder | null;
  attemptId: string;
  /** What is connected before the form is sent; null where nothing is. */
  connection: WalletConnectionInput | null;
  /** Null until there is an order to follow. */
  ordered: SendResult | null;
  failure: Failure | null;
}

export type EnvelopeSendEvent =
  | { type: "ui.open" }
  | { type: "ui.reload" }
  | { type: "ui.chooseType"; envelopeType: EnvelopeType }
  | { type: "ui.chooseCoin"; coinType: CoinType }
  | { type: "ui.chooseAmount"; field: AmountField }
  | { type: "ui.chooseUnit"; unit: AmountUnit }
  | { type: "ui.chooseRule"; claimRule: ClaimRule }
  | { type: "ui.chooseDraw"; drawRule: DrawRule }
  | { type: "ui.chooseWindow"; windowS: DrawWindowS }
  | { type: "ui.toggleChat"; chatId: string }
  | { type: "ui.toggleRequired"; chatId: string }
  | { type: "ui.chooseCover"; coverId: CoverId }
  | { type: "ui.chooseMessage"; messageId: MessageId }
  | { type: "ui.type"; field: DraftText | "dollars"; value: string }
  | { type: "ui.toggleMore" }
  | { type: "ui.leave"; field: FormField }
  | { type: "ui.submit" }
  | { type: "ui.resume"; orderId: string }
  | { type: "ui.retry" }
  | { type: "app.online" }
  | { type: "ui.toForm" };

/** What the amount is typed in. */
export type AmountUnit = "coin" | "dollars";

/** The input of a child actor. The chart starts no child before its input is there. */
function expectThere<Value>(value: Value | null): Value {
  if (value === null) throw new Error("a child has nothing to begin with");
  return value;
}

/** Whether the form has made the order that is followed; an order that is taken up has no envelopes yet. */
function isSent({ ordered }: EnvelopeSendContext): boolean {
  return ordered !== null && ordered.envelopes.length > 0;
}

/** What is beside the text of a form that is new. */
const NEW_FORM = { amountSwitch: null, dollars: null, isMoreShown: false, touched: [], rejectedSubmits: 0 };

const envelopeSendSetup = setup({
  types: {
    input: {} as EnvelopeSendInput,
    context: {} as EnvelopeSendContext,
    events: {} as EnvelopeSendEvent,
    tags: {} as "busy",
    emitted: {} as Effect,
    children: {} as { envelopeOrder: "envelopeOrder"; walletConnection: "walletConnection" },
  },
  actors: {
    /** Its code comes with `loadOptions`. */
    ...provideLogics<{ envelopeOrder: typeof envelopeOrderMachine }>("envelopeSend", { envelopeOrder: true }),
    /** Its code comes with `loadConnection`. */
    ...provideLogics<{ walletConnection: typeof walletConnectionMachine }>("envelopeSend", { walletConnection: true }),
    loadConnection: provideActor<WalletConnectionInput, { coinType: CoinType }>("envelopeSend.loadConnection"),
    loadOptions: provideActor<SendOptions, OptionsRequest>("envelopeSend.loadOptions"),
    loadMeans: provideActor<Means, { coinType: CoinType }>("envelopeSend.loadMeans"),
    loadFunds: provideActor<Funds, { coinType: CoinType }>("envelopeSend.loadFunds"),
    sendEnvelope: provideActor<SendResult, { body: SendBody; idempotencyKey: string }>("envelopeSend.sendEnvelope"),
  },
  guards: {
    isOrdinary: ({ context }) => context.draft.type === "ordinary",
    isLuckyDraw: ({ context }) => context.draft.type === "luckyDraw",
    isTogether: ({ context }) => isTogether(context.draft),
    isRight: ({ context }) => listProblems(context).length === 0,
    isAsked: ({ context }) => context.asked !== null,
    isAskedThere: ({ context }, params: SendOptions) => findAskedOrder(params, context.asked) !== null,
    isClosed: (_, params: SendOptions) => params.coinTypes.length === 0,
    hasTooFewChats: ({ context }, params: SendOptions) => params.chats.length < context.minChats,
    isFree: ({ context: { chatIds } }, params: { chatId: string }) =>
      chatIds.length < MAX_CHATS || chatIds.includes(params.chatId),
    isRequirable: ({ context }, params: { chatId: string }) => isRequirable(context, params.chatId),
    hasGroup: ({ context }) => context.options.chats.length > 0,
    isUnpaid: ({ context }, params: { orderId: string }) => findUnpaidOrder(context.options, params.orderId) !== null,
    /** The form still has what was typed. */
    isFromForm: ({ context }) => !isSent(context) && context.asked === null,
    isEdit: (_, params: EnvelopeOrderOutput) => params.way === "edit",
    isAgain: (_, params: EnvelopeOrderOutput) => params.way === "again",
    isRepeated: ({ context }, { again }: SendOptions) => context.againId !== null && again !== undefined,
    canType: ({ context: { draft, price, dollars } }, { unit }: { unit: AmountUnit }) =>
      unit === "coin" ? dollars !== null : dollars === null && price !== null && !isDollar(draft.coinType),
    hasPrice: ({ context }) => context.price !== null,
    isTypable: ({ context: { dollars } }, { field }: { field: string }) => field !== "dollars" || dollars !== null,
    isAwaited: ({ context: { dollars } }, { price }: Means) => price !== null && dollars?.price === null,
    canToggle: ({ context }) => !context.isMoreShown || !hasFolded(listShownProblems(context)),
    isFunded: ({ context }, params: Funds) => isFunded(context, params),
    isConnectable: ({ context }, params: Funds) => isConnectable(context, params),
    isConnected: (_, params: WalletConnectionOutput) => params.status === "connected",
    isCodeForgotten: (_, params: WalletConnectionOutput) => params.status === "forgotten",
  },
  actions: {
    changeForm: enqueueActions(({ context, enqueue }, change: Partial<EnvelopeSendContext>) => {
      const { draft, chatIds } = { ...context, ...change };
      enqueue.assign({
        dollars: keepDollars(context, draft),
        ...change,
        revision: context.revision + 1,
        failure: null,
      });
      enqueue.emit({ type: "draft.changed", text: formatSavedSend({ draft, chatIds }) });
    }),
    /** Drops dollars that wait for a price that did not come. Dollars with a price keep theirs. */
    giveDollarsUp: assign(({ context: { dollars } }) => ({ dollars: dollars?.price === null ? null : dollars })),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    refuse: assign(({ context }, { error }: { error: unknown }) => ({
      failure: toFailure(error),
      rejectedSubmits: context.rejectedSubmits + 1,
    })),
    /** Chat and coin are chosen then. */
    repeat: assign((_, envelopes: readonly Envelope[]) => ({
      ...NEW_FORM,
      ...repeatSend(envelopes),
      againId: null,
      isCoinAsked: true,
      isChatOffered: true,
    })),
    setOptions: assign(({ context }, options: SendOptions) => takeOptions(context, options)),
    setFunds: assign((_, funds: Funds) => ({ funds })),
    resume: assign((_, order: Order | null) => ({ ordered: order && { envelopes: [], order } })),
    emitDraft: emit(({ context: { draft, chatIds } }) => ({
      type: "draft.changed",
      text: formatSavedSend({ draft, chatIds }),
    })),
    /** The page leads back to no order any more. */
    emitForm: emit({ type: "navigate", to: "?" }),
  },
});

const takeEvent = <Event>({ event }: { event: Event }): Event => event;

const setOptions = { type: "setOptions", params: takeOutput<SendOptions> } as const;
const setFunds = { type: "setFunds", params: takeOutput<Funds> } as const;

/** What the server or the wallet refuses shows in the form. */
const refuse = { type: "refuse", params: readError } as const;

/** Changes what would be sent. */
function change<Event>(by: (context: EnvelopeSendContext, event: Event) => Partial<EnvelopeSendContext>) {
  return {
    type: "changeForm",
    params: ({ context, event }: { context: EnvelopeSendContext; event: Event }) => by(context, event),
  } as const;
}

/** From every state that lists unpaid orders. */
const resume = {
  guard: { type: "isUnpaid", params: takeEvent<{ orderId: string }> },
  target: "ordered",
  description: "Go on with an order that was sent before.",
  actions: {
    type: "resume",
    params: ({ context, event }: { context: EnvelopeSendContext; event: { orderId: string } }) =>
      findUnpaidOrder(context.options, event.orderId),
  },
} as const;

/** What can be done where there is no form. */
const withoutForm = {
  "ui.reload": { target: "loadingOptions", description: "Read anew what a form needs." },
  "ui.resume": resume,
} as const;

/** Writes an envelope for each chat, sends them, and follows their order. */
export const envelopeSendMachine = envelopeSendSetup.createMachine({
  id: "envelopeSend",
  description: "Envelopes from their form to their order.",
  context: ({ input: { chatIds, coinType, minChats, asked, saved, gift, againId, attemptId } }) => ({
    ...NEW_FORM,
    options: NOTHING_READ,
    draft: { ...prefill(saved?.draft ?? createDraft(), gift), ...(coinType === null ? {} : { coinType }) },
    funds: null,
    price: null,
    againId,
    asked,
    chatIds: chatIds.length === 0 ? (saved?.chatIds ?? []) : chatIds,
    minChats,
    isCoinAsked: coinType !== null,
    isChatOffered: saved !== null,
    attemptId,
    revision: 0,
    connection: null,
    ordered: null,
    failure: null,
  }),
  initial: "idle",
  states: {
    idle: {
      description: "The form is not open yet.",
      on: { "ui.open": { target: "loadingOptions", description: "The person wants to send." } },
    },
    loadingOptions: {
      description: "The open coins and the person's chats and unpaid orders are being read.",
      entry: assign({
        funds: null,
        price: null,
        ordered: null,
        failure: null,
        revision: ({ context }) => context.revision + 1,
      }),
      invoke: {
        id: "loadOptions",
        src: "loadOptions",
        input: ({ context }) => ({ orderId: context.asked?.orderId ?? null, againId: context.againId }),
        onDone: [
          {
            guard: { type: "isAskedThere", params: takeOutput },
            target: "ordered",
            description: "The page was opened for this order.",
            actions: [
              { type: "resume", params: ({ context, event }) => findAskedOrder(event.output, context.asked) },
              setOptions,
            ],
          },
          { guard: "isAsked", target: "gone", description: "The envelope is not to be paid any more." },
          {
            guard: { type: "isClosed", params: takeOutput },
            target: "closed",
            description: "No coin takes new sends.",
            actions: setOptions,
          },
          {
            guard: { type: "hasTooFewChats", params: takeOutput },
            target: "tooFewChats",
            description: "The page sends to several chats, and the person has fewer.",
            actions: setOptions,
          },
          {
            guard: { type: "isRepeated", params: takeOutput },
            target: "editing",
            description: "The form opens as it was for that envelope.",
            actions: [
              { type: "repeat", params: ({ event }) => [event.output.again ?? []].flat() },
              setOptions,
              "emitDraft",
              "emitForm",
            ],
          },
          { target: "editing", description: "The form can open.", actions: setOptions },
        ],
        onError: failTo({ target: "failed", description: "They cannot be read." }),
      },
    },
    gone: { description: "The order ended meanwhile; the page shows its envelope instead." },
    closed: { description: "No coin takes new sends; orders made before can still be paid.", on: withoutForm },
    tooFewChats: { description: "Another chat has to be linked first; it says how.", on: withoutForm },
    editing: {
      description: "The form; each change is checked at once, and a mere beginning once its field is left.",
      on: {
        "ui.chooseType": {
          description: "Ordinary or lucky draw.",
          actions: change((context, event) => chooseType(context, event.envelopeType)),
        },
        "ui.chooseCoin": {
          target: ".readingFunds",
          description: "Another coin, which another wallet pays.",
          actions: change((context, event) => ({ ...changeCoin(context, event.coinType), funds: null, price: null })),
        },
        "ui.chooseAmount": {
          guard: "isOrdinary",
          description: "The amount is given in total, or for each.",
          actions: change((context, event) => chooseAmount(context, event.field)),
        },
        "ui.chooseUnit": {
          guard: { type: "canType", params: takeEvent },
          description: "The amount is typed in dollars, at the price of now, or in the coin again; it stays as it is.",
          actions: assign(({ context, event }) => ({
            dollars: event.unit === "dollars" ? beginDollars(context.draft, context.price) : null,
          })),
        },
        "ui.toggleMore": {
          guard: "canToggle",
          description: "What most people leave as it is is unfolded, or folded away; never what is wrong.",
          actions: assign({ isMoreShown: ({ context }) => !context.isMoreShown }),
        },
        "ui.toggleChat": {
          guard: { type: "isFree", params: takeEvent },
          description: "One more chat gets an envelope, or one less.",
          actions: change(({ chatIds }, event) => ({ chatIds: toggleChat(chatIds, event.chatId) })),
        },
        "ui.chooseRule": {
          guard: "hasGroup",
          description: "Whoever knows the passphrase may open it, or members of the group by a tap.",
          actions: change(({ draft }, { claimRule }) => ({ draft: { ...draft, claimRule } })),
        },
        "ui.chooseDraw": {
          guard: "isLuckyDraw",
          description: "Whoever opens it gets the next share at once, or all who enter in time are in one draw.",
          actions: change(({ draft, options }, event) => ({
            draft: chooseDraw(draft, event.drawRule, options.chats.length > 0),
          })),
        },
        "ui.chooseWindow": {
          guard: "isTogether",
          description: "How long others can enter after the first.",
          actions: change(({ draft }, event) => ({ draft: { ...draft, drawWindowS: event.windowS } })),
        },
        "ui.toggleRequired": {
          guard: { type: "isRequirable", params: takeEvent },
          description: "One more chat that members have to be in, or one less.",
          actions: change(({ draft }, event) => ({
            draft: { ...draft, requiredChatIds: toggleChat(draft.requiredChatIds, event.chatId) },
          })),
        },
        "ui.chooseCover": {
          description: "Another cover, for this envelope alone.",
          actions: change(({ draft }, { coverId }) => ({ draft: { ...draft, coverId } })),
        },
        "ui.chooseMessage": {
          description: "Another preset text, for this envelope alone.",
          actions: change(({ draft }, { messageId }) => ({ draft: { ...draft, messageId } })),
        },
        "ui.type": {
          guard: { type: "isTypable", params: takeEvent },
          description: "Something was typed, or made up for the person; dollars are converted at once.",
          actions: change((context, { field, value }) =>
            field === "dollars" ? typeDollars(context, value) : { draft: typeInto(context.draft, field, value) },
          ),
        },
        "ui.leave": {
          description: "A field was left: show what is wrong with it.",
          actions: assign({ touched: ({ context, event }) => [...new Set([...context.touched, event.field])] }),
        },
        "ui.resume": resume,
        "ui.submit": [
          {
            guard: "isRight",
            target: "checkingBalance",
            description: "Send the form; the same one again goes under the same key.",
            actions: assign({ rejectedSubmits: 0 }),
          },
          {
            description: "The form has problems: show all of them, also where they are folded away.",
            actions: assign({
              isMoreShown: ({ context }) => context.isMoreShown || hasFolded(listProblems(context)),
              rejectedSubmits: ({ context }) => context.rejectedSubmits + 1,
            }),
          },
        ],
      },
      initial: "opened",
      states: {
        opened: {
          description: "Sorts by what was read before.",
          always: [
            { guard: "hasPrice", target: "ready", description: "What can pay is known, and the price." },
            { target: "readingFunds", description: "They are not, or not both." },
          ],
        },
        readingFunds: {
          description: "What the paying wallet and the balance in the app have is being read, and the coin's price.",
          invoke: {
            id: "readFunds",
            src: "loadMeans",
            input: ({ context }) => ({ coinType: context.draft.coinType }),
            onDone: [
              {
                guard: { type: "isAwaited", params: takeOutput },
                target: "ready",
                description: "The dollars that were typed for another coin buy something else of this one.",
                actions: {
                  type: "changeForm",
                  params: ({ context, event: { output } }) => ({ ...output, ...convertWaiting(context, output.price) }),
                },
              },
              {
                target: "ready",
                description: "Shown beside the amount, which can be typed in dollars where there is a price.",
                actions: [assign(({ event }) => event.output), "giveDollarsUp"],
              },
            ],
            onError: {
              target: "ready",
              description: "Unknown; sending asks again. Without a price, amounts are typed in the coin.",
              actions: "giveDollarsUp",
            },
          },
        },
        ready: { description: "What can be known of what can pay is shown." },
      },
    },
    checkingBalance: {
      description: "Looks whether the wallet or the balance in the app covers the amount, before anything is created.",
      tags: "busy",
      entry: assign({ failure: null }),
      invoke: {
        id: "loadFunds",
        src: "loadFunds",
        input: ({ context }) => ({ coinType: context.draft.coinType }),
        onDone: [
          {
            guard: { type: "isFunded", params: takeOutput },
            target: "submitting",
            description: "It does.",
            actions: setFunds,
          },
          {
            guard: { type: "isConnectable", params: takeOutput },
            target: "connecting",
            description: "No wallet is bound, and one can be connected here.",
            actions: setFunds,
          },
          {
            target: "editing",
            description: "No wallet is bound, or it has too little, or what it has cannot be read.",
            actions: [setFunds, { type: "refuse", params: ({ event }) => ({ error: toShortage(event.output) }) }],
          },
        ],
        onError: { target: "editing", description: "The balance cannot be read.", actions: refuse },
      },
    },
    connecting: {
      description: "A wallet is connected and proven, to be paid from in the same go.",
      exit: assign({ connection: null }),
      on: { "ui.toForm": { target: "editing", description: "Back to the form." } },
      initial: "loading",
      states: {
        loading: {
          description: "What connects a wallet is being loaded.",
          invoke: {
            id: "loadConnection",
            src: "loadConnection",
            input: ({ context }) => ({ coinType: context.draft.coinType }),
            onDone: {
              target: "open",
              description: "It is there.",
              actions: assign({ connection: ({ event }) => event.output }),
            },
            onError: { target: "#envelopeSend.editing", description: "It cannot be loaded now.", actions: refuse },
          },
        },
        open: {
          description: "The connection is under way.",
          invoke: {
            id: "walletConnection",
            src: "walletConnection",
            input: ({ context }) => expectThere(context.connection),
            onDone: [
              {
                guard: { type: "isConnected", params: takeOutput },
                target: "#envelopeSend.checkingBalance",
                description: "The wallet is bound and proven: see whether it covers the amount.",
                actions: emit({ type: "app.userChanged" }),
              },
              {
                guard: { type: "isCodeForgotten", params: takeOutput },
                target: "#envelopeSend.editing",
                description: "The security code is to be recovered first.",
                actions: emit({ type: "code.wanted", isForgotten: true }),
              },
              { target: "#envelopeSend.editing", description: "The person gave it up." },
            ],
            onError: { target: "#envelopeSend.editing", description: "The connection broke.", actions: refuse },
          },
        },
      },
    },
    submitting: {
      description: "The server creates the envelopes and their order.",
      tags: "busy",
      invoke: {
        id: "sendEnvelope",
        src: "sendEnvelope",
        // A retry of the same form has the same key, so the server recognises it.
        input: ({ context }) => ({
          body: createBody(context),
          idempotencyKey: `${context.attemptId}-${String(context.revision)}`,
        }),
        onDone: {
          target: "ordered",
          description: "Created, now or by an earlier try.",
          actions: [assign({ ordered: ({ event }) => event.output }), emit({ type: "draft.changed", text: "" })],
        },
        onError: {
          target: "editing",
          description: "Refused, or the server cannot be reached; the form and its key are kept.",
          actions: refuse,
        },
      },
    },
    ordered: {
      description: "There is an order: it is followed until it ends, or its envelopes do.",
      entry: sendTo("envelopeOrder", ({ context }) => ({
        type: "order.open",
        isToBePaid: context.asked?.isToBePaid === true || (isSent(context) && needsWallet(context, context.funds)),
      })),
      exit: [assign({ asked: null }), "emitForm"],
      invoke: {
        id: "envelopeOrder",
        src: "envelopeOrder",
        input: ({ context }) => ({ ...expectThere(context.ordered), coinsPaidHere: context.options.coinsPaidHere }),
        onDone: [
          {
            guard: { type: "isEdit", params: takeOutput },
            target: "loadingOptions",
            description: "The order ended unpaid: back to the form as it was.",
            actions: "emitDraft",
          },
          {
            guard: { type: "isAgain", params: takeOutput },
            target: "loadingOptions",
            description: "The same once more: the form is filled in as it was, with another passphrase.",
            actions: [
              { type: "repeat", params: ({ event }) => ("envelopes" in event.output ? event.output.envelopes : []) },
              "emitDraft",
            ],
          },
          {
            target: "loadingOptions",
            description: "Write another one; what was typed stays where it is not what was sent.",
            actions: assign({
              ...NEW_FORM,
              draft: ({ context }) => (isSent(context) ? createDraft(findUsualCoin(context.options)) : context.draft),
            }),
          },
        ],
      },
      on: {
        "ui.toForm": {
          guard: "isFromForm",
          target: "loadingOptions",
          description: "Back to the form that the order was opened from.",
        },
      },
    },
    failed: {
      description: "Chats and unpaid orders could not be read.",
      on: {
        "ui.retry": { target: "loadingOptions", description: "Read them again." },
        "app.online": { target: "loadingOptions", description: "The device has a network again." },
      },
    },
  },
});
