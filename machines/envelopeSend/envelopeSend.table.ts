import type { components } from "#contract/schema.d.ts";
import { switchAmount } from "#domain/envelope/switchAmount.ts";
import { validateSend } from "#domain/envelope/validateSend.ts";
import { isAmountText } from "#domain/money/isAmountText.ts";
import { convertDollars } from "#domain/convertDollars.ts";
import { convertAmount } from "#domain/price.ts";
import { toFailure } from "../kit/failure.ts";
import type { TransitionTable } from "../kit/transitionTable.ts";
import type { EnvelopeOrderOutput } from "../envelopeOrder/envelopeOrder.setup.ts";
import type {
  EnvelopeSendContext,
  EnvelopeSendEmitted,
  EnvelopeSendEvent,
  EnvelopeSendInput,
  Means,
  SendOptions,
  SendResult,
} from "./envelopeSend.setup.ts";
import type { Funds, Gift, Look, SendForm } from "./sendForm.ts";

type Context = EnvelopeSendContext;
type Envelope = components["schemas"]["Envelope"];
type Order = components["schemas"]["Order"];

export interface EnvelopeSendShape {
  context: EnvelopeSendContext;
  event: EnvelopeSendEvent;
  input: EnvelopeSendInput;
  outputs: {
    loadOptions: SendOptions;
    readFunds: Means;
    loadFunds: Funds;
    sendEnvelope: SendResult;
    envelopeOrder: EnvelopeOrderOutput;
  };
}

type On<Type extends EnvelopeSendEvent["type"]> = Extract<EnvelopeSendEvent, { type: Type }>;
type ErrorEvent = { error: unknown };

const setFailure = (_: Context, { error }: ErrorEvent): Partial<Context> => ({ failure: toFailure(error) });
/** Every entry to `loadingOptions` forgets the last order. */
const startAnew = { funds: null, price: null, ordered: null, failure: null };
/** A refusal is shown in the form, and counted. */
const refuse = ({ rejectedSubmits }: Context, { error }: ErrorEvent): Partial<Context> => ({
  failure: toFailure(error),
  rejectedSubmits: rejectedSubmits + 1,
});
const refuseFunds = ({ rejectedSubmits }: Context, { output }: { output: Funds }): Partial<Context> => {
  const unbound = output.kind === "notBound" ? "walletNotBound" : null;
  const unread = output.kind === "bound" && output.balance === null ? "balanceUnavailable" : null;
  return {
    funds: output,
    failure: { kind: "api", error: unbound ?? unread ?? "insufficientBalance", message: "" },
    rejectedSubmits: rejectedSubmits + 1,
  };
};
/** The form has changed: its failure and its key belong to the form before. */
const changed = ({ revision }: Context) => ({ revision: revision + 1, failure: null });

/** The rules of the fields are domain/'s, and tested there. */
const isRight = ({ draft, chatIds, minChats }: Context): boolean =>
  draft.claimRule === "members"
    ? validateSend({ ...draft, passphrase: null }).ok && chatIds.length >= (minChats || 1)
    : validateSend(draft).ok && chatIds.length >= minChats;

/** Enough for the short amounts of the samples. One of the two pays all: the wallet, or the balance in the app. */
function isFunded({ draft, chatIds }: Context, { output }: { output: Funds }): boolean {
  const each =
    draft.totalAmount === null ? Number(draft.singleAmount) * Number(draft.count) : Number(draft.totalAmount);
  const total = chatIds.length === 0 ? each : each * chatIds.length;
  const wallet = output.kind === "bound" && output.balance !== null ? Number(output.balance) : 0;
  return Math.max(wallet, Number(output.inApp ?? 0)) >= total;
}

const findUsual = ({ coinTypes, recent }: SendOptions) =>
  recent.find(({ coinType }) => coinTypes.includes(coinType))?.coinType ?? coinTypes.at(0);
