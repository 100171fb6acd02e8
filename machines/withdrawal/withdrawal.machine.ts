import { loading, proving, unbound } from "./withdrawal.account.ts";
import { followingPayout } from "./withdrawal.payout.ts";
import {
  authorizing,
  reviewingQuote,
  blocked,
  codeMissing,
  editing,
  quoting,
  outcomeUnknown,
} from "./withdrawal.quote.ts";
import { withdrawalSetup } from "./withdrawal.setup.ts";

const another = {
  target: "loading",
  description: "Withdraw more.",
  actions: ["clearPayout", "emitPayout"],
} as const;

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
    secondsLeft: null,
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
    loading,
    unbound,
    proving,
    editing,
    quoting,
    reviewingQuote,
    codeMissing,
    authorizing,
    outcomeUnknown,
    blocked,
    followingPayout,
    paid: { description: "The money is in the wallet.", tags: "followed", on: { "ui.another": another } },
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
