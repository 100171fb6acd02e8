import type { components } from "#contract/schema.d.ts";
import type { SecurityCodePromptOutput } from "../securityCodePrompt/securityCodePrompt.machine.ts";
import type { TransitionTable } from "../kit/transitionTable.ts";
import type { WithdrawalAccount, WithdrawalContext, WithdrawalEvent, WithdrawalInput } from "./withdrawal.types.ts";
import {
  setFailure,
  setAccount,
  isError,
  isRefused,
  isOpen,
  NO_QUOTE,
  setRefusal,
  clearRefused,
  saveAmount,
  saveAll,
  saveKnown,
  setPayout,
  setRead,
  toMillionths,
  isRight,
  cut,
  spend,
  openProof,
  ANOTHER,
  TYPED,
} from "./withdrawal.table.rules.ts";

type Payout = components["schemas"]["Payout"];
type PayoutQuote = components["schemas"]["PayoutQuote"];

export interface WithdrawalShape {
  context: WithdrawalContext;
  event: WithdrawalEvent;
  input: WithdrawalInput;
  outputs: {
    loadAccount: WithdrawalAccount;
    makeProofLink: { paymentUrl: string };
    loadQuote: PayoutQuote;
    cancelPayout: Payout;
    securityCodePrompt: SecurityCodePromptOutput;
    countdown: undefined;
    payoutFollow: Payout;
  };
  snapshots: {
    countdown: { context: { secondsLeft: number | null; endsAtMs: number | null } };
    securityCodePrompt: { value: string };
  };
}

