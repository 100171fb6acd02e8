import type { SnapshotFrom } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { COINS, type CoinType } from "#domain/coins.ts";
import { MESSAGE_IDS } from "#domain/copyTexts.ts";
import { COVER_IDS } from "#domain/covers.ts";
import { isRounded } from "#domain/envelope/switchAmount.ts";
import { DRAW_WINDOWS_S, validateSend } from "#domain/envelope/validateSend.ts";
import { formatAmount, parseDecimal, roundDownAmount } from "#domain/money/amount.ts";
import { isDollar } from "#domain/price.ts";
import { hasApiError, type Failure } from "../kit/failure.ts";
import { type FailureText, getFailureKey, getFailureValues, toFailureText } from "../kit/failureText.ts";
import { type Control, listActions, type ViewAction } from "../kit/viewAction.ts";
import type { EnvelopeSendEvent, envelopeSendMachine } from "./envelopeSend.machine.ts";
import type { Dollars } from "./sendDollars.ts";
import {
  countEnvelopes,
  findLook,
  hasFolded,
  hasTyped,
  listShownProblems,
  type FormField,
  type FormProblem,
  type Look,
  type SendForm,
} from "./sendForm.ts";
import { covers, isConnectable } from "./sendFunds.ts";
import { listCoins, listRequirable } from "./sendOptions.ts";

type Chat = components["schemas"]["Chat"];
type Order = components["schemas"]["Order"];
type Action = ViewAction<EnvelopeSendEvent>;
type Snapshot = SnapshotFrom<typeof envelopeSendMachine>;
type State = Extract<Snapshot["value"], string> | "editing" | "connecting";

/** What a claimer gets, as whole-coin decimal strings. */
export type ExpectedShare = { kind: "exact"; amount: string } | { kind: "luck"; min: string };

/** The wallet that pays for the chosen coin. `balance`: a rounded whole-coin decimal string; null where it is not known. */
export type Payer =
  | { kind: "reading" }
  | { kind: "notBound" }
  | { kind: "unknown" }
  | { kind: "bound"; address: string; balance: string | null };

/** Why the form was not sent, or cannot be: an i18n key with the values of its placeholders. */
interface SendRefusal {
  messageKey: string;
  params: Readonly<Record<string, string>>;
}

export interface EnvelopeSendView extends FailureText {
  state: State;
  /** The form is being sent. */
  isBusy: boolean;
  draft: SendForm;
  /** The price of the chosen coin in dollars, a decimal string; null while it is unknown. */
  price: string | null;
  /** What the amount is typed in dollars as; null where it is typed in the coin. */
  dollars: Dollars | null;
  /** Totals that the person sent lately in the chosen coin, newest first, whole-coin decimal strings. */
  recentTotals: readonly string[];
  /** Whether the folded fields are shown. */
  isMoreShown: boolean;
  /** What the envelopes of the form get. */
  look: Look;
  /** The open coins, those that the person has first. */
  coinTypes: readonly CoinType[];
  /** Bounds of the chosen coin as whole-coin decimal strings. */
  limits: { min: string; max: string; maxInputLength: number; ticker: string };
  chats: readonly Chat[];
  chatIds: readonly string[];
  /** What members can be asked to be in besides; empty where a passphrase opens the envelope. */
  requirable: readonly Chat[];
  /** As many chats as have to be chosen; 0: an envelope may be shared by hand. */
  minChats: number;
  unpaidOrders: readonly Order[];
  /** Problems that show: of what is typed, but for mere beginnings; of the fields that were left; of all once the form was sent. */
  problems: Readonly<Partial<Record<FormField, FormProblem>>>;
  /** Whether closing the app would lose what was typed. */
  hasUnsavedInput: boolean;
  /** How often the form was refused, here or by the server. */
  rejectedSubmits: number;
  /** What the envelopes cost together, a whole-coin decimal string; null while amount or count is missing or wrong. */
  total: string | null;
  /** What one of the envelopes costs, and what its group gets; likewise. */
  totalEach: string | null;
  /** Null while an equal share is not known. */
  share: ExpectedShare | null;
  /** The total nearest to the typed one that divides, a whole-coin decimal string; null where none is needed. */
  nearestTotal: string | null;
  /** The typed total where the single amount is only the nearest to it; else null. */
  roundedFrom: string | null;
  payer: Payer;
  /**
   * The balance in the app, rounded, and whether it covers the form: null while the form has no total. Null as a whole
   * where it is empty or unknown.
   */
  inApp: { balance: string; isEnough: boolean | null } | null;
  /** Whether neither a wallet nor the balance in the app can pay. */
  isWalletMissing: boolean;
  /** Whether one is connected and proven on the way to the payment then. */
  isConnecting: boolean;
  /** What the wallet has and what it needs, where that is too little. */
  shortage: SendRefusal | null;
  /** Of the form as it is; null after every change, and where the chats are named that it is about. */
  refusal: SendRefusal | null;
  /** The chats in which the server found the bot to be no administrator; none after every change. */
  refusedChatIds: readonly string[];
  /** Where the page leads to in the state `gone`. */
  goneEnvelopeId: string | null;
  actions: readonly Action[];
}

