import { expect, test } from "vitest";
import { createActor, fromPromise, SimulatedClock, waitFor } from "xstate";
import type { components } from "#contract/schema.d.ts";
import type { CoinType } from "#domain/coins.ts";
import type { Failure } from "../kit/failure.ts";
import type { SecuredResult } from "../securityCodePrompt/securedAttempt.ts";
import { sampleOrder } from "#tests/models/samples.ts";
import { scriptPrompt } from "#tests/support/scriptPrompt.ts";
import { type AppBalance, balancePaymentMachine } from "./balancePayment.machine.ts";
import { type BalancePaymentView, viewBalancePayment } from "./balancePayment.view.ts";

type Order = components["schemas"]["Order"];

const ORDER: Order = { ...sampleOrder, amount: "0.05", paidAmount: "0" };

/** One answer for each reading; the last one stays. Null: the balance cannot be read. */
async function start(order: Order, ...answers: (AppBalance | null)[]) {
  const asked: CoinType[] = [];
  const clock = new SimulatedClock();
  const machine = balancePaymentMachine.provide({
    actors: {
      loadBalance: fromPromise<AppBalance, { coinType: CoinType }>(async ({ input }) => {
        asked.push(input.coinType);
        const [first] = answers.length > 1 ? answers.splice(0, 1) : answers;
        if (first === undefined || first === null) throw { kind: "network" } satisfies Failure;
        return first;
      }),
    },
  });
  const actor = createActor(machine, { input: { order }, clock }).start();
  const reach = async () => {
    await waitFor(actor, ({ value }) => value !== "reading");
    return viewBalancePayment(actor.getSnapshot());
  };
  return { asked, clock, reach };
}

test.each<[string, Partial<Order>, string, string]>([
  ["covers what is due", {}, "0.05", "offered"],
  ["lacks the smallest unit", {}, "0.049999999999999999", "short"],
  ["covers the rest", { status: "partiallyPaid", paidAmount: "0.03" }, "0.02", "offered"],
  ["lacks a part of the rest", { status: "partiallyPaid", paidAmount: "0.03" }, "0.019999", "short"],
])("a balance that %s", async (_, change, amount, state) => {
  const { asked, reach } = await start({ ...ORDER, ...change }, { amount, hasSecurityCode: true });
  expect(await reach()).toMatchObject({ state, balance: state === "offered" ? amount : null });
  expect(asked).toEqual([ORDER.coinType]);
});

test("the balance is cut to the digits that an envelope can have", async () => {
  const { reach } = await start(ORDER, { amount: "0.050000000000000001", hasSecurityCode: true });
  expect((await reach()).balance).toBe("0.05");
});

test("a balance that cannot be read is read again by itself", async () => {
  const { asked, clock, reach } = await start(ORDER, null, { amount: "1", hasSecurityCode: true });
  expect(await reach()).toMatchObject({ state: "loadFailed", failureKey: null, actions: [] });
  clock.increment(4999);
  expect(asked).toHaveLength(1);
  clock.increment(1);
  expect(await reach()).toMatchObject({ state: "offered" });
});

const CODE = "R1ghtone";

const refuse = (error: Extract<Failure, { kind: "api" }>["error"], retryAfterSeconds?: number): Failure => ({
  kind: "api",
  error,
  message: "",
  ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
});

