import { failTo, setOutputFailure, readOutput } from "../kit/request.ts";
import { getBlockSeconds, getMadePayout, QUOTE_SECONDS, withdrawalSetup } from "./withdrawal.setup.ts";

export const editing = withdrawalSetup.createStateConfig({
  description: "The amount is being typed.",
  tags: "unsent",
  entry: "clearQuote",
  on: {
    "ui.type": {
      description: "The amount changed.",
      actions: [{ type: "setTyped", params: ({ event }) => ({ amount: event.value }) }, "emitDraft"],
    },
    "ui.takeAll": { guard: "hasWithdrawable", description: "The whole balance.", actions: ["takeAll", "emitDraft"] },
    "ui.submit": [
      {
        guard: "isPaused",
        target: "blocked",
        description: "Nothing of the coin may leave the account now.",
        actions: "setBlockEnd",
      },
      { guard: "isRight", target: "quoting", description: "Ask what arrives of it.", actions: "clearFailure" },
      { description: "It cannot be withdrawn: say why.", actions: "check" },
    ],
  },
});

export const quoting = withdrawalSetup.createStateConfig({
  description: "The server looks at the network's fee. A former quote stays in sight.",
  tags: ["busy", "unsent", "quoted"],
  invoke: {
    id: "loadQuote",
    src: "loadQuote",
    input: ({ context: { coinType, amount } }) => ({ coinType, amount }),
    onDone: {
      target: "reviewingQuote",
      description: "It can be agreed to.",
      actions: { type: "setQuote", params: ({ event }) => event.output },
    },
    onError: [
      {
        guard: { type: "isError", params: ({ event }) => ({ error: event.error, key: "invalidRequest" as const }) },
        target: "editing",
        description: "Too little would arrive of the amount.",
        actions: "setTooSmall",
      },
      {
        guard: { type: "isError", params: ({ event }) => ({ error: event.error, key: "walletNotBound" as const }) },
        target: "unbound",
        description: "The wallet was unbound meanwhile.",
        actions: "clearQuote",
      },
      {
        guard: { type: "isError", params: ({ event }) => ({ error: event.error, key: "walletNotProven" as const }) },
        target: "proving",
        description: "The wallet is not proven, or no longer.",
        actions: "clearQuote",
      },
      failTo({ target: "editing", description: "Not now; the amount stays." }),
    ],
  },
  on: { "ui.edit": { target: "editing", description: "Another amount." } },
});