/** While `ordered`, the child actor `envelopeOrder` has a view and controls of its own. */
export function viewEnvelopeSend(snapshot: Snapshot): EnvelopeSendView {
  const { context } = snapshot;
  const { draft, failure } = context;
  const state = getState(snapshot);
  const isBusy = snapshot.hasTag("busy");
  const { min, max, maxInputLength, ticker, baseDecimals } = COINS[draft.coinType];
  const total = sumUp(context);
  const shortage = findShortage(context, total?.totalBase ?? null);
  const isWriting = isBusy || state === "editing";
  const shown = isWriting ? listShownProblems(context) : [];
  const problems = Object.fromEntries(shown.map((problem) => [problem.field, problem]));
  const inApp = findInApp(context, total?.totalBase ?? null);
  const refusedChatIds = state === "editing" ? listRefusedChats(context) : [];
  const isRefused = state === "editing" && failure !== null && refusedChatIds.length === 0;
  return {
    state,
    isBusy,
    draft,
    price: context.price,
    dollars: context.dollars,
    recentTotals: listRecentTotals(context),
    isMoreShown: context.isMoreShown || hasFolded(shown),
    look: findLook(draft, context.options.lookInUse),
    coinTypes: listCoins(context.options),
    limits: { min, max, maxInputLength, ticker },
    chats: context.options.chats,
    chatIds: context.chatIds,
    requirable: listRequirable(context),
    minChats: context.minChats,
    unpaidOrders: context.options.unpaidOrders,
    problems,
    hasUnsavedInput: isWriting && hasTyped(draft),
    rejectedSubmits: context.rejectedSubmits,
    total: total === null ? null : formatAmount(total.totalBase, baseDecimals),
    totalEach: total === null ? null : formatAmount(total.eachBase, baseDecimals),
    share: findShare(draft, total?.shareBase ?? null),
    nearestTotal: findNearestTotal(snapshot, problems),
    roundedFrom: findRoundedTotal(context),
    payer: findPayer(snapshot),
    inApp,
    isWalletMissing: isWalletMissing(context),
    isConnecting: isConnecting(context),
    shortage,
    refusal: isRefused ? findRefusal(failure, shortage) : null,
    refusedChatIds,
    goneEnvelopeId: state === "gone" ? (context.asked?.envelopeId ?? null) : null,
    ...toFailureText(state === "failed" ? failure : null),
    actions: listControls(snapshot, state),
  };
}

function getState({ value }: Snapshot): State {
  if (typeof value === "string") return value;
  return "connecting" in value ? "connecting" : "editing";
}

function findRoundedTotal({ draft, amountSwitch }: Snapshot["context"]): string | null {
  return amountSwitch !== null && isRounded(draft, amountSwitch) ? amountSwitch.typed : null;
}

function findNearestTotal(snapshot: Snapshot, { totalAmount }: EnvelopeSendView["problems"]): string | null {
  return snapshot.matches("editing") && totalAmount?.code === "amountIndivisible"
    ? (totalAmount.params["nearest"] ?? null)
    : null;
}

