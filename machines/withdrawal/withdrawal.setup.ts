import { assign, emit, setup } from "xstate";
import type { ErrorKey } from "#contract/errors.ts";
import type { components } from "#contract/schema.d.ts";
import type { CoinType } from "#domain/coins.ts";
import { countdownMachine } from "../countdown/countdown.machine.ts";
import { hasApiError, type Failure } from "../kit/failure.ts";
import { findRetryAfterSeconds } from "../kit/failureText.ts";
import { failureActions } from "../kit/request.ts";
import { isCancellablePayout } from "../lifecycle/payout/payoutStatuses.ts";
import { payoutFollowChild } from "../kit/follow/payoutFollow.ts";
import { provideActor } from "../kit/provideActor.ts";
import { type PromptEnd, promptGuards } from "../kit/secured.ts";
import { securityCodePromptMachine } from "../securityCodePrompt/securityCodePrompt.machine.ts";
import type {
  WithdrawalAccount,
  WithdrawalContext,
  WithdrawalEmitted,
  WithdrawalEvent,
  WithdrawalInput,
} from "./withdrawal.types.ts";
import { findAmountProblem, findWholeAmount, subtract } from "./withdrawForm.ts";

type Payout = components["schemas"]["Payout"];
type PayoutQuote = components["schemas"]["PayoutQuote"];
type WalletType = components["schemas"]["WalletType"];

/** The quote's time by SPEC; counted here from its arrival, because the clock of the device may be wrong. */
export const QUOTE_SECONDS = 60;

/** Of a block whose end the server does not tell. */
const DAY_SECONDS = 86_400;

/** When everything that blocks the coin is over; null where nothing does. */
function findBlockEnd(account: WithdrawalAccount | null): number | null {
  const last = account?.spendingBlocks.at(-1);
  return last === undefined ? null : Date.parse(last.until);
}

/** How long payouts are stopped. */
export function getBlockSeconds(failure: Failure | null): number {
  return findRetryAfterSeconds(failure) ?? DAY_SECONDS;
}

/** Errors that do not tell whether the payout of the quote was made, by this try or by an earlier one. */
const OPEN_ERRORS: ReadonlySet<ErrorKey> = new Set<ErrorKey>([
  "internal",
  "serviceUnavailable",
  "tooManyTries",
  "idempotencyConflict",
]);

function isAnswer(failure: Failure): boolean {
  return failure.kind === "api" ? !OPEN_ERRORS.has(failure.error) : failure.kind === "unauthorized";
}

function getFailure({ output }: PromptEnd): Failure | null {
  return output.status === "failed" ? output.failure : null;
}

function isQuoteOver(end: PromptEnd): boolean {
  const failure = getFailure(end);
  return hasApiError(failure, "quoteExpired") || hasApiError(failure, "notFound");
}

export function getMadePayout({ output }: PromptEnd): Payout | null {
  return output.status === "given" && output.result.kind === "payout" ? output.result.payout : null;
}

/** What is there of the form: balance and amount. */
function toForm({ coinType, amount, account }: WithdrawalContext) {
  return { coinType, amount, balance: account?.balance ?? null };
}

