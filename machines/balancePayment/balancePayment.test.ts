import { expect, test } from "vitest";
import { waitFor } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { sampleOrder } from "#tests/support/samples.ts";
import { openChart } from "#tests/support/openChart.ts";
import { answerInTurn, OFFLINE, refuse } from "#tests/support/refusal.ts";
import { scriptPrompt } from "#tests/support/scriptPrompt.ts";
import type { Failure } from "../kit/failure.ts";
import type { SecuredResult } from "../securityCodePrompt/securedAttempt.ts";
import { type AppBalance, balancePaymentMachine } from "./balancePayment.machine.ts";
import { viewBalancePayment } from "./balancePayment.view.ts";

type Order = components["schemas"]["Order"];

const ORDER: Order = { ...sampleOrder, amount: "0.05", paidAmount: "0" };

/** @param answers one for each reading of the balance; the last one stays */
function start(order: Order, ...answers: (AppBalance | Failure)[]) {
  const asked: string[] = [];
  const answer = answerInTurn<AppBalance>(answers);
  const chart = openChart(balancePaymentMachine, viewBalancePayment, {
    input: { order },
    world: {
      loadBalance: ({ coinType }) => {
        asked.push(coinType);
        return answer();
      },
    },
  });
  return { ...chart, asked, reach: () => chart.reach(({ state }) => state !== "reading") };
}

test.each<[string, Partial<Order>, string, string]>([
  ["covers what is due", {}, "0.05", "offered"],
  ["lacks the smallest unit", {}, "0.049999999999999999", "short"],
  ["covers the rest", { status: "partiallyPaid", paidAmount: "0.03" }, "0.02", "offered"],
  ["lacks a part of the rest", { status: "partiallyPaid", paidAmount: "0.03" }, "0.019999", "short"],
])("a balance that %s", async (_, change, amount, state) => {
  const { asked, reach } = start({ ...ORDER, ...change }, { amount, hasSecurityCode: true });
  expect(await reach()).toMatchObject({ state, balance: state === "offered" ? amount : null });
  expect(asked).toEqual([ORDER.coinType]);
});

test("the balance is cut to the digits that an envelope can have", async () => {
  const { reach } = start(ORDER, { amount: "0.050000000000000001", hasSecurityCode: true });
  expect((await reach()).balance).toBe("0.05");
});

test("a balance that cannot be read is read again by itself", async () => {
  const { asked, clock, reach } = start(ORDER, OFFLINE, { amount: "1", hasSecurityCode: true });
  expect(await reach()).toMatchObject({ state: "loadFailed", failureKey: null, actions: [] });
  clock.increment(4999);
  expect(asked).toHaveLength(1);
  clock.increment(1);
  expect(await reach()).toMatchObject({ state: "offered" });
});

const CODE = "R1ghtone";

interface Known {
  balance?: string;
  hasSecurityCode?: boolean;
  /** What the server says to each try with the right code, in turn. */
  refusals?: Failure[];
  /** Whether the server has paid in spite of what reached the person. */
  isAnswerLost?: boolean;
  /** Whether somebody spends the balance between the offer and the code. */
  isSpentMeanwhile?: boolean;
  /** Whether the question for the code breaks. */
  isQuestionBroken?: boolean;
}

/** An order on the screen of a person, at a server that pays it once. */
async function open({ balance = "0.05", hasSecurityCode = true, ...known }: Known) {
  const server = { balance: Number(balance), payments: [] as string[] };
  const refusals = [...(known.refusals ?? [])];
  const pay = (orderId: string): SecuredResult => {
    if (known.isSpentMeanwhile === true) server.balance = 0;
    const refusal = refusals.shift();
    if (refusal !== undefined && known.isAnswerLost !== true) throw refusal;
    if (!server.payments.includes(orderId)) server.payments.push(orderId);
    if (refusal !== undefined) throw refusal;
    return { kind: "payFromBalance", order: { ...ORDER, status: "paid", paidAmount: ORDER.amount } };
  };
  const securityCodePrompt = scriptPrompt(async (attempt, securityCode) => {
    if (attempt.kind !== "payFromBalance") throw new Error("another try");
    if (securityCode !== CODE) throw refuse("wrongSecurityCode");
    return pay(attempt.orderId);
  }).provide({
    guards: {
      isPossible: () => {
        if (known.isQuestionBroken === true) throw new Error("broken");
        return true;
      },
    },
  });
  const chart = openChart(balancePaymentMachine, viewBalancePayment, {
    input: { order: ORDER },
    world: { loadBalance: () => ({ amount: String(server.balance), hasSecurityCode }), securityCodePrompt },
  });
  const { actor, press, reach } = chart;
  const findPrompt = () => {
    const prompt = actor.getSnapshot().children.securityCodePrompt;
    if (prompt === undefined) throw new Error("no code is asked for");
    return prompt;
  };
  const tap = () => press("ui.pay");
  const tapAndGive = (securityCode = CODE) => {
    tap();
    findPrompt().send({ type: "ui.type", field: "securityCode", value: securityCode });
    findPrompt().send({ type: "ui.submit" });
  };
  const getOutput = () => actor.getSnapshot().output;
  await reach(({ state }) => state !== "reading");
  return { ...chart, server, tap, tapAndGive, findPrompt, getOutput };
}