function findPayer(snapshot: Snapshot): Payer {
  const { funds, draft } = snapshot.context;
  if (funds?.kind === "bound") {
    const { address, balance } = funds;
    return { kind: "bound", address, balance: balance === null ? null : roundBalance(balance, draft.coinType) };
  }
  if (funds !== null) return { kind: "notBound" };
  return snapshot.matches({ editing: "readingFunds" }) ? { kind: "reading" } : { kind: "unknown" };
}

function roundBalance(balance: string, coinType: CoinType): string {
  const { baseDecimals, decimals } = COINS[coinType];
  return roundDownAmount(balance, baseDecimals, decimals);
}

function findInApp({ draft, funds }: Snapshot["context"], totalBase: bigint | null): EnvelopeSendView["inApp"] {
  if (funds?.inApp === undefined) return null;
  const balanceBase = parseDecimal(funds.inApp, COINS[draft.coinType].baseDecimals);
  return {
    balance: roundBalance(funds.inApp, draft.coinType),
    isEnough: totalBase === null ? null : balanceBase >= totalBase,
  };
}

function isWalletMissing(context: Snapshot["context"]): boolean {
  if (context.funds?.kind !== "notBound") return false;
  const inApp = findInApp(context, sumUp(context)?.totalBase ?? null);
  return inApp === null || inApp.isEnough === false;
}

function isConnecting(context: Snapshot["context"]): boolean {
  return isWalletMissing(context) && context.funds !== null && isConnectable(context, context.funds);
}

function findShortage(context: Snapshot["context"], totalBase: bigint | null): SendRefusal | null {
  const { draft, chatIds, funds } = context;
  const balance = funds?.kind === "bound" ? funds.balance : null;
  if (funds === null || balance === null || totalBase === null || covers(draft.coinType, funds, totalBase)) return null;
  const { baseDecimals, ticker } = COINS[draft.coinType];
  const messageKey = countEnvelopes(chatIds) > 1 ? "envelope:multi.shortage" : "envelope:send.shortage";
  return { messageKey, params: { balance, needed: formatAmount(totalBase, baseDecimals), coin: ticker } };
}

function findRefusal(failure: Failure, shortage: SendRefusal | null): SendRefusal {
  if (shortage !== null && hasApiError(failure, "insufficientBalance")) return shortage;
  return { messageKey: getFailureKey(failure), params: getFailureValues(failure) };
}

/** The note beside a chat speaks of it, so only those count that the form shows. */
function listRefusedChats({ failure, options }: Snapshot["context"]): readonly string[] {
  if (failure?.kind !== "api" || failure.error !== "botNotAdministrator") return [];
  const known = new Set([...options.chats, ...(options.channels ?? [])].map(({ chatId }) => chatId));
  return (failure.conditions ?? []).map(({ chatId }) => chatId).filter((chatId) => known.has(chatId));
}

/** In base units: of all envelopes, of one of them, of an equal share. */
interface Sums {
  totalBase: bigint;
  eachBase: bigint;
  shareBase: bigint | null;
}

/** The totals of amount, count and chats, even where the rest of the form is missing; a total is known as soon as it is typed. */
function sumUp({ draft, chatIds }: Snapshot["context"]): Sums | null {
  const isOnlyTotal = draft.count === "" && draft.totalAmount !== null;
  const counted = isOnlyTotal ? { ...draft, type: "ordinary" as const, count: "1" } : draft;
  const validation = validateSend({ ...counted, passphrase: null, remark: "" });
  if (!validation.ok) return null;
  const { totalBase: eachBase, shareBase } = validation.value;
  return { totalBase: eachBase * BigInt(countEnvelopes(chatIds)), eachBase, shareBase: isOnlyTotal ? null : shareBase };
}

function findShare({ type, coinType }: SendForm, shareBase: bigint | null): ExpectedShare | null {
  const { min, baseDecimals } = COINS[coinType];
  if (type === "luckyDraw") return { kind: "luck", min };
  return shareBase === null ? null : { kind: "exact", amount: formatAmount(shareBase, baseDecimals) };
}