export const withdrawalSetup = setup({
  types: {
    input: {} as WithdrawalInput,
    context: {} as WithdrawalContext,
    events: {} as WithdrawalEvent,
    tags: {} as "busy" | "unsent" | "quoted" | "followed",
    emitted: {} as WithdrawalEmitted,
    children: {} as {
      countdown: "countdown";
      payoutFollow: "payoutFollow";
      securityCodePrompt: "securityCodePrompt";
    },
  },
  actors: {
    loadAccount: provideActor<WithdrawalAccount, { coinType: CoinType; payoutId: string | null }>(
      "withdrawal.loadAccount",
    ),
    makeProofLink: provideActor<{ paymentUrl: string }, { walletType: WalletType }>("withdrawal.makeProofLink"),
    loadQuote: provideActor<PayoutQuote, { coinType: CoinType; amount: string }>("withdrawal.loadQuote"),
    cancelPayout: provideActor<Payout, { payoutId: string }>("withdrawal.cancelPayout"),
    securityCodePrompt: securityCodePromptMachine,
    payoutFollow: payoutFollowChild,
    countdown: countdownMachine,
  },
  guards: {
    isFollowed: (_, params: WithdrawalAccount) => params.payout !== null,
    isSent: ({ context }) => context.isUnanswered,
    isNotBound: (_, params: WithdrawalAccount) => params.wallet === null,
    isNotProven: (_, params: WithdrawalAccount) => params.wallet?.proven === false,
    isRight: ({ context }) => findAmountProblem(toForm(context)) === null,
    hasWithdrawable: ({ context: { coinType, account } }) =>
      account !== null && findWholeAmount(coinType, account.balance) !== "0",
    isPaused: ({ context }) => findBlockEnd(context.account) !== null,
    hasSecurityCode: ({ context }) => context.account?.hasSecurityCode === true,
    isError: (_, params: { error: unknown; key: "invalidRequest" | "walletNotBound" | "walletNotProven" }) =>
      hasApiError(params.error, params.key),
    isChecking: (_, params: { value: unknown }) => params.value === "checking",
    ...promptGuards,
    hasMade: (_, params: PromptEnd) => getMadePayout(params) !== null,
    isForgottenSent: ({ context }, { output }: PromptEnd) => output.status === "forgotten" && context.isUnanswered,
    isQuoteOverSent: ({ context }, params: PromptEnd) => isQuoteOver(params) && context.isUnanswered,
    isQuoteOver: (_, params: PromptEnd) => isQuoteOver(params),
    isUnbound: (_, params: PromptEnd) => hasApiError(getFailure(params), "walletNotBound"),
    isUnproven: (_, params: PromptEnd) => hasApiError(getFailure(params), "walletNotProven"),
    isBlocked: (_, params: PromptEnd) => hasApiError(getFailure(params), "spendingBlocked"),
    isUnanswered: (_, params: PromptEnd) => {
      const failure = getFailure(params);
      return failure !== null && !isAnswer(failure);
    },
    isRefusedSent: ({ context }, { output }: PromptEnd) => output.status === "failed" && context.isUnanswered,
    isHeld: ({ context }) => context.payout?.status === "held",
    isReadCancellable: (_, params: { payout: Payout }) => isCancellablePayout(params.payout.status),
    isCancellable: ({ context }) => context.payout !== null && isCancellablePayout(context.payout.status),
    isPaid: (_, params: { payout: Payout }) => params.payout.status === "paid",
    isReturned: (_, params: { payout: Payout }) => params.payout.status === "returned",
  },
  actions: {
    ...failureActions,
    setAccount: assign((_, account: WithdrawalAccount) => ({ account, failure: null })),
    setTyped: assign((_, { amount }: { amount: string }) => ({
      amount,
      isTooSmall: false,
      showsProblems: false,
      failure: null,
    })),
    takeAll: assign(({ context: { coinType, account } }) => ({
      amount: account === null ? "" : findWholeAmount(coinType, account.balance),
      isTooSmall: false,
      showsProblems: false,
      failure: null,
    })),
    check: assign(({ context }) => ({ showsProblems: true, rejectedSubmits: context.rejectedSubmits + 1 })),
    setTooSmall: assign(({ context }) => ({
      isTooSmall: true,
      showsProblems: true,
      rejectedSubmits: context.rejectedSubmits + 1,
    })),
    setQuote: assign((_, quote: PayoutQuote) => ({
      quote,
      isTooSmall: false,
      showsProblems: false,
      quoteEndsAtMs: null,
      secondsLeft: null,
      isUnanswered: false,
      failure: null,
    })),
    clearQuote: assign({ quote: null, isUnanswered: false }),
    clearDraft: assign({ amount: "", quote: null, isUnanswered: false }),
    setRest: assign(({ context }, rest: { secondsLeft: number | null; endsAtMs: number | null }) => ({
      secondsLeft: rest.secondsLeft,
      quoteEndsAtMs: rest.endsAtMs ?? context.quoteEndsAtMs,
    })),
    setUnanswered: assign({ isUnanswered: true }),
    setBlock: assign(({ context }, params: { blockedUntilMs: number | null }) => ({
      blockedUntilMs: params.blockedUntilMs ?? context.blockedUntilMs,
    })),
    setBlockEnd: assign(({ context }) => ({ blockedUntilMs: findBlockEnd(context.account) })),
    spend: assign(({ context: { coinType, account } }, { payout }: { payout: Payout | null }) => ({
      account: account && payout && { ...account, balance: subtract(coinType, account.balance, payout.gross) },
    })),
    clearBlock: assign({ blockedUntilMs: null }),
    setProofLink: assign((_, { paymentUrl }: { paymentUrl: string }) => ({ proofUrl: paymentUrl, failure: null })),
    clearProofLink: assign({ proofUrl: null }),
    setPayout: assign((_, { payout }: { payout: Payout | null }) => ({
      payout,
      payoutId: payout?.payoutId ?? null,
      failure: null,
    })),
    clearPayout: assign({ payoutId: null, payout: null }),
    emitProof: emit(({ context }) => ({ type: "openProof", url: context.proofUrl ?? "" })),
    emitRecovery: emit({ type: "recovery.wanted" }),
    emitDraft: emit(({ context: { amount, quote, isUnanswered } }) => ({
      type: "draft.changed",
      saved: { amount, quote: isUnanswered ? quote : null },
    })),
    emitSent: emit(({ context: { amount, quote } }) => ({ type: "draft.changed", saved: { amount, quote } })),
    emitNoDraft: emit({ type: "draft.changed", saved: null }),
    emitPayout: emit(({ context: { payoutId } }) => ({ type: "payout.changed", payoutId })),
  },
  delays: {
    proofInterval: 3000,
    proofTimeout: 20_000,
    openingTime: 1500,
    /** A link to the payment page lives for half an hour. */
    proofLinkTime: 1_500_000,
  },
});
