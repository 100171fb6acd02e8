import type { components } from "#contract/schema.d.ts";
import { switchAmount } from "#domain/envelope/switchAmount.ts";
import { validateSend } from "#domain/envelope/validateSend.ts";
import { isAmountText } from "#domain/money/isAmountText.ts";
import { convertDollars } from "#domain/convertDollars.ts";
import { convertAmount } from "#domain/price.ts";
import { toFailure } from "../kit/failure.ts";
import type {
  EnvelopeSendContext,
  EnvelopeSendEmitted,
  EnvelopeSendEvent,
  Means,
  SendResult,
} from "./envelopeSend.machine.ts";
import type { SendOptions } from "./sendOptions.ts";
import type { Funds, Gift, Look, SendForm } from "./sendForm.ts";

type Context = EnvelopeSendContext;
type Envelope = components["schemas"]["Envelope"];
type Order = components["schemas"]["Order"];

type On<Type extends EnvelopeSendEvent["type"]> = Extract<EnvelopeSendEvent, { type: Type }>;
type ErrorEvent = { error: unknown };

export const setFailure = (_: Context, { error }: ErrorEvent): Partial<Context> => ({ failure: toFailure(error) });
/** Every entry to `loadingOptions` forgets the last order. */
export const startAnew = { funds: null, price: null, ordered: null, failure: null };
/** A refusal is shown in the form, and counted. */
export const refuse = ({ rejectedSubmits }: Context, { error }: ErrorEvent): Partial<Context> => ({
  failure: toFailure(error),
  rejectedSubmits: rejectedSubmits + 1,
});
export const refuseFunds = ({ rejectedSubmits }: Context, { output }: { output: Funds }): Partial<Context> => {
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
export const isRight = ({ draft, chatIds, minChats }: Context): boolean =>
  draft.claimRule === "members"
    ? validateSend({ ...draft, passphrase: null }).ok && chatIds.length >= (minChats || 1)
    : validateSend(draft).ok && chatIds.length >= minChats;

/** Enough for the short amounts of the samples. One of the two pays all: the wallet, or the balance in the app. */
export function isFunded({ draft, chatIds }: Context, { output }: { output: Funds }): boolean {
  const each =
    draft.totalAmount === null ? Number(draft.singleAmount) * Number(draft.count) : Number(draft.totalAmount);
  const total = chatIds.length === 0 ? each : each * chatIds.length;
  const wallet = output.kind === "bound" && output.balance !== null ? Number(output.balance) : 0;
  return Math.max(wallet, Number(output.inApp ?? 0)) >= total;
}

export const findUsual = ({ coinTypes, recent }: SendOptions) =>
  recent.find(({ coinType }) => coinTypes.includes(coinType))?.coinType ?? coinTypes.at(0);
/** Of the fields that are folded away; what is only begun is no problem before it is left or sent. */
export const hasFoldedProblem = (
  { draft, touched, rejectedSubmits }: Context,
  isAnyTold = rejectedSubmits > 0,
): boolean => {
  const checked = draft.claimRule === "members" ? { ...draft, passphrase: null } : draft;
  const validation = validateSend(checked);
  const problems = validation.ok ? [] : validation.problems;
  return problems.some(({ field, code }) => {
    if (field === "remark") return true;
    const isBegun =
      code === "passphraseRequired" ||
      code === "passphraseThin" ||
      (code === "passphraseLength" && Array.from(draft.passphrase).length < 6);
    return field === "passphrase" && (isAnyTold || touched.includes(field) || !isBegun);
  });
};

export const setOptions = (before: Context, { output }: { output: SendOptions }): Partial<Context> => {
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
export const findAsked = ({ asked }: Context, { output }: { output: SendOptions }): Order | undefined =>
  [...output.unpaidOrders, ...(output.askedOrder === undefined ? [] : [output.askedOrder])].find(
    ({ envelopeIds }) => asked !== null && envelopeIds.includes(asked.envelopeId),
  );

/** What comes next is another send, although the form may be the same. */
export const setSent = ({ revision }: Context, { output }: { output: SendResult }): Partial<Context> => ({
  ordered: { envelopes: output.envelopes, order: output.order },
  revision: revision + 1,
});
/** Its envelopes are not known before they are paid. */
export const takeUp = (order: Order | undefined) => ({
  ordered: order === undefined ? null : { order, envelopes: [] },
});

export const EMPTY: SendForm = {
  type: "luckyDraw",
  coinType: "eth",
  count: "5",
  totalAmount: "",
  singleAmount: null,
  passphrase: "",
  claimRule: "passphrase",
  requiredChatIds: [],
  remark: "",
  coverId: null,
  messageId: null,
};

export const isUntouched = ({ count, totalAmount, singleAmount, remark }: SendForm): boolean =>
  count === "5" && [totalAmount ?? "", singleAmount ?? "", remark].join("") === "";
/** One share of all that was won. */
export const giveBack = (gift: Gift): Partial<SendForm> => ({
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
export const chooseAmount = (
  before: Context,
  { field }: Pick<On<"ui.chooseAmount">, "field">,
): Partial<Context> & Pick<Context, "draft"> => ({
  ...dropDollars(before, switchAmount(before.draft, field, before.amountSwitch)),
  ...changed(before),
});
export const chooseType = (before: Context, { envelopeType }: On<"ui.chooseType">): Partial<Context> => {
  const given = envelopeType === "luckyDraw" ? chooseAmount(before, { field: "totalAmount" }) : { draft: before.draft };
  return { ...given, draft: { ...given.draft, type: envelopeType }, ...changed(before) };
};
/** The amount in whichever of the two ways it is given. */
const withAmount = (draft: SendForm, amount: string): SendForm =>
  draft.singleAmount === null ? { ...draft, totalAmount: amount } : { ...draft, singleAmount: amount };
/** The rounding is domain/'s, and tested there. */
const buy = (typed: string, price: string): string => convertDollars(typed.replace(/\.$/, ""), price) ?? "";
export const chooseCoin = (before: Context, { coinType }: On<"ui.chooseCoin">): Partial<Context> => ({
  draft: { ...(before.dollars === null ? before.draft : withAmount(before.draft, "")), coinType },
  dollars: before.dollars && { typed: before.dollars.typed, price: null },
  funds: null,
  price: null,
  ...changed(before),
});
export const chooseUnit = ({ price, draft }: Context, { unit }: On<"ui.chooseUnit">): Partial<Context> => {
  if (unit === "coin" || price === null) return { dollars: null };
  const amount = draft.totalAmount ?? draft.singleAmount ?? "";
  return { dollars: { price, typed: isAmountText(amount) ? (convertAmount(amount, price) ?? "") : "" } };
};
/** Only dollars that wait for a price are converted at it. */
export const convertAtLast = (before: Context, { output: { funds, price } }: { output: Means }): Partial<Context> => ({
  funds,
  price,
  draft: withAmount(before.draft, buy(before.dollars?.typed ?? "", price ?? "0")),
  dollars: { typed: before.dollars?.typed ?? "", price },
  ...changed(before),
});
export const giveDollarsUp = ({ dollars }: Context) => ({ dollars: dollars?.price === null ? null : dollars });
export const toggleChat = (before: Context, { chatId }: On<"ui.toggleChat">): Partial<Context> => ({
  chatIds: before.chatIds.includes(chatId)
    ? before.chatIds.filter((chosen) => chosen !== chatId)
    : [...before.chatIds, chatId],
  ...changed(before),
});
export const typeIn = (before: Context, { field, value }: On<"ui.type">): Partial<Context> => {
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

export const chooseRule = (before: Context, { claimRule }: On<"ui.chooseRule">): Partial<Context> => ({
  draft: { ...before.draft, claimRule },
  ...changed(before),
});
export const toggleRequired = (before: Context, { chatId }: On<"ui.toggleRequired">): Partial<Context> => {
  const { requiredChatIds: chosen } = before.draft;
  const requiredChatIds = chosen.includes(chatId) ? chosen.filter((each) => each !== chatId) : [...chosen, chatId];
  return { draft: { ...before.draft, requiredChatIds }, ...changed(before) };
};

/** The page keeps the form as it is after the change. */
export const chooseCover = (before: Context, { coverId }: On<"ui.chooseCover">): Partial<Context> => ({
  draft: { ...before.draft, coverId },
  ...changed(before),
});
export const chooseMessage = (before: Context, { messageId }: On<"ui.chooseMessage">): Partial<Context> => ({
  draft: { ...before.draft, messageId },
  ...changed(before),
});

/** Everything as it was but the passphrase; whom it is for, and in what, is chosen. */
export const repeat = (before: Context, envelopes: readonly Envelope[]): Partial<Context> => {
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
export const repeatNow = (before: Context, event: { output: SendOptions }): Partial<Context> => {
  const { again } = event.output;
  const repeated = { ...before, ...repeat(before, again === undefined ? [] : [again]) };
  return { ...repeated, ...setOptions(repeated, event) };
};

export const emitDraft =
  <Event>(change: (before: Context, event: Event) => Partial<Context>) =>
  (before: Context, event: Event): readonly EnvelopeSendEmitted[] => {
    const { draft, chatIds } = { ...before, ...change(before, event) };
    return [{ type: "draft.changed", saved: { draft, chatIds } }];
  };
export const emitNoDraft = (): readonly EnvelopeSendEmitted[] => [{ type: "draft.changed", saved: null }];

/** Only the answer to a send brings envelopes. */
export const hasMade = (ordered: SendResult | null): boolean => (ordered?.envelopes.length ?? 0) !== 0;
export const openOrder = ({ asked }: Context) => [
  { type: "order.open", isToBePaid: asked === null ? false : asked.isToBePaid },
];

export const resume = {
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

export const FORM_SHOWN = { type: "form.shown" } as const;
