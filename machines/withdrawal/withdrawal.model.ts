import type { components } from "#contract/schema.d.ts";
import { withdrawalMachine } from "./withdrawal.machine.ts";
import type { WithdrawalAccount } from "./withdrawalAccount.ts";
import { viewWithdrawal } from "./withdrawal.view.ts";
import { defineModel } from "#tests/models/model.ts";
import { samplePayout, sampleQuote, sampleWallet } from "#tests/support/samples.ts";

type Payout = components["schemas"]["Payout"];

const RICH: WithdrawalAccount = {
  balance: "1.234567891",
  wallet: sampleWallet,
  email: "ann@example.com",
  hasSecurityCode: true,
  spendingBlocks: [],
  payout: null,
};
const HELD: Payout = { ...samplePayout, status: "held", heldReason: "limit" };
const SENDING: Payout = { ...samplePayout, status: "sending", txHash: "0xabcd" };
const refuse = (error: "invalidRequest" | "walletNotBound" | "walletNotProven" | "insufficientBalance") =>
  ({ kind: "api", error, message: "" }) as const;
const fail = (error: "quoteExpired" | "walletNotBound" | "walletNotProven" | "insufficientBalance" | "tooManyTries") =>
  ({ status: "failed", failure: { kind: "api", error, message: "" } }) as const;

export const model = defineModel({
  machine: withdrawalMachine,
  inputs: [
    { coinType: "eth", payoutId: null, saved: null },
    { coinType: "eth", payoutId: "p1", saved: null },
    { coinType: "eth", payoutId: null, saved: { amount: "0.05", quote: sampleQuote } },
  ],
  events: {
    "ui.type": [
      { type: "ui.type", field: "amount", value: "0.05" },
      { type: "ui.type", field: "amount", value: "9" },
      { type: "ui.type", field: "amount", value: "0." },
    ],
    "payout.read": [
      { type: "payout.read", payout: samplePayout },
      { type: "payout.read", payout: HELD },
      { type: "payout.read", payout: SENDING },
    ],
    "payout.readFailed": [{ type: "payout.readFailed", error: { kind: "network" } }],
  },
  outcomes: {
    loadAccount: {
      done: [
        RICH,
        { ...RICH, balance: "0.0000001", hasSecurityCode: false },
        { ...RICH, hasSecurityCode: false },
        { ...RICH, wallet: { ...sampleWallet, proven: false } },
        { ...RICH, wallet: null },
        { ...RICH, payout: samplePayout },
        { ...RICH, payout: HELD },
        {
          ...RICH,
          spendingBlocks: [{ coinType: "eth", cause: "walletChanged", until: "2099-01-01T09:30:00Z" }],
        },
      ],
      error: [{ kind: "network" }],
    },
    makeProofLink: {
      done: [{ paymentUrl: "https://hongbao.example/unPaymentList#code=abc" }],
      error: [{ kind: "network" }],
    },
    loadQuote: {
      done: [sampleQuote, { ...sampleQuote, fee: "0.03", net: "0.02" }],
      error: [
        refuse("invalidRequest"),
        refuse("walletNotBound"),
        refuse("walletNotProven"),
        refuse("insufficientBalance"),
      ],
    },
    cancelPayout: {
      done: [{ ...samplePayout, status: "cancelled", returnedAmount: "0.05", lostFee: "0" }],
      error: [{ kind: "api", error: "notAvailable", message: "" }],
    },
    securityCodePrompt: {
      done: [
        { status: "given", result: { kind: "payout", payout: samplePayout } },
        { status: "given", result: { kind: "payout", payout: HELD } },
        { status: "forgotten" },
        { status: "cancelled" },
        fail("quoteExpired"),
        fail("walletNotBound"),
        fail("walletNotProven"),
        {
          status: "failed",
          failure: { kind: "api", error: "spendingBlocked", message: "", retryAfterSeconds: 3_600 },
        },
        fail("insufficientBalance"),
        fail("tooManyTries"),
        { status: "failed", failure: { kind: "network" } },
      ],
      error: [new Error("broken")],
    },
    countdown: { done: [undefined], error: [] },
    payoutFollow: {
      done: [
        { ...samplePayout, status: "paid", txHash: "0xabcd", confirmations: 12 },
        { ...samplePayout, status: "returned", returnedAmount: "0.05", lostFee: "0" },
        { ...samplePayout, status: "cancelled", returnedAmount: "0.05", lostFee: "0" },
      ],
      error: [],
    },
  },
  snapshots: {
    countdown: [{ context: { endsAtMs: 1_795_262_400_000 } }],
    securityCodePrompt: [{ value: "asking" }, { value: "checking" }],
  },
  // A page that was opened for a payout gets it with the account, and no other does.
  isWalked: (stimulus, { payoutId }) =>
    !stimulus.startsWith("done(loadAccount)") || /#[56]$/.test(stimulus) === (payoutId !== null),
  key: ({
    amount,
    isTooSmall,
    showsProblems,
    account,
    quote,
    quoteEndsAtMs,
    isUnanswered,
    proofUrl,
    payoutId,
    payout,
  }) => ({
    amount,
    isTooSmall,
    showsProblems,
    balance: account?.balance ?? null,
    hasCode: account?.hasSecurityCode ?? null,
    isPaused: (account?.spendingBlocks ?? []).length > 0,
    isProven: account?.wallet?.proven ?? null,
    fee: quote?.fee ?? null,
    isCounted: quote !== null && quoteEndsAtMs !== null,
    isUnanswered,
    hasLink: proofUrl !== null,
    payoutId,
    status: payout?.status ?? null,
  }),
  invariants: {
    "what may be made is never left for a new quote": ({ isUnanswered }, isIn) =>
      !isUnanswered || !(isIn("editing") || isIn("quoting") || isIn("reviewingQuote")),
    "only a quote is agreed to": ({ quote }, isIn) =>
      !(isIn("reviewingQuote") || isIn("authorizing")) || quote !== null,
    "what has no answer names its quote": ({ quote, isUnanswered }, isIn) =>
      !isIn("outcomeUnknown") || (isUnanswered && quote !== null),
    "a quote that is left is gone": ({ quote, isUnanswered }, isIn) =>
      quote === null ||
      isUnanswered ||
      ["quoting", "reviewingQuote", "codeMissing", "authorizing"].some((path) => isIn(path)),
    "a payout that is left is gone": ({ payout }, isIn) =>
      payout === null || ["followingPayout", "paid", "returned", "cancelled"].some((path) => isIn(path)),
    "a followed payout is known": ({ payout }, isIn) => !isIn("followingPayout") || payout !== null,
    "money is sent to a proven wallet only": ({ account }, isIn) => !isIn("editing") || account?.wallet !== null,
    "a block has its reason": ({ failure, account }, isIn) =>
      !isIn("blocked") || failure !== null || (account?.spendingBlocks ?? []).length > 0,
    "a failure shows why": ({ failure }, isIn) => !isIn("failed") || failure !== null,
  },
  view: viewWithdrawal,
  repeatable: ["ui.takeAll", "ui.submit"],
  withoutControl: ["ui.type"],
  press: {
    "ui.type": ({ value }) => ({ names: ["withdraw:amount"], fill: value }),
    "ui.submit": () => ({ names: ["withdraw:submit", "withdraw:seeFee"] }),
    "ui.edit": () => ({ isBack: true }),
    "ui.back": () => ({ isBack: true }),
  },
});