interface World {
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
async function open({ balance = "0.05", hasSecurityCode = true, ...world }: World) {
  const server = { balance: Number(balance), payments: [] as string[] };
  const refusals = [...(world.refusals ?? [])];
  const pay = (orderId: string): SecuredResult => {
    if (world.isSpentMeanwhile === true) server.balance = 0;
    const refusal = refusals.shift();
    if (refusal !== undefined && world.isAnswerLost !== true) throw refusal;
    if (!server.payments.includes(orderId)) server.payments.push(orderId);
    if (refusal !== undefined) throw refusal;
    return { kind: "payFromBalance", order: { ...ORDER, status: "paid", paidAmount: ORDER.amount } };
  };
  const machine = balancePaymentMachine.provide({
    actors: {
      loadBalance: fromPromise<AppBalance, { coinType: CoinType }>(async () => ({
        amount: String(server.balance),
        hasSecurityCode,
      })),
      securityCodePrompt: scriptPrompt(async (attempt, securityCode) => {
        if (attempt.kind !== "payFromBalance") throw new Error("another try");
        if (securityCode !== CODE) throw refuse("wrongSecurityCode");
        return pay(attempt.orderId);
      }).provide({
        guards: {
          isPossible: () => {
            if (world.isQuestionBroken === true) throw new Error("broken");
            return true;
          },
        },
      }),
    },
  });
  const actor = createActor(machine, { input: { order: ORDER } }).start();
  const view = () => viewBalancePayment(actor.getSnapshot());
  const reach = async (state: BalancePaymentView["state"]) => {
    await waitFor(actor, ({ value }) => value === state);
    return view();
  };
  const tap = () => {
    expect(view().actions).toContainEqual(expect.objectContaining({ event: { type: "ui.pay" }, enabled: true }));
    actor.send({ type: "ui.pay" });
  };
  const findPrompt = () => {
    const prompt = actor.getSnapshot().children.securityCodePrompt;
    if (prompt === undefined) throw new Error("no code is asked for");
    return prompt;
  };
  const give = (securityCode: string) => {
    findPrompt().send({ type: "ui.type", field: "securityCode", value: securityCode });
    findPrompt().send({ type: "ui.submit" });
  };
  await waitFor(actor, ({ value }) => value !== "reading");
  return { server, actor, view, reach, tap, give, findPrompt };
}

test("one tap and the code pay the order, once", async () => {
  const { server, actor, reach, tap, give } = await open({});
  tap();
  give(CODE);
  expect(await reach("paid")).toMatchObject({ balance: null, failureKey: null });
  expect(actor.getSnapshot().output).toEqual({ end: "paid" });
  expect(server.payments).toEqual([ORDER.orderId]);
});

test("a person without a code is led to set one, and pays nothing before", async () => {
  const { server, actor, view, tap } = await open({ hasSecurityCode: false });
  expect(view().actions).toEqual([{ event: { type: "ui.pay" }, labelKey: "envelope:balance.setCode", enabled: true }]);
  tap();
  expect(actor.getSnapshot().output).toEqual({ end: "codeWanted" });
  expect(server.payments).toEqual([]);
});

test("a wrong code is asked for again, and a forgotten one is recovered first", async () => {
  const { actor, server, reach, tap, give, findPrompt } = await open({});
  tap();
  give("Wr0ngone");
  await waitFor(findPrompt(), ({ value }) => value === "wrong");
  findPrompt().send({ type: "ui.forgot" });
  await reach("recoveryWanted");
  expect(actor.getSnapshot().output).toEqual({ end: "recoveryWanted" });
  expect(server.payments).toEqual([]);
});

test("who gives it up can try again", async () => {
  const { server, view, reach, tap, give, findPrompt } = await open({});
  tap();
  findPrompt().send({ type: "ui.cancel" });
  expect(view()).toMatchObject({ state: "offered", failureKey: null });
  tap();
  give(CODE);
  await reach("paid");
  expect(server.payments).toEqual([ORDER.orderId]);
});

test("what was spent elsewhere meanwhile is not offered again", async () => {
  const { reach, tap, give } = await open({ isSpentMeanwhile: true, refusals: [refuse("insufficientBalance")] });
  tap();
  give(CODE);
  expect(await reach("short")).toMatchObject({ failureKey: "envelope:balance.gone", actions: [] });
});

test("a block says for how long, and takes the offer away", async () => {
  const { reach, tap, give } = await open({ refusals: [refuse("spendingBlocked", 80_000)] });
  tap();
  give(CODE);
  expect(await reach("blocked")).toMatchObject({
    failureKey: "envelope:balance.blocked",
    failureValues: { context: "hours", wait: "23" },
    actions: [],
  });
});

test.each<[string, Failure, string]>([
  ["offline", { kind: "network" }, "errors:network"],
  ["while the server is busy", refuse("serviceUnavailable"), "errors:serviceUnavailable"],
  ["for an order that has ended", refuse("orderNotPayable"), "errors:orderNotPayable"],
])("%s it says so, and the next try pays", async (_, refusal, failureKey) => {
  const { server, reach, tap, give } = await open({ refusals: [refusal] });
  tap();
  give(CODE);
  await reach("reading");
  expect(await reach("offered")).toMatchObject({ failureKey });
  expect(server.payments).toEqual([]);
  tap();
  give(CODE);
  expect(await reach("paid")).toMatchObject({ state: "paid" });
});

test("where the question for the code breaks, the screen says so, and the balance is read again", async () => {
  const { server, view, reach, tap, give } = await open({ isQuestionBroken: true });
  tap();
  give(CODE);
  expect(view()).toMatchObject({ state: "reading", failureKey: "errors:unexpected" });
  await reach("offered");
  expect(server.payments).toEqual([]);
});

test("a lost answer and a second try pay once", async () => {
  const { server, reach, tap, give } = await open({ refusals: [{ kind: "timeout" }], isAnswerLost: true });
  tap();
  give(CODE);
  await reach("reading");
  await reach("offered");
  tap();
  give(CODE);
  await reach("paid");
  expect(server.payments).toEqual([ORDER.orderId]);
});
