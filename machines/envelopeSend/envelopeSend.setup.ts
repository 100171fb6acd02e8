import { assign, emit, enqueueActions, sendTo, setup } from "xstate";
import type { components } from "#contract/schema.d.ts";
import type { CoinType } from "#domain/coins.ts";
import { DEFAULT_MESSAGE_ID, type MessageId } from "#domain/copyTexts.ts";
import { DEFAULT_COVER_ID, type CoverId } from "#domain/covers.ts";
import type { AmountField, AmountSwitch } from "#domain/envelope/switchAmount.ts";
import { MAX_CHATS, MAX_REQUIRED_CHATS, type EnvelopeType } from "#domain/envelope/validateSend.ts";
import type { envelopeOrderMachine } from "../envelopeOrder/envelopeOrder.machine.ts";
import type { CodeWanted, EnvelopeOrderOutput } from "../envelopeOrder/envelopeOrder.setup.ts";
import { toFailure, type Failure } from "../kit/failure.ts";
import { provideActor } from "../kit/provideActor.ts";
import { provideLogics } from "../kit/provideLogics.ts";
import { repeatSend } from "./repeatSend.ts";
import type { Dollars } from "./sendDollars.ts";
import {
  findLook,
  hasFolded,
  isFunded,
  listProblems,
  listShownProblems,
  type ClaimRule,
  type DraftText,
  type FormField,
  type Funds,
  type Gift,
  type Look,
  type SavedSend,
  type SendForm,
} from "./sendForm.ts";

type Chat = components["schemas"]["Chat"];
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

/** What the form needs to know first. */
export interface SendOptions {
  /** Coins open for new sends; a new form begins with the first one. */
  coinTypes: readonly CoinType[];
  /** The groups that an envelope can be posted in. */
  chats: readonly Chat[];
  /** What people can be asked to be in besides. */
  channels?: readonly Chat[] | undefined;
  unpaidOrders: readonly Order[];
  /** Coins whose orders are paid inside the messenger. */
  coinsPaidHere: readonly CoinType[];
  /** The one that was asked for by its id. */
  askedOrder?: Order | undefined;
  /** What the person's envelopes get where the form names nothing else. */
  lookInUse: Look;
  /** Made up for a form that has none; the person can read and change it. Each reading makes another one up. */
  passphrase: string;
  /** What the person sent lately, newest first. */
  recent: readonly Recent[];
  /** The envelope to send again; undefined where the person has no such envelope. */
  again?: Envelope | undefined;
}

export type Recent = Pick<Envelope, "coinType" | "totalAmount">;

/** `orderId` names an order, and `againId` an envelope, to be read with the rest. */
export interface OptionsRequest {
  orderId: string | null;
  againId: string | null;
}

/** Of a coin. */
export interface Means {
  funds: Funds;
  /** The price in dollars, a decimal string; null while it is unknown. */
  price: string | null;
}

/** What `envelopeOrder` follows. */
export interface SendResult {
  /** Empty where an order is taken up that was sent before. */
  envelopes: readonly Envelope[];
  order: Order;
}

