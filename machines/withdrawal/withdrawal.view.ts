import type { SnapshotFrom } from "xstate";
import type { components } from "#contract/schema.d.ts";
import type { CoinType } from "#domain/coins.ts";
import { type FailureText, toFailureText } from "../kit/failureText.ts";
import { isCancellablePayout } from "../lifecycle/payout/payoutStatuses.ts";
import type { ViewAction } from "../kit/viewAction.ts";
import type { withdrawalMachine } from "./withdrawal.machine.ts";
import type { WithdrawalEvent } from "./withdrawal.types.ts";
import { findAmountProblem, findTooSmall, findWholeAmount, isFeeHigh } from "./withdrawForm.ts";

type Payout = components["schemas"]["Payout"];
type PayoutQuote = components["schemas"]["PayoutQuote"];
type Wallet = components["schemas"]["Wallet"];
type Action = ViewAction<WithdrawalEvent>;
type Snapshot = SnapshotFrom<typeof withdrawalMachine>;

export type WithdrawalState =
  | Extract<Snapshot["value"], string>
  | "proving"
  | "askingCode"
  | "submitting"
  | "following"
  | "held"
  | "confirmingCancel"
  | "cancelling";

export interface WithdrawalView extends FailureText {
  state: WithdrawalState;
  isBusy: boolean;
  titleKey: string;
  coinType: CoinType;
  amount: string;
  /** i18n key; null where the amount is right, or was not sent yet. */
  problemKey: string | null;
  /** A whole-coin decimal string; null while unknown. */
  balance: string | null;
  /** Whether the balance holds nothing that can be asked for. */
  isEmpty: boolean;
  wallet: Wallet | null;
  /** Null where none is set, or it is not known yet. */
  email: string | null;
  hasSecurityCode: boolean;
  /** Why nothing of the coin may leave the account now. */
  spendingBlocks: readonly components["schemas"]["SpendingBlock"][];
  /** What leaves, what the network takes and what arrives; null where no quote is in sight. */
  quote: PayoutQuote | null;
  /** Until the quote runs out; null while it is not counted. */
  secondsLeft: number | null;
  /** Whether more than half of the amount would go to the network. */
  isFeeHigh: boolean;
  /** ISO 8601; null where nothing is blocked, or the end is not known yet. */
  blockedUntil: string | null;
  payout: Payout | null;
  /** Whether closing the app would lose what was typed. */
  isUnsent: boolean;
  /** While `askingCode` and `submitting`, the child actor `securityCodePrompt` has controls of its own. */
  actions: readonly Action[];
}

export function viewWithdrawal(snapshot: Snapshot): WithdrawalView {
  const { context } = snapshot;
  const { coinType, account, blockedUntilMs } = context;
  const state = findState(snapshot);
  const quote = snapshot.hasTag("quoted") ? context.quote : null;
  return {
    state,
    isBusy: snapshot.hasTag("busy"),
    titleKey: `withdraw:state.${state}`,
    coinType,
    amount: context.amount,
    problemKey: state === "editing" ? findProblemKey(context) : null,
    balance: account?.balance ?? null,
    isEmpty: account !== null && findWholeAmount(coinType, account.balance) === "0",
    wallet: account?.wallet ?? null,
    email: account?.email ?? null,
    hasSecurityCode: account?.hasSecurityCode === true,
    spendingBlocks: account?.spendingBlocks ?? [],
    quote,
    secondsLeft: state === "agreeing" ? context.secondsLeft : null,
    isFeeHigh: quote !== null && isFeeHigh(coinType, quote),
    blockedUntil: blockedUntilMs === null ? null : new Date(blockedUntilMs).toISOString(),
    payout: snapshot.hasTag("followed") ? context.payout : null,
    isUnsent: snapshot.hasTag("unsent") && context.amount !== "",
    ...toFailureText(context.failure),
    actions: ACTIONS[state](snapshot),
  };
}