/** Of the fields that are folded away; what is only begun is no problem before it is left or sent. */
const hasFoldedProblem = ({ draft, touched, rejectedSubmits }: Context, isAnyTold = rejectedSubmits > 0): boolean => {
  const checked = draft.claimRule === "members" ? { ...draft, passphrase: null } : draft;
  const validation = validateSend(checked);
  const problems = validation.ok ? [] : validation.problems;
  return problems.some(({ field, code }) => {
    if (field === "remark") return true;
    const isBegun =
      code === "passphraseRequired" || (code === "passphraseLength" && Array.from(draft.passphrase).length < 6);
    return field === "passphrase" && (isAnyTold || touched.includes(field) || !isBegun);
  });
};

const setOptions = (before: Context, { output }: { output: SendOptions }): Partial<Context> => {
  const mine = output.chats.map(({ chatId }) => chatId);
  const still = before.chatIds.filter((chatId) => mine.includes(chatId));
  const isOnlyWay = mine.length === (before.minChats === 0 ? 1 : before.minChats);
  const chatIds = isOnlyWay && !before.isChatOffered ? mine : still;
  const isCoinKept = (before.isChatOffered || before.isCoinAsked) && output.coinTypes.includes(before.draft.coinType);
  const all = new Set([...mine, ...(output.channels ?? []).map(({ chatId }) => chatId)]);
  const draft: SendForm = {
    ...before.draft,
    passphrase: before.draft.passphrase || output.passphrase,
    claimRule: mine.length > 0 ? before.draft.claimRule : "passphrase",
    requiredChatIds: before.draft.requiredChatIds.filter((chatId) => all.has(chatId)),
    coinType: (isCoinKept ? null : findUsual(output)) ?? before.draft.coinType,
  };
  // A passphrase that is made up now was missing before, so nothing was sent.
  const sent = { ...before.draft, passphrase: draft.passphrase };
  const told = (form: SendForm, { coverId, messageId }: Look) => [form.coverId ?? coverId, form.messageId ?? messageId];
  const isOther =
    JSON.stringify([draft, chatIds, told(draft, output.lookInUse)]) !==
    JSON.stringify([sent, before.chatIds, told(before.draft, before.options.lookInUse)]);
  return {
    options: output,
    draft,
    chatIds,
    isChatOffered: before.isChatOffered || mine.length >= before.minChats,
    isMoreShown: before.isMoreShown || hasFoldedProblem({ ...before, draft }),
    dollars: draft.coinType === before.draft.coinType ? before.dollars : null,
    revision: isOther ? before.revision + 1 : before.revision,
  };
};
const findAsked = ({ asked }: Context, { output }: { output: SendOptions }): Order | undefined =>
  [...output.unpaidOrders, ...(output.askedOrder === undefined ? [] : [output.askedOrder])].find(
    ({ envelopeIds }) => asked !== null && envelopeIds.includes(asked.envelopeId),
  );

/** What comes next is another send, although the form may be the same. */
const setSent = ({ revision }: Context, { output }: { output: SendResult }): Partial<Context> => ({
  ordered: { envelopes: output.envelopes, order: output.order },
  revision: revision + 1,
});
/** Its envelopes are not known before they are paid. */
const takeUp = (order: Order | undefined) => ({ ordered: order === undefined ? null : { order, envelopes: [] } });

const EMPTY: SendForm = {
  type: "luckyDraw",
  coinType: "eth",
  count: "",
  totalAmount: "",
  singleAmount: null,
  passphrase: "",
  claimRule: "passphrase",
  requiredChatIds: [],
  remark: "",
  coverId: null,
  messageId: null,
};

const isUntouched = ({ count, totalAmount, singleAmount, remark }: SendForm): boolean =>
  [count, totalAmount ?? "", singleAmount ?? "", remark].join("") === "";
/** One share of all that was won. */
const giveBack = (gift: Gift): Partial<SendForm> => ({
  type: "ordinary",
  count: "1",
  totalAmount: gift.amount,
  singleAmount: null,
});

/** Where the amount becomes another one by other means, the dollars are no longer what it is worth. */
const dropDollars = <Change extends { draft: SendForm }>({ draft }: Context, change: Change) => {
  const isSame =
    [draft.totalAmount, draft.singleAmount].join("|") ===
    [change.draft.totalAmount, change.draft.singleAmount].join("|");
  return isSame ? change : { ...change, dollars: null };
};