const MAX_RECENT = 3;

/** An amount in dollars or for each is not among them. */
function listRecentTotals({ draft, dollars, options }: Snapshot["context"]): readonly string[] {
  if (dollars !== null || draft.singleAmount !== null) return [];
  const totals = options.recent.filter(({ coinType }) => coinType === draft.coinType);
  return [...new Set(totals.flatMap(({ totalAmount }) => totalAmount ?? []))].slice(0, MAX_RECENT);
}

const TYPES = ["ordinary", "luckyDraw"] as const;
const RULES = ["passphrase", "members"] as const;
const DRAWS = ["instant", "together"] as const;
const AMOUNTS = ["totalAmount", "singleAmount"] as const;

const LOOKS: readonly Control<EnvelopeSendEvent>[] = [
  ...COVER_IDS.map((coverId) => offer({ type: "ui.chooseCover", coverId }, `personal:coverTitle.${coverId}`)),
  ...MESSAGE_IDS.map((messageId) => offer({ type: "ui.chooseMessage", messageId }, `personal:textTitle.${messageId}`)),
];

function offer(event: EnvelopeSendEvent, labelKey: string): Control<EnvelopeSendEvent> {
  return { event, labelKey };
}

function listControls(snapshot: Snapshot, state: State): readonly Action[] {
  const { chats, unpaidOrders } = snapshot.context.options;
  return listActions(snapshot, [
    offer({ type: "ui.open" }, "envelope:send.open"),
    ...listCoins(snapshot.context.options).map((coinType) =>
      offer({ type: "ui.chooseCoin", coinType }, `envelope:coin.${coinType}`),
    ),
    ...TYPES.map((envelopeType) => offer({ type: "ui.chooseType", envelopeType }, `envelope:type.${envelopeType}`)),
    {
      event: { type: "ui.chooseUnit", unit: "dollars" },
      labelKey: "envelope:send.inDollars",
      // Without a price it keeps its place.
      isWaiting: state === "editing" && snapshot.context.dollars === null && !isDollar(snapshot.context.draft.coinType),
    },
    offer({ type: "ui.chooseUnit", unit: "coin" }, "envelope:send.inCoin"),
    // One that is too many keeps its place.
    ...chats.map(({ chatId }) => ({
      event: { type: "ui.toggleChat" as const, chatId },
      labelKey: "envelope:send.chooseChat",
      isWaiting: state === "editing",
    })),
    offer({ type: "ui.toggleMore" }, "envelope:send.options"),
    ...listFolded(snapshot, state),
    ...unpaidOrders.map(({ orderId }) => offer({ type: "ui.resume", orderId }, "envelope:send.resume")),
    offer({ type: "ui.reload" }, "envelope:send.reload"),
    offer({ type: "ui.submit" }, `envelope:send.${isConnecting(snapshot.context) ? "connectAndPay" : "submit"}`),
    offer({ type: "ui.retry" }, "envelope:send.retry"),
    offer({ type: "ui.toForm" }, "envelope:send.edit"),
  ]);
}

/** The controls of the folded fields. */
function listFolded({ context }: Snapshot, state: State): readonly Control<EnvelopeSendEvent>[] {
  return [
    ...AMOUNTS.map((field) => offer({ type: "ui.chooseAmount", field }, `envelope:send.${field}`)),
    ...DRAWS.map((drawRule) => offer({ type: "ui.chooseDraw", drawRule }, `envelope:draw.${drawRule}`)),
    ...DRAW_WINDOWS_S.map((windowS) =>
      offer({ type: "ui.chooseWindow", windowS }, `envelope:draw.window.${String(windowS)}`),
    ),
    ...RULES.map((claimRule) => offer({ type: "ui.chooseRule", claimRule }, `envelope:rule.${claimRule}`)),
    ...listRequirable(context).map(({ chatId }) => ({
      event: { type: "ui.toggleRequired" as const, chatId },
      labelKey: "envelope:send.chooseChat",
      isWaiting: state === "editing",
    })),
    ...LOOKS,
  ];
}