export const reviewingQuote = withdrawalSetup.createStateConfig({
  description: "What leaves, what the network takes and what arrives, to be agreed to while the quote lasts.",
  tags: ["unsent", "quoted"],
  invoke: {
    id: "countdown",
    src: "countdown",
    input: ({ context: { quoteEndsAtMs } }) =>
      quoteEndsAtMs === null ? { lastsSeconds: QUOTE_SECONDS } : { endsAtMs: quoteEndsAtMs },
    onSnapshot: {
      description: "A second has passed, or many while the page slept.",
      actions: {
        type: "setRest",
        params: ({ event: { snapshot } }) => ({
          secondsLeft: snapshot.context.secondsLeft,
          endsAtMs: snapshot.context.endsAtMs,
        }),
      },
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
});

export const codeMissing = withdrawalSetup.createStateConfig({
  description: "Says that a withdrawal needs a security code, and where it is set.",
  tags: "quoted",
  on: { "ui.back": { target: "reviewingQuote", description: "Not now." } },
});

export const authorizing = withdrawalSetup.createStateConfig({
  description: "The quote is agreed to with the security code.",
  tags: "quoted",
  invoke: {
    id: "securityCodePrompt",
    src: "securityCodePrompt",
    input: ({ context: { quote } }) => ({
      attempt: { kind: "payout" as const, quoteId: quote?.quoteId ?? "" },
      failure: { kind: "api" as const, error: "securityCodeRequired" as const, message: "" },
    }),
    onSnapshot: [
      {
        guard: { type: "isChecking", params: ({ event }) => ({ value: event.snapshot.value }) },
        target: ".submitting",
        description: "The code was entered; a reload from now on has to know the quote.",
        actions: "emitSent",
      },
      { target: ".askingCode", description: "The code is still asked for.", actions: "emitDraft" },
    ],
    onDone: [
      {
        guard: { type: "hasMade", params: readOutput },
        target: "followingPayout",
        description: "The payout is made.",
        actions: [
          "clearDraft",
          { type: "spend", params: ({ event }) => ({ payout: getMadePayout({ output: event.output }) }) },
          { type: "setPayout", params: ({ event }) => ({ payout: getMadePayout({ output: event.output }) }) },
          "emitNoDraft",
          "emitPayout",
        ],
      },
      {
        guard: { type: "isForgottenSent", params: readOutput },
        target: "outcomeUnknown",
        description: "The code is to be recovered first; a former try may have made the payout.",
        actions: "emitRecovery",
      },
      {
        guard: { type: "isForgotten", params: readOutput },
        target: "reviewingQuote",
        description: "The code is to be recovered first.",
        actions: "emitRecovery",
      },
      {
        guard: { type: "isQuoteOverSent", params: readOutput },
        target: "loading",
        description: "No try made a payout, and the quote ran out: begin again with the amount.",
        actions: ["clearQuote", "emitDraft"],
      },
      {
        guard: { type: "isQuoteOver", params: readOutput },
        target: "quoting",
        description: "The quote ran out before it was agreed to: renew it.",
        actions: "emitDraft",
      },
      {
        guard: { type: "isUnbound", params: readOutput },
        target: "unbound",
        description: "The wallet was unbound meanwhile.",
        actions: ["clearQuote", "emitDraft"],
      },
      {
        guard: { type: "isUnproven", params: readOutput },
        target: "proving",
        description: "The wallet is not proven any more.",
        actions: ["clearQuote", "emitDraft"],
      },
      {
        guard: { type: "isBlocked", params: readOutput },
        target: "blocked",
        description: "Nothing may leave the account now.",
        actions: ["clearQuote", setOutputFailure, "emitDraft"],
      },
      {
        guard: { type: "isUnanswered", params: readOutput },
        target: "outcomeUnknown",
        description: "Nobody knows whether the payout was made.",
        actions: setOutputFailure,
      },
      {
        guard: { type: "isRefusedSent", params: readOutput },
        target: "failed",
        description: "The server refused, and no try made a payout; the amount stays.",
        actions: ["clearQuote", setOutputFailure, "emitDraft"],
      },
      {
        guard: { type: "isFailed", params: readOutput },
        target: "editing",
        description: "The server refused; the amount stays.",
        actions: [setOutputFailure, "emitDraft"],
      },
      { guard: "isSent", target: "outcomeUnknown", description: "Given up; a former try may have made the payout." },
      { target: "reviewingQuote", description: "The person gave it up." },
    ],
    onError: failTo({ target: "outcomeUnknown", description: "The question broke." }),
  },
  initial: "askingCode",
  states: {
    askingCode: { description: "The security code is asked for." },
    submitting: { description: "The server is asked to make the payout.", tags: "busy" },
  },
});

export const outcomeUnknown = withdrawalSetup.createStateConfig({
  description: "The payout may be made or not; asking again for the same quote cannot make a second one.",
  tags: "quoted",
  entry: ["setUnanswered", "emitDraft"],
  on: { "ui.retry": { target: "authorizing", description: "Ask again.", actions: "clearFailure" } },
});

export const blocked = withdrawalSetup.createStateConfig({
  description: "After a change of the account nothing leaves it for a day.",
  invoke: {
    id: "countdown",
    src: "countdown",
    input: ({ context: { blockedUntilMs, failure } }) =>
      blockedUntilMs === null ? { lastsSeconds: getBlockSeconds(failure) } : { endsAtMs: blockedUntilMs },
    onSnapshot: {
      description: "The clock was read.",
      actions: {
        type: "setBlock",
        params: ({ event }) => ({ blockedUntilMs: event.snapshot.context.endsAtMs }),
      },
    },
    onDone: { target: "loading", description: "The block has ended." },
  },
  exit: "clearBlock",
  on: { "ui.back": { target: "loading", description: "Back to the amount." } },
});