/** The rule of the conversion is domain/'s, and tested there. */
const chooseAmount = (
  before: Context,
  { field }: Pick<On<"ui.chooseAmount">, "field">,
): Partial<Context> & Pick<Context, "draft"> => ({
  ...dropDollars(before, switchAmount(before.draft, field, before.amountSwitch)),
  ...changed(before),
});
const chooseType = (before: Context, { envelopeType }: On<"ui.chooseType">): Partial<Context> => {
  const given = envelopeType === "luckyDraw" ? chooseAmount(before, { field: "totalAmount" }) : { draft: before.draft };
  return { ...given, draft: { ...given.draft, type: envelopeType }, ...changed(before) };
};
/** The amount in whichever of the two ways it is given. */
const withAmount = (draft: SendForm, amount: string): SendForm =>
  draft.singleAmount === null ? { ...draft, totalAmount: amount } : { ...draft, singleAmount: amount };
/** The rounding is domain/'s, and tested there. */
const buy = (typed: string, price: string): string => convertDollars(typed.replace(/\.$/, ""), price) ?? "";
const chooseCoin = (before: Context, { coinType }: On<"ui.chooseCoin">): Partial<Context> => ({
  draft: { ...(before.dollars === null ? before.draft : withAmount(before.draft, "")), coinType },
  dollars: before.dollars && { typed: before.dollars.typed, price: null },
  funds: null,
  price: null,
  ...changed(before),
});
const chooseUnit = ({ price, draft }: Context, { unit }: On<"ui.chooseUnit">): Partial<Context> => {
  if (unit === "coin" || price === null) return { dollars: null };
  const amount = draft.totalAmount ?? draft.singleAmount ?? "";
  return { dollars: { price, typed: isAmountText(amount) ? (convertAmount(amount, price) ?? "") : "" } };
};
/** Only dollars that wait for a price are converted at it. */
const convertAtLast = (before: Context, { output: { funds, price } }: { output: Means }): Partial<Context> => ({
  funds,
  price,
  draft: withAmount(before.draft, buy(before.dollars?.typed ?? "", price ?? "0")),
  dollars: { typed: before.dollars?.typed ?? "", price },
  ...changed(before),
});
const giveDollarsUp = ({ dollars }: Context) => ({ dollars: dollars?.price === null ? null : dollars });
const toggleChat = (before: Context, { chatId }: On<"ui.toggleChat">): Partial<Context> => ({
  chatIds: before.chatIds.includes(chatId)
    ? before.chatIds.filter((chosen) => chosen !== chatId)
    : [...before.chatIds, chatId],
  ...changed(before),
});
const typeIn = (before: Context, { field, value }: On<"ui.type">): Partial<Context> => {
  if (field === "dollars") {
    const price = before.dollars?.price ?? null;
    const draft = withAmount(before.draft, price === null ? "" : buy(value, price));
    return { draft, dollars: { typed: value, price }, ...changed(before) };
  }
  const typed = { ...before.draft, [field]: value };
  if (field === "totalAmount") typed.singleAmount = null;
  if (field === "singleAmount") typed.totalAmount = null;
  return { ...dropDollars(before, { draft: typed }), ...changed(before) };
};

const chooseRule = (before: Context, { claimRule }: On<"ui.chooseRule">): Partial<Context> => ({
  draft: { ...before.draft, claimRule },
  ...changed(before),
});
const toggleRequired = (before: Context, { chatId }: On<"ui.toggleRequired">): Partial<Context> => {
  const { requiredChatIds: chosen } = before.draft;
  const requiredChatIds = chosen.includes(chatId) ? chosen.filter((each) => each !== chatId) : [...chosen, chatId];
  return { draft: { ...before.draft, requiredChatIds }, ...changed(before) };
};

/** The page keeps the form as it is after the change. */
const chooseCover = (before: Context, { coverId }: On<"ui.chooseCover">): Partial<Context> => ({
  draft: { ...before.draft, coverId },
  ...changed(before),
});
const chooseMessage = (before: Context, { messageId }: On<"ui.chooseMessage">): Partial<Context> => ({
  draft: { ...before.draft, messageId },
  ...changed(before),
});