export const withdrawalTable: TransitionTable<WithdrawalShape> = {
  delaysMs: {
    proofInterval: 3_000,
    proofTimeout: 20_000,
    openingTime: 1_500,
    proofLinkTime: 25 * 60_000,
  },
  asks: {
    loadAccount: ({ coinType, payoutId }, { isIn }) => ({ coinType, payoutId: isIn("proving") ? null : payoutId }),
    makeProofLink: () => ({ walletType: "ETH" }),
    loadQuote: ({ coinType, amount }) => ({ coinType, amount }),
    cancelPayout: ({ payoutId }) => ({ payoutId }),
    securityCodePrompt: ({ quote }) => ({
      attempt: { kind: "payout", quoteId: quote?.quoteId },
      failure: { kind: "api", error: "securityCodeRequired", message: "" },
    }),
    countdown: ({ quoteEndsAtMs, failure, account, blockedUntilMs }, { isIn }) => {
      if (isIn("blocked") && blockedUntilMs !== null)
        return { endsAtMs: Math.max(...(account?.spendingBlocks ?? []).map(({ until }) => Date.parse(until))) };
      if (isIn("blocked"))
        return { lastsSeconds: failure?.kind === "api" ? (failure.retryAfterSeconds ?? 86_400) : 86_400 };
      return quoteEndsAtMs === null ? { lastsSeconds: 60 } : { endsAtMs: quoteEndsAtMs };
    },
    payoutFollow: ({ payoutId, payout }) => ({ id: payoutId, reading: payout }),
  },
  context: ({ coinType, payoutId, saved }) => ({
    coinType,
    amount: saved?.amount ?? "",
    isTooSmall: false,
    showsProblems: false,
    rejectedSubmits: 0,
    account: null,
    quote: saved?.quote ?? null,
    quoteEndsAtMs: null,
    secondsLeft: null,
    isUnanswered: saved !== null && saved.quote !== null,
    blockedUntilMs: null,
    proofUrl: null,
    payoutId,
    payout: null,
    failure: null,
  }),
  states: {
    "(machine)": { initial: "idle" },
    idle: { "ui.open": { target: "loading" } },
    loading: {
      "done(loadAccount)": [
        {
          guard: "isFollowed",
          when: (_, { output }) => output.payout !== null,
          target: "followingPayout",
          changes: (_, { output }) => ({
            account: output,
            failure: null,
            payout: output.payout,
            payoutId: output.payout?.payoutId ?? null,
          }),
        },
        {
          guard: "isSent",
          when: ({ isUnanswered }) => isUnanswered,
          target: "outcomeUnknown",
          changes: setAccount,
          emits: saveAll,
        },
        {
          guard: "isNotBound",
          when: (_, { output }) => output.wallet === null,
          target: "unbound",
          changes: setAccount,
        },
        {
          guard: "isNotProven",
          when: (_, { output }) => output.wallet?.proven === false,
          target: "proving",
          changes: setAccount,
        },
        { target: "editing", changes: setAccount },
      ],
      "error(loadAccount)": { target: "failed", changes: setFailure },
    },
    unbound: { "ui.retry": { target: "loading", changes: { failure: null } } },
    proving: {
      initial: "proving.linking",
      "after(proofLinkTime)": { target: "proving", reenter: true, changes: { proofUrl: null } },
    },
    "proving.linking": {
      "done(makeProofLink)": {
        target: "proving.waiting",
        changes: (_, { output }) => ({ proofUrl: output.paymentUrl, failure: null }),
      },
      "error(makeProofLink)": { target: "proving.linkFailed", changes: setFailure },
    },
    "proving.waiting": { "ui.openProof": openProof, "after(proofInterval)": { target: "proving.checking" } },
    "proving.opening": { "after(openingTime)": { target: "proving.waiting" } },
    "proving.checking": {
      "ui.openProof": openProof,
      "done(loadAccount)": [
        {
          guard: "isNotBound",
          when: (_, { output }) => output.wallet === null,
          target: "unbound",
          changes: (_, { output }) => ({ account: output, failure: null, proofUrl: null }),
        },
        { guard: "isNotProven", when: (_, { output }) => output.wallet?.proven === false, target: "proving.waiting" },
        {
          target: "editing",
          changes: (_, { output }) => ({ account: output, failure: null, proofUrl: null }),
        },
      ],
      "error(loadAccount)": { target: "proving.waiting" },
      "after(proofTimeout)": { target: "proving.waiting" },
    },
    "proving.linkFailed": { "ui.retry": { target: "proving.linking", changes: { failure: null } } },
    editing: {
      "ui.type": {
        changes: (_, { value }) => ({ amount: value, ...TYPED }),
        emits: (_, { value }) => [{ type: "draft.changed", saved: { amount: value, quote: null } }],
      },
      "ui.takeAll": {
        guard: "hasWithdrawable",
        when: ({ account }) => account !== null && toMillionths(cut(account.balance)) > 0,
        changes: ({ account }) => ({ amount: cut(account?.balance ?? ""), ...TYPED }),
        emits: ({ account }) => [
          { type: "draft.changed", saved: { amount: cut(account?.balance ?? ""), quote: null } },
        ],
      },
      "ui.submit": [
        {
          guard: "isPaused",
          when: ({ account }) => (account?.spendingBlocks ?? []).length > 0,
          target: "blocked",
          changes: ({ account }) => ({ blockedUntilMs: Date.parse(account?.spendingBlocks.at(-1)?.until ?? "") }),
        },
        { guard: "isRight", when: isRight, target: "quoting", changes: { failure: null } },
        { changes: ({ rejectedSubmits }) => ({ showsProblems: true, rejectedSubmits: rejectedSubmits + 1 }) },
      ],
    },
    quoting: {
      "done(loadQuote)": {
        target: "reviewingQuote",
        changes: (_, { output }) => ({
          ...NO_QUOTE,
          quote: output,
          isTooSmall: false,
          showsProblems: false,
          quoteEndsAtMs: null,
          secondsLeft: null,
          failure: null,
        }),
      },
      "error(loadQuote)": [
        {
          guard: "isError",
          when: isError("invalidRequest"),
          target: "editing",
          changes: ({ rejectedSubmits }) => ({
            ...NO_QUOTE,
            isTooSmall: true,
            showsProblems: true,
            rejectedSubmits: rejectedSubmits + 1,
          }),
        },
        { guard: "isError", when: isError("walletNotBound"), target: "unbound", changes: NO_QUOTE },
        { guard: "isError", when: isError("walletNotProven"), target: "proving", changes: NO_QUOTE },
        { target: "editing", changes: (context, event) => ({ ...NO_QUOTE, ...setFailure(context, event) }) },
      ],
      "ui.edit": { target: "editing", changes: NO_QUOTE },
    },
    reviewingQuote: {
      "snapshot(countdown)": {
        // An end that is known stays known while the clock is not read yet.
        changes: ({ quoteEndsAtMs }, { snapshot: { context } }) => ({
          secondsLeft: context.secondsLeft,
          quoteEndsAtMs: context.endsAtMs ?? quoteEndsAtMs,
        }),
      },
      "done(countdown)": { target: "quoting" },
      "ui.agree": [
        {
          guard: "hasSecurityCode",
          when: ({ account }) => account?.hasSecurityCode === true,
          target: "authorizing",
        },
        { target: "codeMissing" },
      ],
      "ui.edit": { target: "editing", changes: NO_QUOTE },
    },
    codeMissing: { "ui.back": { target: "reviewingQuote" } },
    authorizing: {
      initial: "authorizing.askingCode",
      "snapshot(securityCodePrompt)": [
        {
          guard: "isChecking",
          when: (_, { snapshot }) => snapshot.value === "checking",
          target: "authorizing.submitting",
          emits: saveAll,
        },
        { target: "authorizing.askingCode", emits: saveKnown },
      ],
      "done(securityCodePrompt)": [
        {
          guard: "hasMade",
          when: (_, { output }) => output.status === "given" && "payout" in output.result,
          target: "followingPayout",
          changes: (context, { output }) =>
            output.status === "given" && "payout" in output.result
              ? {
                  amount: "",
                  ...NO_QUOTE,
                  ...spend(context, output.result.payout.gross),
                  ...setPayout(context, { output: output.result.payout }),
                }
              : {},
          emits: (_, { output }) => [
            { type: "draft.changed", saved: null },
            {
              type: "payout.changed",
              payoutId: output.status === "given" && "payout" in output.result ? output.result.payout.payoutId : null,
            },
          ],
        },
        {
          guard: "isForgottenSent",
          when: ({ isUnanswered }, { output }) => output.status === "forgotten" && isUnanswered,
          target: "outcomeUnknown",
          emits: (context) => [{ type: "recovery.wanted" }, ...saveAll(context)],
        },
        {
          guard: "isForgotten",
          when: (_, { output }) => output.status === "forgotten",
          target: "reviewingQuote",
          emits: ["recovery.wanted"],
        },
        {
          guard: "isQuoteOverSent",
          when: (context, event) => context.isUnanswered && isRefused("quoteExpired", "notFound")(context, event),
          target: "loading",
          changes: { ...NO_QUOTE, failure: null },
          emits: saveAmount,
        },
        {
          guard: "isQuoteOver",
          when: isRefused("quoteExpired", "notFound"),
          target: "quoting",
          emits: saveAmount,
        },
        {
          guard: "isUnbound",
          when: isRefused("walletNotBound"),
          target: "unbound",
          changes: NO_QUOTE,
          emits: saveAmount,
        },
        {
          guard: "isUnproven",
          when: isRefused("walletNotProven"),
          target: "proving",
          changes: NO_QUOTE,
          emits: saveAmount,
        },
        {
          guard: "isBlocked",
          when: isRefused("spendingBlocked"),
          target: "blocked",
          changes: clearRefused,
          emits: saveAmount,
        },
        {
          guard: "isUnanswered",
          when: isOpen,
          target: "outcomeUnknown",
          changes: (context, event) => ({ isUnanswered: true, ...setRefusal(context, event) }),
          emits: saveAll,
        },
        {
          guard: "isRefusedSent",
          when: ({ isUnanswered }, { output }) => isUnanswered && output.status === "failed",
          target: "failed",
          changes: clearRefused,
          emits: saveAmount,
        },
        {
          guard: "isFailed",
          when: (_, { output }) => output.status === "failed",
          target: "editing",
          changes: clearRefused,
          emits: saveAmount,
        },
        { guard: "isSent", when: ({ isUnanswered }) => isUnanswered, target: "outcomeUnknown", emits: saveAll },
        { target: "reviewingQuote" },
      ],
      "error(securityCodePrompt)": {
        target: "outcomeUnknown",
        changes: (context, event) => ({ isUnanswered: true, ...setFailure(context, event) }),
        emits: saveAll,
      },
    },
    "authorizing.askingCode": {},
    "authorizing.submitting": {},
    outcomeUnknown: { "ui.retry": { target: "authorizing", changes: { failure: null } } },
    blocked: {
      "snapshot(countdown)": {
        changes: ({ blockedUntilMs }, { snapshot }) => ({
          blockedUntilMs: snapshot.context.endsAtMs ?? blockedUntilMs,
        }),
      },
      "done(countdown)": { target: "loading", changes: { blockedUntilMs: null, failure: null } },
      "ui.back": { target: "loading", changes: { blockedUntilMs: null, failure: null } },
    },
    followingPayout: {
      initial: "followingPayout.sorting",
      "done(payoutFollow)": [
        { guard: "isPaid", when: (_, { output }) => output.status === "paid", target: "paid", changes: setPayout },
        {
          guard: "isReturned",
          when: (_, { output }) => output.status === "returned",
          target: "returned",
          changes: setPayout,
        },
        { target: "cancelled", changes: setPayout },
      ],
      "payout.read": { changes: setRead },
      "payout.readFailed": { changes: setFailure },
    },
    "followingPayout.sorting": {
      always: [
        { guard: "isHeld", when: ({ payout }) => payout?.status === "held", target: "followingPayout.held" },
        { target: "followingPayout.following" },
      ],
    },
    "followingPayout.following": {
      "payout.read": { target: "followingPayout.sorting", changes: setRead },
      "ui.cancel": {
        guard: "isCancellable",
        when: ({ payout }) => payout?.status === "queued" || payout?.status === "held",
        target: "followingPayout.confirmingCancel",
      },
    },
    "followingPayout.held": {
      "payout.read": { target: "followingPayout.sorting", changes: setRead },
      "ui.cancel": { target: "followingPayout.confirmingCancel" },
    },
    "followingPayout.confirmingCancel": {
      "payout.read": [
        {
          guard: "isReadCancellable",
          when: (_, { payout }) => payout.status === "queued" || payout.status === "held",
          changes: setRead,
        },
        { target: "followingPayout.following", changes: setRead },
      ],
      "ui.confirm": { target: "followingPayout.cancelling" },
      "ui.back": { target: "followingPayout.sorting" },
    },
    "followingPayout.cancelling": {
      "done(cancelPayout)": { target: "cancelled", changes: setPayout },
      "error(cancelPayout)": { target: "followingPayout.sorting", changes: setFailure },
    },
    paid: { "ui.another": ANOTHER },
    returned: { "ui.another": ANOTHER },
    cancelled: { "ui.another": ANOTHER },
    failed: {
      "ui.retry": { target: "loading", changes: { failure: null } },
      "app.online": { target: "loading", changes: { failure: null } },
    },
  },
};