test("one tap and the code pay the order, once", async () => {
  const { server, see, tapAndGive, getOutput } = await open({});
  tapAndGive();
  expect(await see("paid")).toMatchObject({ balance: null, failureKey: null });
  expect(getOutput()).toEqual({ end: "paid" });
  expect(server.payments).toEqual([ORDER.orderId]);
});

test("a person without a code is led to set one, and pays nothing before", async () => {
  const { server, tap, look, getOutput } = await open({ hasSecurityCode: false });
  expect(look().actions).toEqual([{ event: { type: "ui.pay" }, labelKey: "envelope:balance.setCode", enabled: true }]);
  tap();
  expect(getOutput()).toEqual({ end: "codeWanted" });
  expect(server.payments).toEqual([]);
});

test("a wrong code is asked for again, and a forgotten one is recovered first", async () => {
  const { server, findPrompt, see, tapAndGive, getOutput } = await open({});
  tapAndGive("Wr0ngone");
  await waitFor(findPrompt(), ({ value }) => value === "wrong");
  findPrompt().send({ type: "ui.forgot" });
  await see("recoveryWanted");
  expect(getOutput()).toEqual({ end: "recoveryWanted" });
  expect(server.payments).toEqual([]);
});

test("who gives it up can try again", async () => {
  const { server, tap, findPrompt, look, see, tapAndGive } = await open({});
  tap();
  findPrompt().send({ type: "ui.cancel" });
  expect(look()).toMatchObject({ state: "offered", failureKey: null });
  tapAndGive();
  await see("paid");
  expect(server.payments).toEqual([ORDER.orderId]);
});

test("what was spent elsewhere meanwhile is not offered again", async () => {
  const { see, tapAndGive } = await open({ isSpentMeanwhile: true, refusals: [refuse("insufficientBalance")] });
  tapAndGive();
  expect(await see("short")).toMatchObject({ failureKey: "envelope:balance.gone", actions: [] });
});

test("a block says for how long, and takes the offer away", async () => {
  const { see, tapAndGive } = await open({ refusals: [refuse("spendingBlocked", { retryAfterSeconds: 80_000 })] });
  tapAndGive();
  expect(await see("blocked")).toMatchObject({
    failureKey: "envelope:balance.blocked",
    failureValues: { context: "hours", wait: "23" },
    actions: [],
  });
});

test.each<[string, Failure, string]>([
  ["offline", OFFLINE, "errors:network"],
  ["while the server is busy", refuse("serviceUnavailable"), "errors:serviceUnavailable"],
  ["for an order that has ended", refuse("orderNotPayable"), "errors:orderNotPayable"],
])("%s it says so, and the next try pays", async (_, refusal, failureKey) => {
  const { server, see, tapAndGive } = await open({ refusals: [refusal] });
  tapAndGive();
  await see("reading");
  expect(await see("offered")).toMatchObject({ failureKey });
  expect(server.payments).toEqual([]);
  tapAndGive();
  expect(await see("paid")).toMatchObject({ state: "paid" });
});

test("where the question for the code breaks, the screen says so, and the balance is read again", async () => {
  const { server, look, see, tapAndGive } = await open({ isQuestionBroken: true });
  tapAndGive();
  expect(look()).toMatchObject({ state: "reading", failureKey: "errors:unexpected" });
  await see("offered");
  expect(server.payments).toEqual([]);
});

test("a lost answer and a second try pay once", async () => {
  const { server, see, tapAndGive } = await open({ refusals: [{ kind: "timeout" }], isAnswerLost: true });
  tapAndGive();
  await see("reading");
  await see("offered");
  tapAndGive();
  await see("paid");
  expect(server.payments).toEqual([ORDER.orderId]);
});
