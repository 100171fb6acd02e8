import type { components } from "#contract/schema.d.ts";
import { formatAmount } from "#domain/money/formatAmount.ts";
import { toFailure } from "../kit/failure.ts";
import type { SecurityCodePromptOutput } from "../securityCodePrompt/securityCodePrompt.machine.ts";
import type { TransitionTable } from "../kit/transitionTable.ts";
import type { WithdrawalAccount, WithdrawalContext, WithdrawalEvent, WithdrawalInput } from "./withdrawal.types.ts";

type Payout = components["schemas"]["Payout"];
type PayoutQuote = components["schemas"]["PayoutQuote"];
type Context = WithdrawalContext;
type ErrorEvent = { error: unknown };
type AccountEvent = { output: WithdrawalAccount };
type PromptEvent = { output: SecurityCodePromptOutput };
type ReadEvent = { payout: Payout };

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

const setFailure = (_: Context, { error }: ErrorEvent): Partial<Context> => ({ failure: toFailure(error) });
const setAccount = (_: Context, { output }: AccountEvent): Partial<Context> => ({ account: output, failure: null });
const isError =
  (key: string) =>
  (_: Context, { error }: ErrorEvent): boolean => {
    const failure = toFailure(error);
    return failure.kind === "api" && failure.error === key;
  };

/** Why the prompt gave up, as an API error; null where it did not. */
const findRefusal = (output: SecurityCodePromptOutput): string | null =>
  output.status === "failed" && output.failure.kind === "api" ? output.failure.error : null;
const isRefused =
  (...keys: string[]) =>
  (_: Context, { output }: PromptEvent): boolean =>
    keys.includes(findRefusal(output) ?? "");

/** The server has not said that no payout was made: no answer, its own trouble, or a refusal to look. */
const isOpen = (_: Context, { output }: PromptEvent): boolean => {
  if (output.status !== "failed" || output.failure.kind === "unauthorized") return false;
  if (output.failure.kind !== "api") return true;
  return ["internal", "serviceUnavailable", "tooManyTries", "idempotencyConflict"].includes(output.failure.error);
};

const NO_QUOTE = { quote: null, isUnanswered: false };
const setRefusal = (_: Context, { output }: PromptEvent): Partial<Context> => ({
  failure: output.status === "failed" ? output.failure : null,
});
const clearRefused = (context: Context, event: PromptEvent): Partial<Context> => ({
  ...NO_QUOTE,
  ...setRefusal(context, event),
});
/** What a reload finds once nothing is open. */
const saveAmount = ({ amount }: Context) => [{ type: "draft.changed", saved: { amount, quote: null } }];
/** Whoever may have been paid out finds that after a reload too. */
const saveAll = ({ amount, quote }: Context) => [{ type: "draft.changed", saved: { amount, quote } }];
const saveKnown = (context: Context) => (context.isUnanswered ? saveAll(context) : saveAmount(context));

const setPayout = (_: Context, { output }: { output: Payout }): Partial<Context> => ({
  payout: output,
  payoutId: output.payoutId,
  failure: null,
});
const setRead = (_: Context, { payout }: ReadEvent): Partial<Context> => ({
  payout,
  payoutId: payout.payoutId,
  failure: null,
});

/** Base units of six decimals are enough to compare what a request can say. */
const toMillionths = (amount: string): number => Math.round(Number(amount) * 1_000_000);
const isRight = ({ amount, account }: Context): boolean =>
  /^(0|[1-9][0-9]*)([.][0-9]{1,6})?$/.test(amount) &&
  toMillionths(amount) > 0 &&
  (account === null || Number(amount) <= Number(account.balance));
const cut = (balance: string): string => /^[0-9]+(?:[.][0-9]{0,5}[1-9])?/.exec(balance)?.[0] ?? "";

const spend = ({ account }: Context, gross: string): Partial<Context> => {
  if (account === null) return {};
  const toWei = (amount: string) => BigInt(Math.round(Number(amount) * 1e9)) * 10n ** 9n;
  const restWei = toWei(account.balance) - toWei(gross);
  return { account: { ...account, balance: formatAmount(restWei > 0n ? restWei : 0n, 18) } };
};

const openProof = {
  target: "proving.opening",
  emits: ({ proofUrl }: Context) => [{ type: "openProof", url: proofUrl }],
} as const;

const ANOTHER = {
  target: "loading",
  changes: {
    payoutId: null,
    payout: null,
    failure: null,
  },
  emits: () => [{ type: "payout.changed", payoutId: null }],
} as const;
const TYPED = { isTooSmall: false, showsProblems: false, failure: null };

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
        { changes: { showsProblems: true } },
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
          changes: { ...NO_QUOTE, isTooSmall: true, showsProblems: true },
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
