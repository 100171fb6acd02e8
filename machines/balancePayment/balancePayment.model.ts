import type { components } from "#contract/schema.d.ts";
import { balancePaymentMachine } from "./balancePayment.machine.ts";
import { viewBalancePayment } from "./balancePayment.view.ts";
import { defineModel } from "#tests/models/model.ts";
import { sampleOrder } from "#tests/support/samples.ts";

type Order = components["schemas"]["Order"];

const ORDER: Order = { ...sampleOrder, amount: "0.05", paidAmount: "0" };
const PART_PAID: Order = { ...ORDER, status: "partiallyPaid", paidAmount: "0.045" };

export const model = defineModel({
  machine: balancePaymentMachine,
  inputs: [{ order: ORDER }, { order: PART_PAID }],
  events: {},
  outcomes: {
    loadBalance: {
      done: [
        { amount: "0.05", hasSecurityCode: true },
        { amount: "0.1", hasSecurityCode: false },
        { amount: "0.01", hasSecurityCode: true },
      ],
      error: [{ kind: "network" }],
    },
    securityCodePrompt: {
      done: [
        { status: "given", result: { kind: "payFromBalance", order: { ...ORDER, status: "paid" } } },
        { status: "forgotten" },
        { status: "failed", failure: { kind: "timeout" } },
        { status: "failed", failure: { kind: "api", error: "insufficientBalance", message: "" } },
        { status: "failed", failure: { kind: "api", error: "orderNotPayable", message: "" } },
        {
          status: "failed",
          failure: { kind: "api", error: "spendingBlocked", message: "", retryAfterSeconds: 80_000 },
        },
        { status: "cancelled" },
      ],
      error: [{ kind: "unexpected", message: "broken" }],
    },
  },
  key: ({ order, balance, failure }) => ({ paid: order.paidAmount, balance, failure }),
  invariants: {
    "only a balance that covers what is due is offered, and never a part": ({ order, balance }, isIn) =>
      !(isIn("offered") || isIn("askingCode") || isIn("paid")) ||
      Number(balance?.amount) >= Number(order.amount) - Number(order.paidAmount),
    "the code is asked of those who have one": ({ balance }, isIn) =>
      !isIn("askingCode") || balance?.hasSecurityCode === true,
    "only a balance that covers less than what is due is short": ({ order, balance }, isIn) =>
      !isIn("short") || (balance !== null && Number(balance.amount) < Number(order.amount) - Number(order.paidAmount)),
    "a new try has not failed yet": ({ failure }, isIn) => !(isIn("askingCode") || isIn("paid")) || failure === null,
    "blocked says why": ({ failure }, isIn) => !isIn("blocked") || failure !== null,
  },
  view: viewBalancePayment,
});
