import { assign, emit, setup } from "xstate";
import type { ErrorKey } from "#contract/errors.ts";
import type { components } from "#contract/schema.d.ts";
import type { CoinType } from "#domain/coins.ts";
import { countdown } from "../kit/countdown.ts";
import type { Effect } from "../kit/effects.ts";
import { hasApiError, type Failure } from "../kit/failure.ts";
import { findRetryAfterSeconds } from "../kit/failureText.ts";
import { payoutFollowChild, type PayoutFollowEvent } from "../kit/follow/payoutFollow.ts";
import { provideActor } from "../kit/provide.ts";
import { failTo, failureActions, readOutput, setFailure, setOutputFailure, takeOutput } from "../kit/request.ts";
import { type PromptEnd, promptGuards, secured } from "../kit/secured.ts";
import { isCancellablePayout } from "../lifecycle/payout/payoutStatuses.ts";
import { securityCodePromptMachine } from "../securityCodePrompt/securityCodePrompt.machine.ts";
import { formatSavedWithdrawal, type SavedWithdrawal } from "./savedWithdrawal.ts";
import { findBlockEnd, type WithdrawalAccount } from "./withdrawalAccount.ts";
import { findAmountProblem, findWholeAmount, subtract } from "./withdrawForm.ts";

type Payout = components["schemas"]["Payout"];
type PayoutQuote = components["schemas"]["PayoutQuote"];
export interface WithdrawalInput {
  coinType: CoinType;
  /** A payout to follow at once; null opens the form. */
  payoutId: string | null;
  /** Null: nothing was begun. */
  saved: SavedWithdrawal | null;
}

export interface WithdrawalContext {
  coinType: CoinType;
  /** As typed. */
  amount: string;
  /** Whether the server said that too little would arrive of the amount; false after each change. */
  isTooSmall: boolean;
  /** Whether the form was sent with problems, so that they show. */
  showsProblems: boolean;
  /** How often the form was sent with a problem. */
  rejectedSubmits: number;
  /** Null until it was read. */
  account: WithdrawalAccount | null;
  /** The present quote, also while it is being renewed; null where there is none. */
  quote: PayoutQuote | null;
  /** When the quote runs out, by the clock of this device; null until the clock was read. */
  quoteEndsAtMs: number | null;
  /** Whether the quote was sent with a code and no answer came: its payout may be made. */
  isUnanswered: boolean;
  /** When payouts are allowed again, by the clock of this device; null where they are allowed. */
  blockedUntilMs: number | null;
  /** Where the wallet is proven, outside the messenger; null until it is made. */
  proofUrl: string | null;
  /** The payout that is followed. */
  payoutId: string | null;
  payout: Payout | null;
  failure: Failure | null;
}

export type WithdrawalEvent =
  | { type: "ui.open" }
  | { type: "ui.type"; field: "amount"; value: string }
  | { type: "ui.takeAll" }
  | { type: "ui.submit" }
  | { type: "ui.agree" }
  | { type: "ui.edit" }
  | { type: "ui.back" }
  | { type: "ui.openProof" }
  | { type: "ui.cancel" }
  | { type: "ui.confirm" }
  | { type: "ui.another" }
  | { type: "ui.retry" }
  | { type: "app.online" }
  | PayoutFollowEvent;

/** The quote's time by SPEC; counted here from its arrival, because the clock of the device may be wrong. */
const QUOTE_SECONDS = 60;

/** Of a block whose end the server does not tell. */
const DAY_SECONDS = 86_400;

/** How long payouts are stopped. */
function getBlockSeconds(failure: Failure | null): number {
  return findRetryAfterSeconds(failure) ?? DAY_SECONDS;
}

/** Errors that do not tell whether the payout of the quote was made, by this try or by an earlier one. */
const OPEN_ERRORS: ReadonlySet<ErrorKey> = new Set<ErrorKey>([
  "internal",
  "serviceUnavailable",
  "tooManyTries",
  "idempotencyConflict",
]);

function isAnswer(failure: Failure | null): boolean {
  return failure?.kind === "api" ? !OPEN_ERRORS.has(failure.error) : failure?.kind === "unauthorized";
}

