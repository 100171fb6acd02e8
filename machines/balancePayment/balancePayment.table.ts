import { toFailure } from "../kit/failure.ts";
import type { SecurityCodePromptOutput } from "../securityCodePrompt/securityCodePrompt.machine.ts";
import type { TransitionTable } from "../kit/transitionTable.ts";
import type {
  AppBalance,
  BalancePaymentContext,
  BalancePaymentEvent,
  BalancePaymentInput,
} from "./balancePayment.machine.ts";

type Context = BalancePaymentContext;

export interface BalancePaymentShape {
  context: BalancePaymentContext;
  event: BalancePaymentEvent;
  input: BalancePaymentInput;
  outputs: { loadBalance: AppBalance; securityCodePrompt: SecurityCodePromptOutput };
}

/** Enough for the short amounts of the samples. */
const isEnough = ({ order }: Context, { output }: { output: AppBalance }): boolean =>
  Number(output.amount) >= Number(order.amount) - Number(order.paidAmount);
const keepBalance = (_: Context, { output }: { output: AppBalance }): Partial<Context> => ({ balance: output });
const keepRefusal = (_: Context, { output }: { output: SecurityCodePromptOutput }): Partial<Context> =>
  output.status === "failed" ? { failure: output.failure } : {};

export const balancePaymentTable: TransitionTable<BalancePaymentShape> = {
  delaysMs: { readInterval: 5000 },
  asks: {
    loadBalance: ({ order }) => ({ coinType: order.coinType }),
    securityCodePrompt: ({ order }) => ({
      attempt: { kind: "payFromBalance", orderId: order.orderId },
      failure: { kind: "api", error: "securityCodeRequired", message: "" },
    }),
  },
  context: ({ order }) => ({ order, balance: null, failure: null }),
  states: {
    "(machine)": { initial: "idle" },
    idle: { "ui.open": { target: "reading" } },
    reading: {
      "done(loadBalance)": [
        { guard: "isEnough", when: isEnough, target: "offered", changes: keepBalance },
        { target: "short", changes: keepBalance },
      ],
      "error(loadBalance)": { target: "unread" },
    },
    unread: { "after(readInterval)": { target: "reading" } },
    short: {},
    offered: {
      "ui.pay": [
        { guard: "hasNoCode", when: ({ balance }) => balance?.hasSecurityCode !== true, emits: ["code.wanted"] },
        { target: "askingCode", changes: { failure: null } },
      ],
    },
    askingCode: {
      "done(securityCodePrompt)": [
        { guard: "hasPaid", when: (_, { output }) => output.status === "given", target: "paid" },
        {
          guard: "isForgotten",
          when: (_, { output }) => output.status === "forgotten",
          target: "offered",
          emits: ["recovery.wanted"],
        },
        {
          guard: "isBlocked",
          when: (_, { output }) =>
            output.status === "failed" && output.failure.kind === "api" && output.failure.error === "spendingBlocked",
          target: "blocked",
          changes: keepRefusal,
        },
        {
          guard: "isRefused",
          when: (_, { output }) => output.status === "failed",
          target: "reading",
          changes: keepRefusal,
        },
        { target: "offered" },
      ],
      "error(securityCodePrompt)": { target: "reading", changes: (_, { error }) => ({ failure: toFailure(error) }) },
    },
    blocked: {},
    paid: {},
  },
};