/** Everything as it was but the passphrase; whom it is for, and in what, is chosen. */
const repeat = (before: Context, envelopes: readonly Envelope[]): Partial<Context> => {
  const [envelope] = envelopes;
  if (envelope === undefined) return {};
  return {
    draft: {
      type: envelope.type,
      coinType: envelope.coinType,
      count: String(envelope.count),
      totalAmount: envelope.totalAmount,
      singleAmount: null,
      passphrase: "",
      claimRule: envelope.claimRule,
      requiredChatIds: envelope.conditions.flatMap(({ chatId }) => (chatId === envelope.chatId ? [] : [chatId])),
      remark: envelope.remark ?? "",
      coverId: envelope.coverId as SendForm["coverId"],
      messageId: envelope.messageId as SendForm["messageId"],
    },
    chatIds: envelopes.flatMap(({ chatId }) => (chatId === null ? [] : [chatId])),
    againId: null,
    isCoinAsked: true,
    isChatOffered: true,
    amountSwitch: null,
    dollars: null,
    isMoreShown: false,
    touched: [],
    rejectedSubmits: 0,
    revision: before.revision + 1,
  };
};
const repeatNow = (before: Context, event: { output: SendOptions }): Partial<Context> => {
  const { again } = event.output;
  const repeated = { ...before, ...repeat(before, again === undefined ? [] : [again]) };
  return { ...repeated, ...setOptions(repeated, event) };
};

const emitDraft =
  <Event>(change: (before: Context, event: Event) => Partial<Context>) =>
  (before: Context, event: Event): readonly EnvelopeSendEmitted[] => {
    const { draft, chatIds } = { ...before, ...change(before, event) };
    return [{ type: "draft.changed", saved: { draft, chatIds } }];
  };
const emitNoDraft = (): readonly EnvelopeSendEmitted[] => [{ type: "draft.changed", saved: null }];

/** Only the answer to a send brings envelopes. */
const hasMade = (ordered: SendResult | null): boolean => (ordered?.envelopes.length ?? 0) !== 0;
const openOrder = ({ asked }: Context) => [
  { type: "order.open", isToBePaid: asked === null ? false : asked.isToBePaid },
];

const resume = {
  guard: "isUnpaid",
  when: ({ options }: Context, { orderId }: On<"ui.resume">) =>
    options.unpaidOrders.some((order) => order.orderId === orderId),
  target: "ordered",
  sends: openOrder,
  changes: ({ options, revision }: Context, { orderId }: On<"ui.resume">) => ({
    ...takeUp(options.unpaidOrders.find((order) => order.orderId === orderId)),
    revision: revision + 1,
    failure: null,
  }),
};