function isQuoteOver(failure: Failure | null): boolean {
  return hasApiError(failure, "quoteExpired") || hasApiError(failure, "notFound");
}

/** What is there of the form: balance and amount. */
function toForm({ coinType, amount, account }: WithdrawalContext) {
  return { coinType, amount, balance: account?.balance ?? null };
}

const withdrawalSetup = setup({
  types: {
    input: {} as WithdrawalInput,
    context: {} as WithdrawalContext,
    events: {} as WithdrawalEvent,
    tags: {} as "busy" | "unsent" | "quoted" | "followed",
    meta: {} as { retryKey: string },
    emitted: {} as Effect,
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
    makeProofLink: provideActor<{ paymentUrl: string }, { coinType: CoinType }>("withdrawal.makeProofLink"),
    loadQuote: provideActor<PayoutQuote, { coinType: CoinType; amount: string }>("withdrawal.loadQuote"),
    cancelPayout: provideActor<Payout, { payoutId: string }>("withdrawal.cancelPayout"),
    securityCodePrompt: securityCodePromptMachine,
    payoutFollow: payoutFollowChild,
    countdown,
  },
  guards: {
    ...promptGuards,
    isFollowed: (_, params: WithdrawalAccount) => params.payout !== null,
    isNotBound: (_, params: WithdrawalAccount) => params.wallet === null,
    isNotProven: (_, params: WithdrawalAccount) => params.wallet?.proven === false,
    isRight: ({ context }) => findAmountProblem(toForm(context)) === null,
    hasWithdrawable: ({ context: { coinType, account } }) =>
      account !== null && findWholeAmount(coinType, account.balance) !== "0",
    isPaused: ({ context }) => findBlockEnd(context.account) !== null,
    hasSecurityCode: ({ context }) => context.account?.hasSecurityCode === true,
    isChecking: (_, params: { value: unknown }) => params.value === "checking",
    isSent: ({ context }) => context.isUnanswered,
    isTooSmall: ({ context }) => hasApiError(context.failure, "invalidRequest"),
    isUnbound: ({ context }) => hasApiError(context.failure, "walletNotBound"),
    isUnproven: ({ context }) => hasApiError(context.failure, "walletNotProven"),
    isBlocked: ({ context }) => hasApiError(context.failure, "spendingBlocked"),
    isQuoteOver: ({ context }) => isQuoteOver(context.failure),
    isQuoteOverSent: ({ context }) => isQuoteOver(context.failure) && context.isUnanswered,
    isUnanswered: ({ context }) => !isAnswer(context.failure),
    isHeld: ({ context }) => context.payout?.status === "held",
    isStillCancellable: (_, { status }: Payout) => isCancellablePayout(status),
    isCancellable: ({ context }) => context.payout !== null && isCancellablePayout(context.payout.status),
    isPaid: (_, { status }: Payout) => status === "paid",
    isReturned: (_, { status }: Payout) => status === "returned",
  },
  actions: {
    ...failureActions,
    setAccount: assign((_, account: WithdrawalAccount) => ({ account, failure: null })),
    reject: assign({ showsProblems: true, rejectedSubmits: ({ context }) => context.rejectedSubmits + 1 }),
    clearProblems: assign({ isTooSmall: false, showsProblems: false, failure: null }),
    clearQuote: assign({ quote: null, isUnanswered: false }),
    setPayout: assign((_, payout: Payout | null) => ({ payout, payoutId: payout?.payoutId ?? null, failure: null })),
    takePayout: assign(({ context: { coinType, account } }, { output }: PromptEnd) => {
      const payout = output.status === "given" && output.result.kind === "payout" ? output.result.payout : null;
      return {
        payout,
        payoutId: payout?.payoutId ?? null,
        account: account && payout && { ...account, balance: subtract(coinType, account.balance, payout.gross) },
        failure: null,
      };
    }),
    clearPayout: assign({ payoutId: null, payout: null }),
    clearDraft: assign({ amount: "", quote: null, isUnanswered: false }),
    emitProof: emit(({ context }) => ({ type: "openLink", url: context.proofUrl ?? "" })),
    emitRecovery: emit({ type: "code.wanted", isForgotten: true }),
    emitDraft: emit(({ context: { amount, quote, isUnanswered } }) => ({
      type: "draft.changed",
      text: formatSavedWithdrawal({ amount, quote: isUnanswered ? quote : null }),
    })),
    emitSent: emit(({ context: { amount, quote } }) => ({
      type: "draft.changed",
      text: formatSavedWithdrawal({ amount, quote }),
    })),
    emitNoDraft: emit({ type: "draft.changed", text: "" }),
    /** A reload finds the payout that is followed. */
    emitPayout: emit(({ context: { coinType, payoutId } }) => ({
      type: "navigate",
      to: `?coinType=${coinType}${payoutId === null ? "" : `&payoutId=${payoutId}`}`,
    })),
  },
  delays: {
    proofInterval: 3000,
    proofTimeout: 20_000,
    openingTime: 1500,
    /** A link to the payment page lives for half an hour. */
    proofLinkTime: 1_500_000,
  },
});