export interface EnvelopeSendContext {
  /** As it was read last; nothing at first. */
  options: SendOptions;
  draft: SendForm;
  /** The last change between total and single amount; null before the first. */
  amountSwitch: AmountSwitch | null;
  /** Of the chosen coin; null while unknown. */
  funds: Funds | null;
  /** The price of the chosen coin in dollars, a decimal string; null while it is unknown. */
  price: string | null;
  /** Null where the amount is typed in the coin. */
  dollars: Dollars | null;
  /** The envelope to send again; null once the form holds its values. */
  againId: string | null;
  /** Whether the person has unfolded the folded fields. */
  isMoreShown: boolean;
  /** The order that the page was opened for, until the person goes on to the form. */
  asked: AskedOrder | null;
  /** Hints until the person's chats are read; from then on only chats of theirs. */
  chatIds: readonly string[];
  minChats: number;
  /** Whether the page was opened for the coin of the draft. */
  isCoinAsked: boolean;
  /** Whether the chats were offered already, so that "no chat" is a choice. */
  isChatOffered: boolean;
  /** Fields whose problems show. */
  touched: readonly FormField[];
  /** How often the form was refused, here or by the server; from the first time on all problems show. */
  rejectedSubmits: number;
  attemptId: string;
  /** Goes up with every change of what would be sent, and with every send that succeeds. */
  revision: number;
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
  | { type: "ui.toForm" }
  | CodeWanted;

/** What the amount is typed in. */
export type AmountUnit = "coin" | "dollars";

export type EnvelopeSendEmitted =
  /** Keep the form; null: there is nothing to keep any more. */
  | { type: "draft.changed"; saved: SavedSend | null }
  /** The page leads back to no order any more. */
  | { type: "form.shown" }
  | CodeWanted;

/** The chosen chats that the person has, or all of them where none was offered before and there is no choice. */
function filterKnownChats(
  { chatIds, minChats, isChatOffered }: EnvelopeSendContext,
  { chats }: SendOptions,
): readonly string[] {
  const known = chatIds.filter((chatId) => chats.some((chat) => chat.chatId === chatId));
  const fewest = Math.max(minChats, 1);
  if (known.length >= fewest || isChatOffered || chats.length !== fewest) return known;
  return chats.map(({ chatId }) => chatId);
}

/** The open coin that the person sent last, else the first one; undefined where none is open. */
export function findUsualCoin({ coinTypes, recent }: SendOptions): CoinType | undefined {
  return recent.map(({ coinType }) => coinType).find((coinType) => coinTypes.includes(coinType)) ?? coinTypes[0];
}

/** The usual coin for a new form that was opened for none, and for one whose coin takes no new sends any more. */
function findCoin({ draft, isCoinAsked, isChatOffered }: EnvelopeSendContext, options: SendOptions): CoinType {
  const isChosen = isCoinAsked || isChatOffered;
  if (isChosen && options.coinTypes.includes(draft.coinType)) return draft.coinType;
  return findUsualCoin(options) ?? draft.coinType;
}

/** What members can be asked to be in besides. */
export function listRequirable({ draft, options }: EnvelopeSendContext): readonly Chat[] {
  return draft.claimRule === "passphrase" ? [] : [...(options.channels ?? []), ...options.chats];
}

function isRequirable(context: EnvelopeSendContext, chatId: string): boolean {
  const { requiredChatIds } = context.draft;
  const isFree = requiredChatIds.length < MAX_REQUIRED_CHATS || requiredChatIds.includes(chatId);
  return isFree && listRequirable(context).some((chat) => chat.chatId === chatId);
}

/** Members need a group, and can be asked to be in chats that the sender has. */
function keepKnownRule(draft: SendForm, { chats, channels = [] }: SendOptions): SendForm {
  const known = new Set([...chats, ...channels].map(({ chatId }) => chatId));
  const requiredChatIds = draft.requiredChatIds.filter((chatId) => known.has(chatId));
  return { ...draft, requiredChatIds, claimRule: chats.length === 0 ? "passphrase" : draft.claimRule };
}

function isSameRule(left: SendForm, right: SendForm): boolean {
  return left.claimRule === right.claimRule && left.requiredChatIds.join() === right.requiredChatIds.join();
}

function isSameLook(draft: SendForm, before: Look, after: Look): boolean {
  const [old, present] = [findLook(draft, before), findLook(draft, after)];
  return old.coverId === present.coverId && old.messageId === present.messageId;
}

/** The revision goes up where a chat is gone, a coin is closed or another look is in use: the form is another one then. */
function setOptions(context: EnvelopeSendContext, options: SendOptions) {
  const chatIds = filterKnownChats(context, options);
  const coinType = findCoin(context, options);
  const passphrase = context.draft.passphrase === "" ? options.passphrase : context.draft.passphrase;
  const draft = keepKnownRule({ ...context.draft, coinType, passphrase }, options);
  const isSame =
    isSameRule(draft, context.draft) &&
    chatIds.join() === context.chatIds.join() &&
    coinType === context.draft.coinType &&
    isSameLook(context.draft, context.options.lookInUse, options.lookInUse);
  return {
    options,
    draft,
    chatIds,
    isChatOffered: context.isChatOffered || options.chats.length >= context.minChats,
    isMoreShown: context.isMoreShown || hasFolded(listShownProblems({ ...context, draft, chatIds })),
    // Dollars were typed for the coin before.
    dollars: coinType === context.draft.coinType ? context.dollars : null,
    revision: context.revision + (isSame ? 0 : 1),
  };
}

function hasSameAmounts(left: SendForm, right: SendForm): boolean {
  return left.totalAmount === right.totalAmount && left.singleAmount === right.singleAmount;
}

export function findAskedOrder(
  { asked }: EnvelopeSendContext,
  { unpaidOrders, askedOrder }: SendOptions,
): Order | null {
  const envelopeId = asked?.envelopeId ?? "";
  return unpaidOrders.concat(askedOrder ?? []).find(({ envelopeIds }) => envelopeIds.includes(envelopeId)) ?? null;
}

/** What is followed; the chart follows nothing before it is there. */
export function getOrdered({ ordered }: EnvelopeSendContext): SendResult {
  if (ordered === null) throw new Error("no order to follow");
  return ordered;
}

/** Whether the form has made the order that is followed; an order that is taken up has no envelopes yet. */
export function isSent({ ordered }: EnvelopeSendContext): boolean {
  return ordered !== null && ordered.envelopes.length > 0;
}

/** The envelopes to send again; empty where another way was chosen. */
export function listRepeated(output: EnvelopeOrderOutput): readonly Envelope[] {
  return output.way === "again" ? output.envelopes : [];
}

/** Whether the person came to the order from the form, which still has what was typed. */
function isFromForm(context: EnvelopeSendContext): boolean {
  return !isSent(context) && context.asked === null;
}

export function findUnpaidOrder({ options }: EnvelopeSendContext, orderId: string): Order | null {
  return options.unpaidOrders.find((order) => order.orderId === orderId) ?? null;
}

/** The server's error for funds that do not cover the form. */
function nameShortage(funds: Funds): "walletNotBound" | "balanceUnavailable" | "insufficientBalance" {
  if (funds.kind === "notBound") return "walletNotBound";
  return funds.balance === null ? "balanceUnavailable" : "insufficientBalance";
}

type FormChange = Partial<
  Pick<EnvelopeSendContext, "draft" | "amountSwitch" | "chatIds" | "funds" | "price" | "dollars">
>;

/** What an envelope gets whose sender never chose. */
export const FIRST_LOOK: Look = { coverId: DEFAULT_COVER_ID, messageId: DEFAULT_MESSAGE_ID };

export const NOTHING_READ: SendOptions = {
  coinTypes: [],
  chats: [],
  unpaidOrders: [],
  lookInUse: FIRST_LOOK,
  coinsPaidHere: [],
  passphrase: "",
  recent: [],
};

export const envelopeSendSetup = setup({
  types: {
    input: {} as EnvelopeSendInput,
    context: {} as EnvelopeSendContext,
    events: {} as EnvelopeSendEvent,
    tags: {} as "busy",
    emitted: {} as EnvelopeSendEmitted,
    children: {} as { envelopeOrder: "envelopeOrder" },
  },
  actors: {
    /** Its code comes with `loadOptions`. */
    ...provideLogics<{ envelopeOrder: typeof envelopeOrderMachine }>("envelopeSend", { envelopeOrder: true }),
    loadOptions: provideActor<SendOptions, OptionsRequest>("envelopeSend.loadOptions"),
    loadMeans: provideActor<Means, { coinType: CoinType }>("envelopeSend.loadMeans"),
    loadFunds: provideActor<Funds, { coinType: CoinType }>("envelopeSend.loadFunds"),
    sendEnvelope: provideActor<SendResult, { body: SendBody; idempotencyKey: string }>("envelopeSend.sendEnvelope"),
  },
  guards: {
    isOrdinary: ({ context }) => context.draft.type === "ordinary",
    isRight: ({ context }) => listProblems(context).length === 0,
    isAsked: ({ context }) => context.asked !== null,
    isAskedThere: ({ context }, params: SendOptions) => findAskedOrder(context, params) !== null,
    isClosed: (_, params: SendOptions) => params.coinTypes.length === 0,
    hasTooFewChats: ({ context }, params: SendOptions) => params.chats.length < context.minChats,
    isFree: ({ context: { chatIds } }, params: { chatId: string }) =>
      chatIds.length < MAX_CHATS || chatIds.includes(params.chatId),
    isRequirable: ({ context }, params: { chatId: string }) => isRequirable(context, params.chatId),
    hasGroup: ({ context }) => context.options.chats.length > 0,
    isUnpaid: ({ context }, params: { orderId: string }) => findUnpaidOrder(context, params.orderId) !== null,
    isFromForm: ({ context }) => isFromForm(context),
    isEdit: (_, params: EnvelopeOrderOutput) => params.way === "edit",
    isAgain: (_, params: EnvelopeOrderOutput) => params.way === "again",
    isRepeated: ({ context }, { again }: SendOptions) => context.againId !== null && again !== undefined,
    canType: ({ context: { price, dollars } }, { unit }: { unit: AmountUnit }) =>
      unit === "coin" ? dollars !== null : dollars === null && price !== null,
    hasPrice: ({ context }) => context.price !== null,
    isTypable: ({ context: { dollars } }, { field }: { field: string }) => field !== "dollars" || dollars !== null,
    isAwaited: ({ context: { dollars } }, { price }: Means) => price !== null && dollars?.price === null,
    canToggle: ({ context }) => !context.isMoreShown || !hasFolded(listShownProblems(context)),
    isFunded: ({ context }, params: Funds) => isFunded(context, params),
  },
  actions: {
    changeForm: enqueueActions(({ context, enqueue }, change: FormChange) => {
      const { draft, chatIds } = { ...context, ...change };
      // An amount that was changed by other means is no longer what the dollars buy.
      const dollars = hasSameAmounts(draft, context.draft) ? context.dollars : null;
      enqueue.assign({ dollars, ...change, revision: context.revision + 1, failure: null });
      enqueue.emit({ type: "draft.changed", saved: { draft, chatIds } });
    }),
    /** Drops dollars that wait for a price that did not come. Dollars with a price keep theirs. */
    giveDollarsUp: assign(({ context: { dollars } }) => ({ dollars: dollars?.price === null ? null : dollars })),
    showFolded: assign(({ context }) => ({ isMoreShown: context.isMoreShown || hasFolded(listProblems(context)) })),
    setFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    refuse: assign(({ context }, { error }: { error: unknown }) => ({
      failure: toFailure(error),
      rejectedSubmits: context.rejectedSubmits + 1,
    })),
    refuseFunds: assign(({ context }, funds: Funds) => ({
      funds,
      failure: { kind: "api" as const, error: nameShortage(funds), message: "" },
      rejectedSubmits: context.rejectedSubmits + 1,
    })),
    /** Chat and coin are chosen then. */
    repeat: assign(({ context }, envelopes: readonly Envelope[]) => ({
      ...repeatSend(envelopes),
      againId: null,
      isCoinAsked: true,
      isChatOffered: true,
      amountSwitch: null,
      dollars: null,
      isMoreShown: false,
      touched: [],
      rejectedSubmits: 0,
      revision: context.revision + 1,
    })),
    setOptions: assign(({ context }, options: SendOptions) => setOptions(context, options)),
    resume: assign(({ context }, { order }: { order: Order | null }) => ({
      ordered: order === null ? null : { envelopes: [], order },
      revision: context.revision + 1,
      failure: null,
    })),
    setSent: assign(({ context }, ordered: SendResult) => ({ ordered, revision: context.revision + 1 })),
    openOrder: sendTo("envelopeOrder", ({ context: { asked } }) => ({
      type: "order.open",
      isToBePaid: asked?.isToBePaid === true,
    })),
    emitForm: emit({ type: "form.shown" }),
    emitCodeWanted: emit((_, event: CodeWanted) => event),
    emitDraft: emit(({ context: { draft, chatIds } }) => ({ type: "draft.changed", saved: { draft, chatIds } })),
    emitNoDraft: emit({ type: "draft.changed", saved: null }),
  },
});