const FORM_SHOWN = { type: "form.shown" } as const;
export const envelopeSendTable: TransitionTable<EnvelopeSendShape> = {
  asks: {
    loadOptions: ({ asked, againId }) => ({ orderId: asked?.orderId ?? null, againId }),
    envelopeOrder: ({ ordered, options }) => ({ ...ordered, coinsPaidHere: options.coinsPaidHere }),
    readFunds: ({ draft }) => ({ coinType: draft.coinType }),
    loadFunds: ({ draft }) => ({ coinType: draft.coinType }),
    sendEnvelope: ({ draft, chatIds, options: { lookInUse }, attemptId, revision }) => ({
      body: JSON.parse(
        JSON.stringify({
          type: draft.type,
          coinType: draft.coinType,
          count: Number(draft.count),
          totalAmount: draft.totalAmount ?? undefined,
          singleAmount: draft.singleAmount ?? undefined,
          passphrase: draft.claimRule === "members" ? undefined : draft.passphrase,
          claimRule: draft.claimRule === "members" ? "members" : undefined,
          requiredChatIds:
            draft.claimRule === "members" && draft.requiredChatIds.length > 0 ? draft.requiredChatIds : undefined,
          remark: draft.remark || undefined,
          coverId: draft.coverId ?? lookInUse.coverId,
          messageId: draft.messageId ?? lookInUse.messageId,
          chatIds: chatIds.length === 0 ? undefined : chatIds,
        }),
      ),
      idempotencyKey: [attemptId, revision].join("-"),
    }),
  },
  context: ({ chatIds, coinType, minChats, asked, saved, gift, againId, attemptId }) => ({
    options: {
      coinTypes: [],
      chats: [],
      unpaidOrders: [],
      coinsPaidHere: [],
      lookInUse: { coverId: "goodLuck", messageId: "goodLuck" },
      passphrase: "",
      recent: [],
    },
    draft: {
      ...(saved?.draft ?? EMPTY),
      ...(gift !== null && isUntouched(saved?.draft ?? EMPTY) && giveBack(gift)),
      coinType: coinType ?? saved?.draft.coinType ?? EMPTY.coinType,
    },
    amountSwitch: null,
    funds: null,
    price: null,
    dollars: null,
    againId,
    isMoreShown: false,
    asked,
    chatIds: saved !== null && chatIds.length === 0 ? saved.chatIds : chatIds,
    minChats,
    isCoinAsked: coinType !== null,
    isChatOffered: saved !== null,
    touched: [],
    rejectedSubmits: 0,
    attemptId,
    revision: 0,
    ordered: null,
    failure: null,
  }),
  states: {
    "(machine)": { initial: "idle" },
    idle: { "ui.open": { target: "loadingOptions", changes: startAnew } },
    loadingOptions: {
      "done(loadOptions)": [
        {
          guard: "isAskedThere",
          when: (before, event) => findAsked(before, event) !== undefined,
          target: "ordered",
          changes: (before, event) => ({
            ...setOptions({ ...before, revision: before.revision + 1 }, event),
            ...takeUp(findAsked(before, event)),
          }),
          sends: openOrder,
        },
        { guard: "isAsked", when: ({ asked }) => asked !== null, target: "gone" },
        {
          guard: "isClosed",
          when: (_, { output }) => output.coinTypes.length === 0,
          target: "closed",
          changes: setOptions,
        },
        {
          guard: "hasTooFewChats",
          when: ({ minChats }, { output }) => output.chats.length < minChats,
          target: "tooFewChats",
          changes: setOptions,
        },
        {
          guard: "isRepeated",
          when: ({ againId }, { output }) => againId !== null && output.again !== undefined,
          target: "editing",
          changes: repeatNow,
          emits: (before, event) => [...emitDraft(repeatNow)(before, event), FORM_SHOWN],
        },
        { target: "editing", changes: setOptions },
      ],
      "error(loadOptions)": { target: "failed", changes: setFailure },
    },
    gone: {},
    closed: { "ui.reload": { target: "loadingOptions", changes: startAnew }, "ui.resume": resume },
    tooFewChats: { "ui.reload": { target: "loadingOptions", changes: startAnew }, "ui.resume": resume },
    "editing.readingFunds": {
      "done(readFunds)": [
        {
          guard: "isAwaited",
          when: ({ dollars }, { output }) => dollars !== null && dollars.price === null && output.price !== null,
          target: "editing.ready",
          changes: convertAtLast,
          emits: emitDraft(convertAtLast),
        },
        {
          target: "editing.ready",
          changes: (before, { output: { funds, price } }) => ({ funds, price, ...giveDollarsUp(before) }),
        },
      ],
      "error(readFunds)": { target: "editing.ready", changes: giveDollarsUp },
    },
    "editing.ready": {},
    editing: {
      initial: "editing.readingFunds",
      "ui.chooseUnit": {
        guard: "canType",
        when: ({ price, dollars }, { unit }) =>
          (unit === "coin") === (dollars !== null) && (price !== null || dollars !== null),
        changes: chooseUnit,
      },
      "ui.toggleMore": {
        guard: "canToggle",
        when: (before) => !(before.isMoreShown && hasFoldedProblem(before)),
        changes: ({ isMoreShown }) => ({ isMoreShown: !isMoreShown }),
      },
      "ui.chooseAmount": {
        guard: "isOrdinary",
        when: ({ draft }) => draft.type === "ordinary",
        changes: chooseAmount,
        emits: emitDraft(chooseAmount),
      },
      "ui.chooseType": { changes: chooseType, emits: emitDraft(chooseType) },
      "ui.chooseCoin": {
        target: "editing.readingFunds",
        reenter: true,
        changes: chooseCoin,
        emits: emitDraft(chooseCoin),
      },
      "ui.toggleChat": {
        guard: "isFree",
        // One send goes to twenty chats at most.
        when: ({ chatIds }, { chatId }) => chatIds.length < 20 || chatIds.includes(chatId),
        changes: toggleChat,
        emits: emitDraft(toggleChat),
      },
      "ui.chooseRule": {
        guard: "hasGroup",
        when: ({ options }) => options.chats.length > 0,
        changes: chooseRule,
        emits: emitDraft(chooseRule),
      },
      "ui.toggleRequired": {
        guard: "isRequirable",
        when: ({ draft: { claimRule, requiredChatIds: chosen }, options: { chats, channels } }, { chatId }) =>
          claimRule === "members" &&
          chats.concat(channels ?? []).some((chat) => chat.chatId === chatId) &&
          (chosen.length < 3 || chosen.includes(chatId)),
        changes: toggleRequired,
        emits: emitDraft(toggleRequired),
      },
      "ui.chooseCover": { changes: chooseCover, emits: emitDraft(chooseCover) },
      "ui.chooseMessage": { changes: chooseMessage, emits: emitDraft(chooseMessage) },
      "ui.type": {
        guard: "isTypable",
        when: ({ dollars }, { field }) => dollars !== null || field !== "dollars",
        changes: typeIn,
        emits: emitDraft(typeIn),
      },
      "ui.leave": { changes: ({ touched }, { field }) => ({ touched: [...new Set([...touched, field])] }) },
      "ui.reload": { target: "loadingOptions", changes: startAnew },
      "ui.resume": resume,
      "ui.submit": [
        { guard: "isRight", when: isRight, target: "checkingBalance", changes: { rejectedSubmits: 0, failure: null } },
        {
          changes: (before) => ({
            isMoreShown: before.isMoreShown || hasFoldedProblem(before, true),
            rejectedSubmits: before.rejectedSubmits + 1,
          }),
        },
      ],
    },
    checkingBalance: {
      "done(loadFunds)": [
        { guard: "isFunded", when: isFunded, target: "submitting", changes: (_, { output }) => ({ funds: output }) },
        { target: "editing.ready", changes: refuseFunds },
      ],
      "error(loadFunds)": { target: "editing.ready", changes: refuse },
    },
    submitting: {
      "done(sendEnvelope)": { target: "ordered", changes: setSent, sends: openOrder, emits: emitNoDraft },
      "error(sendEnvelope)": { target: "editing.ready", changes: refuse },
    },
    ordered: {
      "done(envelopeOrder)": [
        {
          guard: "isEdit",
          when: (_, { output }) => output.way === "edit",
          target: "loadingOptions",
          changes: { ...startAnew, asked: null },
          emits: ({ draft, chatIds }) => [{ type: "draft.changed", saved: { draft, chatIds } }, FORM_SHOWN],
        },
        {
          guard: "isAgain",
          when: (_, { output }) => output.way === "again",
          target: "loadingOptions",
          changes: (before, { output }) => ({
            ...repeat(before, output.way === "again" ? output.envelopes : []),
            ...startAnew,
            asked: null,
          }),
          emits: (before, { output }) => {
            const again = output.way === "again" ? output.envelopes : [];
            const { draft, chatIds } = { ...before, ...repeat(before, again) };
            return [{ type: "draft.changed", saved: { draft, chatIds } }, FORM_SHOWN];
          },
        },
        {
          target: "loadingOptions",
          changes: ({ options, draft, ordered }) => ({
            draft: hasMade(ordered) ? { ...EMPTY, coinType: findUsual(options) ?? "eth" } : draft,
            asked: null,
            amountSwitch: null,
            dollars: null,
            isMoreShown: false,
            touched: [],
            ...startAnew,
          }),
          emits: () => [FORM_SHOWN],
        },
      ],
      "ui.toForm": {
        guard: "isFromForm",
        when: ({ asked, ordered }) => asked === null && !hasMade(ordered),
        target: "loadingOptions",
        changes: startAnew,
        emits: () => [FORM_SHOWN],
      },
      "code.wanted": { emits: (_, event) => [event] },
    },
    failed: {
      "ui.retry": { target: "loadingOptions", changes: startAnew },
      "app.online": { target: "loadingOptions", changes: startAnew },
    },
  },
};