function findState({ value }: Snapshot): WithdrawalState {
  if (typeof value === "string") return value;
  if ("proving" in value) return "proving";
  if ("agreed" in value) return value.agreed;
  return value.tracked === "sorting" ? "following" : value.tracked;
}

function findProblemKey({ coinType, amount, account, isChecked, isTooSmall }: Snapshot["context"]): string | null {
  if (!isChecked) return null;
  const problem = isTooSmall
    ? findTooSmall(coinType)
    : findAmountProblem({ coinType, amount, balance: account?.balance ?? null });
  return problem === null ? null : `withdraw:problem.${problem}`;
}

const OPEN: Action = { event: { type: "ui.open" }, labelKey: "withdraw:open", enabled: true };
const TAKE_ALL: Action = { event: { type: "ui.takeAll" }, labelKey: "withdraw:all", enabled: true };
const SUBMIT: Action = { event: { type: "ui.submit" }, labelKey: "withdraw:submit", enabled: true };
const AGREE: Action = { event: { type: "ui.agree" }, labelKey: "withdraw:agree", enabled: true };
const EDIT: Action = { event: { type: "ui.edit" }, labelKey: "withdraw:edit", enabled: true };
const BACK: Action = { event: { type: "ui.back" }, labelKey: "withdraw:back", enabled: true };
const PROVE: Action = { event: { type: "ui.openProof" }, labelKey: "withdraw:prove", enabled: true };
const CANCEL: Action = { event: { type: "ui.cancel" }, labelKey: "withdraw:cancel", enabled: true };
const CONFIRM: Action = { event: { type: "ui.confirm" }, labelKey: "withdraw:confirmCancel", enabled: true };
const KEEP: Action = { event: { type: "ui.back" }, labelKey: "withdraw:keep", enabled: true };
const ANOTHER: Action = { event: { type: "ui.another" }, labelKey: "withdraw:another", enabled: true };
const RETRY: Action = { event: { type: "ui.retry" }, labelKey: "withdraw:retry", enabled: true };
const LOOK: Action = { ...RETRY, labelKey: "withdraw:look" };
const ASK_AGAIN: Action = { ...RETRY, labelKey: "withdraw:askAgain" };
/** They keep their place beneath a question: hiding the messenger's button would resize the app. */
const AGREE_LATER: Action = { ...AGREE, enabled: false };
const CANCEL_LATER: Action = { ...CANCEL, enabled: false };

const ACTIONS: Readonly<Record<WithdrawalState, (snapshot: Snapshot) => readonly Action[]>> = {
  idle: () => [OPEN],
  loading: () => [],
  unbound: () => [LOOK],
  proving: ({ value, context: { proofUrl } }) => [
    { ...PROVE, enabled: proofUrl !== null },
    ...(typeof value === "object" && "proving" in value && value.proving === "unlinked" ? [RETRY] : []),
  ],
  editing: ({ context: { coinType, account } }) => [
    { ...TAKE_ALL, enabled: account !== null && findWholeAmount(coinType, account.balance) !== "0" },
    SUBMIT,
  ],
  quoting: ({ context: { quote } }) => (quote === null ? [EDIT] : [AGREE_LATER, EDIT]),
  agreeing: () => [AGREE, EDIT],
  codeMissing: () => [BACK],
  askingCode: () => [AGREE_LATER],
  submitting: () => [AGREE_LATER],
  unanswered: () => [ASK_AGAIN],
  blocked: () => [BACK],
  following: ({ context: { payout } }) => (payout !== null && isCancellablePayout(payout.status) ? [CANCEL] : []),
  held: () => [CANCEL],
  // The button that asked stays, for the focus to come back to.
  confirmingCancel: () => [CONFIRM, KEEP, CANCEL_LATER],
  cancelling: () => [CANCEL_LATER],
  paid: () => [ANOTHER],
  returned: () => [ANOTHER],
  cancelled: () => [ANOTHER],
  failed: () => [RETRY],
};
