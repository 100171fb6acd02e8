import { assign, setup } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { COINS, type CoinType } from "#domain/coins.ts";
import { parseDecimal } from "#domain/money/amount.ts";
import { hasApiError, type Failure } from "../kit/failure.ts";
import { findDueAmount } from "../lifecycle/order/findDueAmount.ts";
import { provideActor } from "../kit/provide.ts";
import { failureActions, readOutputError, setOutputFailure, takeOutput } from "../kit/request.ts";
import { promptGuards, secured } from "../kit/secured.ts";
import { securityCodePromptMachine } from "../securityCodePrompt/securityCodePrompt.machine.ts";

type Order = components["schemas"]["Order"];

export interface BalancePaymentInput {
  /** As it is now; what is due of another one is another payment. */
  order: Order;
}

/** The balance in the app, and what paying from it takes. */
export interface AppBalance {
  /** Of the coin of the order, a whole-coin decimal string. */
  amount: string;
  hasSecurityCode: boolean;
}

export interface BalancePaymentContext extends BalancePaymentInput {
  /** Null until read. */
  balance: AppBalance | null;
  /** Why the last try did not go through. */
  failure: Failure | null;
}

export interface BalancePaymentEvent {
  type: "ui.pay";
}

export interface BalancePaymentOutput {
  /** `codeWanted`: the security code is to be set first; `recoveryWanted`: it is to be recovered first. */
  end: "paid" | "codeWanted" | "recoveryWanted";
}

/** An order is paid wholly from the balance or not at all. */
function covers({ amount }: AppBalance, order: Order): boolean {
  const { baseDecimals } = COINS[order.coinType];
  return parseDecimal(amount, baseDecimals) >= parseDecimal(findDueAmount(order), baseDecimals);
}

const setBalance = { type: "setBalance", params: takeOutput<AppBalance> } as const;

/** Pays what is due of one order from the balance in the app, with the security code. */
export const balancePaymentMachine = setup({
  types: {
    input: {} as BalancePaymentInput,
    context: {} as BalancePaymentContext,
    events: {} as BalancePaymentEvent,
    tags: {} as "covered",
    output: {} as BalancePaymentOutput,
    children: {} as { securityCodePrompt: "securityCodePrompt" },
  },
  actors: {
    loadBalance: provideActor<AppBalance, { coinType: CoinType }>("balancePayment.loadBalance"),
    securityCodePrompt: securityCodePromptMachine,
  },
  guards: {
    isEnough: ({ context }, params: AppBalance) => covers(params, context.order),
    hasNoCode: ({ context }) => context.balance?.hasSecurityCode !== true,
    ...promptGuards,
    isBlocked: (_, { error }: { error: unknown }) => hasApiError(error, "spendingBlocked"),
  },
  actions: { setBalance: assign((_, balance: AppBalance) => ({ balance })), ...failureActions },
  delays: { readInterval: 5000 },
}).createMachine({
  id: "balancePayment",
  description: "The payment of one order from the balance in the app.",
  context: ({ input: { order } }) => ({ order, balance: null, failure: null }),
  output: ({ event }) => (event as { output?: unknown }).output as BalancePaymentOutput,
  initial: "reading",
  states: {
    reading: {
      description: "The balance is being read.",
      invoke: {
        id: "loadBalance",
        src: "loadBalance",
        input: ({ context }) => ({ coinType: context.order.coinType }),
        onDone: [
          {
            guard: { type: "isEnough", params: takeOutput },
            target: "offered",
            description: "It covers what is due.",
            actions: setBalance,
          },
          { target: "short", description: "It does not cover what is due.", actions: setBalance },
        ],
        onError: { target: "loadFailed", description: "It cannot be read now." },
      },
    },
    loadFailed: {
      description: "The balance is not known; a wallet can pay all the same.",
      after: { readInterval: { target: "reading", description: "Read it again." } },
    },
    short: { description: "The balance cannot pay this order." },
    offered: {
      description: "The balance can pay this order.",
      tags: "covered",
      on: {
        "ui.pay": [
          { guard: "hasNoCode", target: "codeWanted", description: "A security code has to be set first." },
          { target: "askingCode", description: "Pay from the balance.", actions: "clearFailure" },
        ],
      },
    },
    askingCode: {
      description: "The person is asked for the security code, and the order is paid with it.",
      tags: "covered",
      invoke: secured({
        attempt: ({ order }: BalancePaymentContext) => ({ kind: "payFromBalance", orderId: order.orderId }),
        cases: [
          {
            guard: { type: "isBlocked", params: readOutputError },
            target: "blocked",
            description: "Payments from the balance are paused after a change of the account.",
            actions: setOutputFailure,
          },
        ],
        given: { target: "paid", description: "The code was right: the order is paid." },
        forgotten: { target: "recoveryWanted", description: "The code is to be recovered first." },
        failed: {
          target: "reading",
          description: "Refused, or no answer: see what the balance has now.",
          actions: setOutputFailure,
        },
        givenUp: { target: "offered", description: "The person gave it up." },
        broken: { target: "reading" },
      }),
    },
    blocked: { description: "Nothing is paid from the balance for now; a wallet can pay." },
    paid: {
      type: "final",
      description: "The order is paid; who follows it sees what comes of it.",
      output: { end: "paid" },
    },
    codeWanted: {
      type: "final",
      description: "The person goes to set a security code.",
      output: { end: "codeWanted" },
    },
    recoveryWanted: {
      type: "final",
      description: "The person goes to recover the security code.",
      output: { end: "recoveryWanted" },
    },
  },
});