const setAccount = { type: "setAccount", params: takeOutput<WithdrawalAccount> } as const;

const setEnd = { type: "setPayout", params: takeOutput<Payout> } as const;

const setPayout = { type: "setPayout", params: ({ event }: { event: { payout: Payout } }) => event.payout } as const;

const forgetQuote = ["clearQuote", "emitDraft"] as const;

const sort = { target: "sorting", description: "It is further, or held.", actions: setPayout } as const;

const openProof = { target: "opening", description: "Open the page that proves it.", actions: "emitProof" } as const;

const another = { target: "loading", description: "Withdraw more.", actions: ["clearPayout", "emitPayout"] } as const;

/** Withdraws money of one coin from the balance to the proven wallet, and follows it until it is there or back. */
export const withdrawalMachine = withdrawalSetup.createMachine({
  id: "withdrawal",
  description: "A withdrawal from its amount to the wallet.",
  context: ({ input: { coinType, payoutId, saved } }) => ({
    coinType,
    amount: saved?.amount ?? "",
    isTooSmall: false,
    showsProblems: false,
    rejectedSubmits: 0,
    account: null,
    quote: saved?.quote ?? null,
    quoteEndsAtMs: null,
    isUnanswered: saved !== null && saved.quote !== null,
    blockedUntilMs: null,
    proofUrl: null,
    payoutId,
    payout: null,
    failure: null,
  }),
  initial: "idle",
  states: {
    idle: {
      description: "The page is not open yet.",
      on: { "ui.open": { target: "loading", description: "The person wants to withdraw, or to see a withdrawal." } },
    },
    loading: {
      description: "The balance, the wallet and what is asked for are being read.",
      tags: "busy",
      entry: "clearFailure",
      invoke: {
        id: "loadAccount",
        src: "loadAccount",
        input: ({ context }) => ({ coinType: context.coinType, payoutId: context.payoutId }),
        onDone: [
          {
            guard: { type: "isFollowed", params: takeOutput },
            target: "followingPayout",
            description: "The page was opened for a payout.",
            actions: [setAccount, { type: "setPayout", params: ({ event }) => event.output.payout }],
          },
          {
            guard: "isSent",
            target: "outcomeUnknown",
            description: "What was agreed to before the reload is not answered yet.",
            actions: setAccount,
          },
          {
            guard: { type: "isNotBound", params: takeOutput },
            target: "unbound",
            description: "No wallet of the coin is bound.",
            actions: setAccount,
          },
          {
            guard: { type: "isNotProven", params: takeOutput },
            target: "proving",
            description: "The wallet is bound by its address alone.",
            actions: setAccount,
          },
          { target: "editing", description: "Money can be withdrawn.", actions: setAccount },
        ],
        onError: failTo({ target: "failed", description: "They cannot be read." }),
      },
    },
    unbound: {
      description: "A wallet of the coin has to be bound first.",
      meta: { retryKey: "withdraw:look" },
      entry: "clearFailure",
      on: { "ui.retry": { target: "loading", description: "Look again." } },
    },
    proving: {
      description:
        "The wallet has to be proven, outside the messenger or on the app's own page; this page sees it by itself.",
      initial: "linking",
      entry: "clearFailure",
      states: {
        linking: {
          description: "The link to that page is being made.",
          invoke: {
            id: "makeProofLink",
            src: "makeProofLink",
            input: ({ context }) => ({ coinType: context.coinType }),
            onDone: {
              target: "waiting",
              description: "It can be opened.",
              actions: assign({ proofUrl: ({ event }) => event.output.paymentUrl }),
            },
            onError: failTo({ target: "linkFailed", description: "Not now." }),
          },
        },
        waiting: {
          description: "The pause between two looks at the wallet.",
          on: { "ui.openProof": openProof },
          after: { proofInterval: { target: "checking", description: "Look whether it is proven." } },
        },
        opening: {
          description: "The page comes up elsewhere; another tap would open it twice.",
          after: { openingTime: { target: "waiting", description: "It is up." } },
        },
        checking: {
          description: "The wallet is being read.",
          invoke: {
            id: "loadAccount",
            src: "loadAccount",
            input: ({ context }) => ({ coinType: context.coinType, payoutId: null }),
            onDone: [
              {
                guard: { type: "isNotBound", params: takeOutput },
                target: "#withdrawal.unbound",
                description: "It was unbound meanwhile.",
                actions: setAccount,
              },
              { guard: { type: "isNotProven", params: takeOutput }, target: "waiting", description: "Not yet." },
              { target: "#withdrawal.editing", description: "It is proven.", actions: setAccount },
            ],
            onError: { target: "waiting", description: "It cannot be read now: look again later." },
          },
          on: { "ui.openProof": openProof },
          after: { proofTimeout: { target: "waiting", description: "No answer in time: look again later." } },
        },
        linkFailed: {
          description: "The link could not be made.",
          on: { "ui.retry": { target: "linking", description: "Try again.", actions: "clearFailure" } },
        },
      },
      after: {
        proofLinkTime: { target: "proving", reenter: true, description: "The link has grown old: make another one." },
      },
    },
    editing: {
      description: "The amount is being typed.",
      tags: "unsent",
      entry: "clearQuote",
      on: {
        "ui.type": {
          description: "The amount changed.",
          actions: [assign({ amount: ({ event }) => event.value }), "clearProblems", "emitDraft"],
        },
        "ui.takeAll": {
          guard: "hasWithdrawable",
          description: "The whole balance.",
          actions: [
            assign({
              amount: ({ context: { coinType, account } }) =>
                account === null ? "" : findWholeAmount(coinType, account.balance),
            }),
            "clearProblems",
            "emitDraft",
          ],
        },
        "ui.submit": [
          {
            guard: "isPaused",
            target: "blocked",
            description: "Nothing of the coin may leave the account now.",
            actions: assign({ blockedUntilMs: ({ context }) => findBlockEnd(context.account) }),
          },
          { guard: "isRight", target: "quoting", description: "Ask what arrives of it." },
          { description: "It cannot be withdrawn: say why.", actions: "reject" },
        ],
      },
    },
    quoting: {
      description: "The server looks at the network's fee. A former quote stays in sight.",
      tags: ["busy", "unsent", "quoted"],
      entry: "clearFailure",
      invoke: {
        id: "loadQuote",
        src: "loadQuote",
        input: ({ context: { coinType, amount } }) => ({ coinType, amount }),
        onDone: {
          target: "reviewingQuote",
          description: "It can be agreed to.",
          actions: assign({
            quote: ({ event }) => event.output,
            isTooSmall: false,
            showsProblems: false,
            quoteEndsAtMs: null,
          }),
        },
        onError: { target: "unquoted", description: "Not now, or not so.", actions: setFailure },
      },
      on: { "ui.edit": { target: "editing", description: "Another amount." } },
    },
    unquoted: {
      description: "Sorts by why there is no quote.",
      always: [
        {
          guard: "isTooSmall",
          target: "editing",
          description: "Too little would arrive of the amount.",
          actions: [assign({ isTooSmall: true, failure: null }), "reject"],
        },
        { guard: "isUnbound", target: "unbound", description: "The wallet was unbound.", actions: "clearQuote" },
        { guard: "isUnproven", target: "proving", description: "The wallet is not proven.", actions: "clearQuote" },
        { target: "editing", description: "Not now; the amount stays." },
      ],
    },
    reviewingQuote: {
      description: "What leaves, what the network takes and what arrives, to be agreed to while the quote lasts.",
      tags: ["unsent", "quoted"],
      invoke: {
        id: "countdown",
        src: "countdown",
        input: ({ context: { quoteEndsAtMs } }) =>
          quoteEndsAtMs === null ? { lastsSeconds: QUOTE_SECONDS } : { endsAtMs: quoteEndsAtMs },
        onSnapshot: {
          description: "The clock was read.",
          actions: assign({
            quoteEndsAtMs: ({ context, event }) => event.snapshot.context?.endsAtMs ?? context.quoteEndsAtMs,
          }),
        },
        onDone: { target: "quoting", description: "The quote has run out: renew it." },
      },
      on: {
        "ui.agree": [
          { guard: "hasSecurityCode", target: "authorizing", description: "Withdraw it." },
          { target: "codeMissing", description: "A security code has to be set first." },
        ],
        "ui.edit": { target: "editing", description: "Another amount." },
      },
    },
    codeMissing: {
      description: "Says that a withdrawal needs a security code, and where it is set.",
      tags: "quoted",
      on: { "ui.back": { target: "reviewingQuote", description: "Not now." } },
    },
    authorizing: {
      description: "The quote is agreed to with the security code.",
      tags: "quoted",
      invoke: {
        ...secured({
          attempt: ({ quote }: WithdrawalContext) => ({ kind: "payout", quoteId: quote?.quoteId ?? "" }),
          cases: [],
          given: {
            target: "followingPayout",
            description: "The payout is made.",
            actions: [{ type: "takePayout", params: readOutput }, "clearDraft", "emitNoDraft", "emitPayout"],
          },
          forgotten: { target: "givenUp", description: "The code is to be recovered first.", actions: "emitRecovery" },
          failed: { target: "declined", description: "Refused, or without an answer.", actions: setOutputFailure },
          givenUp: { target: "givenUp", description: "The person gave it up." },
          broken: { target: "outcomeUnknown" },
        }),
        onSnapshot: [
          {
            guard: {
              type: "isChecking",
              params: ({ event }: { event: { snapshot: { value: unknown } } }) => event.snapshot,
            },
            target: ".submitting",
            description: "The code was entered; a reload from now on has to know the quote.",
            actions: "emitSent",
          },
          { target: ".askingCode", description: "The code is still asked for.", actions: "emitDraft" },
        ],
      },
      initial: "askingCode",
      states: {
        askingCode: { description: "The security code is asked for." },
        submitting: { description: "The server is asked to make the payout.", tags: "busy" },
      },
    },
    givenUp: {
      description: "Sorts by whether a former try may have made the payout.",
      always: [
        { guard: "isSent", target: "outcomeUnknown", description: "It may." },
        { target: "reviewingQuote", description: "There was none." },
      ],
    },
    declined: {
      description: "Sorts by why there is no payout, or may be none.",
      always: [
        {
          guard: "isQuoteOverSent",
          target: "loading",
          description: "No try made a payout, and the quote ran out: begin again with the amount.",
          actions: forgetQuote,
        },
        { guard: "isQuoteOver", target: "quoting", description: "The quote ran out: renew it.", actions: "emitDraft" },
        { guard: "isUnbound", target: "unbound", description: "The wallet was unbound.", actions: forgetQuote },
        { guard: "isUnproven", target: "proving", description: "The wallet is not proven.", actions: forgetQuote },
        { guard: "isBlocked", target: "blocked", description: "Nothing may leave the account.", actions: forgetQuote },
        { guard: "isUnanswered", target: "outcomeUnknown", description: "Nobody knows whether the payout was made." },
        { guard: "isSent", target: "failed", description: "Refused, and no try made a payout.", actions: forgetQuote },
        { target: "editing", description: "Refused; the amount stays.", actions: "emitDraft" },
      ],
    },
    outcomeUnknown: {
      description: "The payout may be made or not; asking again for the same quote cannot make a second one.",
      meta: { retryKey: "withdraw:askAgain" },
      tags: "quoted",
      entry: [assign({ isUnanswered: true }), "emitDraft"],
      on: { "ui.retry": { target: "authorizing", description: "Ask again.", actions: "clearFailure" } },
    },
    blocked: {
      description: "After a change of the account nothing leaves it for a day.",
      invoke: {
        id: "countdown",
        src: "countdown",
        input: ({ context: { blockedUntilMs, failure } }) =>
          blockedUntilMs === null ? { lastsSeconds: getBlockSeconds(failure) } : { endsAtMs: blockedUntilMs },
        onSnapshot: {
          description: "The clock was read.",
          actions: assign({
            blockedUntilMs: ({ context, event }) => event.snapshot.context?.endsAtMs ?? context.blockedUntilMs,
          }),
        },
        onDone: { target: "loading", description: "The block has ended." },
      },
      exit: assign({ blockedUntilMs: null }),
      on: { "ui.back": { target: "loading", description: "Back to the amount." } },
    },
    followingPayout: {
      description: "The payout is made and followed until it ends.",
      tags: "followed",
      invoke: {
        id: "payoutFollow",
        src: "payoutFollow",
        input: ({ context: { payoutId, payout } }) => ({ id: payoutId ?? "", reading: payout }),
        onDone: [
          {
            guard: { type: "isPaid", params: takeOutput },
            target: "paid",
            description: "The money is in the wallet.",
            actions: setEnd,
          },
          {
            guard: { type: "isReturned", params: takeOutput },
            target: "returned",
            description: "Its transaction can never land; the money is back.",
            actions: setEnd,
          },
          {
            target: "cancelled",
            description: "It was cancelled; the money is back.",
            actions: setEnd,
          },
        ],
      },
      initial: "sorting",
      states: {
        sorting: {
          description: "Sorts by what is known of the payout.",
          always: [
            { guard: "isHeld", target: "held", description: "It waits for somebody or something." },
            { target: "following", description: "It is on its way." },
          ],
        },
        following: {
          description: "The payout is queued, is sent, or gains confirmations.",
          on: {
            "payout.read": sort,
            "ui.cancel": { guard: "isCancellable", target: "confirmingCancel", description: "It is not to be made." },
          },
        },
        held: {
          description: "The payout waits: it says why, and can be cancelled.",
          on: {
            "payout.read": sort,
            "ui.cancel": { target: "confirmingCancel", description: "It is not to be made." },
          },
        },
        confirmingCancel: {
          description: "Asks whether the payout is really to be cancelled.",
          on: {
            "payout.read": [
              {
                guard: { type: "isStillCancellable", params: ({ event }) => event.payout },
                description: "It can be cancelled still.",
                actions: setPayout,
              },
              { target: "following", description: "It is signed: too late to cancel it.", actions: setPayout },
            ],
            "ui.confirm": { target: "cancelling", description: "Yes, cancel it." },
            "ui.back": { target: "sorting", description: "No, go on." },
          },
        },
        cancelling: {
          description: "The server cancels the payout.",
          tags: "busy",
          invoke: {
            id: "cancelPayout",
            src: "cancelPayout",
            input: ({ context }) => ({ payoutId: context.payoutId ?? "" }),
            onDone: {
              target: "#withdrawal.cancelled",
              description: "Cancelled.",
              actions: setEnd,
            },
            onError: failTo({ target: "sorting", description: "Refused, perhaps because it is signed: look at it." }),
          },
        },
      },
      on: {
        "payout.read": { description: "It is further.", actions: setPayout },
        "payout.readFailed": { description: "It cannot be read now; it is read again later.", actions: setFailure },
      },
    },
    paid: {
      description: "The money is in the wallet.",
      tags: "followed",
      entry: emit({ type: "vibrate", kind: "success" }),
      on: { "ui.another": another },
    },
    returned: {
      description: "The money could not be sent and is in the balance again.",
      tags: "followed",
      on: { "ui.another": another },
    },
    cancelled: { description: "The money is in the balance again.", tags: "followed", on: { "ui.another": another } },
    failed: {
      description: "The balance or the payout could not be read.",
      on: {
        "ui.retry": { target: "loading", description: "Read it again." },
        "app.online": { target: "loading", description: "The device has a network again." },
      },
    },
  },
});
