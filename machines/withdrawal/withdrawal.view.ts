import type { SnapshotFrom } from "xstate";
import type { components } from "#contract/schema.d.ts";
import type { CoinType } from "#domain/coins.ts";
import { type FailureText, toFailureText } from "../kit/failureText.ts";
import { readMeta } from "../kit/readMeta.ts";
import { listActions, type ViewAction } from "../kit/viewAction.ts";
import type { WithdrawalEvent, withdrawalMachine } from "./withdrawal.machine.ts";
import { findAmountProblem, findTooSmall, findWholeAmount, isFeeHigh } from "./withdrawForm.ts";

type Payout = components["schemas"]["Payout"];
type PayoutQuote = components["schemas"]["PayoutQuote"];
type Wallet = components["schemas"]["Wallet"];
type Action = ViewAction<WithdrawalEvent>;
type Snapshot = SnapshotFrom<typeof withdrawalMachine>;

/** These sort, and are left at once: no snapshot is in one. */
type Passing = "unquoted" | "givenUp" | "declined";

export type WithdrawalState =
  | Exclude<Extract<Snapshot["value"], string>, Passing>
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
  /** How often the form was sent with a problem. */
  rejectedSubmits: number;
  /** A whole-coin decimal string; null while unknown. */
  balance: string | null;
  /** Whether the balance holds nothing that can be asked for. */
  isEmpty: boolean;
  wallet: Wallet | null;
  /** Null where none is set, or it is not known yet. */
  email: string | null;
  hasSecurityCode: boolean;
  /** What the account lacks before an amount can be withdrawn; null where that is nothing, or not asked yet. */
  nextNeed: "email" | "code" | null;
  /** Why nothing of the coin may leave the account now. */
  spendingBlocks: readonly components["schemas"]["SpendingBlock"][];
  /** What leaves, what the network takes and what arrives; null where no quote is in sight. */
  quote: PayoutQuote | null;
  /** When the quote runs out, ISO 8601; null while it is not counted. */
  quoteEndsAt: string | null;
  /** Whether more than half of the amount would go to the network. */
  isFeeHigh: boolean;
  /** ISO 8601; null where nothing is blocked, or the end is not known yet. */
  blockedUntil: string | null;
  payout: Payout | null;
  /** Whether closing the app would lose what was typed. */
  hasUnsavedInput: boolean;
  /** While `askingCode` and `submitting`, the child actor `securityCodePrompt` has controls of its own. */
  actions: readonly Action[];
}

export function viewWithdrawal(snapshot: Snapshot): WithdrawalView {
  const { context } = snapshot;
  const { coinType, account } = context;
  const state = findState(snapshot);
  const quote = snapshot.hasTag("quoted") ? context.quote : null;
  return {
    state,
    isBusy: snapshot.hasTag("busy"),
    titleKey: `withdraw:state.${state}`,
    coinType,
    amount: context.amount,
    rejectedSubmits: context.rejectedSubmits,
    problemKey: state === "editing" ? findProblemKey(context) : null,
    balance: account?.balance ?? null,
    isEmpty: account !== null && findWholeAmount(coinType, account.balance) === "0",
    wallet: account?.wallet ?? null,
    email: account?.email ?? null,
    hasSecurityCode: account?.hasSecurityCode === true,
    nextNeed: state === "editing" ? findNextNeed(account) : null,
    spendingBlocks: account?.spendingBlocks ?? [],
    quote,
    quoteEndsAt: state === "reviewingQuote" ? toIso(context.quoteEndsAtMs) : null,
    isFeeHigh: quote !== null && isFeeHigh(coinType, quote),
    blockedUntil: toIso(context.blockedUntilMs),
    payout: snapshot.hasTag("followed") ? context.payout : null,
    hasUnsavedInput: snapshot.hasTag("unsent") && context.amount !== "",
    ...toFailureText(context.failure),
    actions: listControls(snapshot, state),
  };
}

function toIso(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

/** A code is made with an email. */
function findNextNeed(account: Snapshot["context"]["account"]): WithdrawalView["nextNeed"] {
  if (account === null || account.hasSecurityCode) return null;
  return account.email === null ? "email" : "code";
}

function findState({ value }: Snapshot): WithdrawalState {
  if (typeof value === "string") return value as Exclude<typeof value, Passing>;
  if ("proving" in value) return "proving";
  if ("authorizing" in value) return value.authorizing;
  return value.followingPayout === "sorting" ? "following" : value.followingPayout;
}

function findProblemKey({ coinType, amount, account, showsProblems, isTooSmall }: Snapshot["context"]): string | null {
  if (!showsProblems) return null;
  const problem = isTooSmall
    ? findTooSmall(coinType)
    : findAmountProblem({ coinType, amount, balance: account?.balance ?? null });
  return problem === null ? null : `withdraw:problem.${problem}`;
}

/** Those that wait keep their place beneath a question: hiding the messenger's button would resize the app. */
function listControls(snapshot: Snapshot, state: WithdrawalState): readonly Action[] {
  const isConfirming = state === "confirmingCancel";
  const isAgreed = state === "askingCode" || state === "submitting";
  return listActions(snapshot, [
    { event: { type: "ui.open" }, labelKey: "withdraw:open" },
    { event: { type: "ui.openProof" }, labelKey: "withdraw:prove", isWaiting: state === "proving" },
    { event: { type: "ui.takeAll" }, labelKey: "withdraw:all", isWaiting: state === "editing" },
    { event: { type: "ui.submit" }, labelKey: "withdraw:submit" },
    {
      event: { type: "ui.agree" },
      labelKey: "withdraw:agree",
      isWaiting: isAgreed || (state === "quoting" && snapshot.context.quote !== null),
    },
    { event: { type: "ui.edit" }, labelKey: "withdraw:edit" },
    { event: { type: "ui.confirm" }, labelKey: "withdraw:confirmCancel" },
    { event: { type: "ui.back" }, labelKey: isConfirming ? "withdraw:keep" : "withdraw:back" },
    { event: { type: "ui.cancel" }, labelKey: "withdraw:cancel", isWaiting: isConfirming || state === "cancelling" },
    { event: { type: "ui.another" }, labelKey: "withdraw:another" },
    { event: { type: "ui.retry" }, labelKey: readMeta(snapshot).retryKey ?? "withdraw:retry" },
  ]);
}
