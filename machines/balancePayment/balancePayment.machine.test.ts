import { expect, test } from "vitest";
import { createActor, fromPromise, SimulatedClock, waitFor } from "xstate";
import type { components } from "#contract/schema.d.ts";
import type { CoinType } from "#domain/coins.ts";
import { sampleOrder } from "#tests/models/samples.ts";
import type { Failure } from "../failure.ts";
import { balancePaymentMachine, type AppBalance } from "./balancePayment.machine.ts";
import { viewBalancePayment } from "./balancePayment.view.ts";

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
  actor.send({ type: "ui.open" });
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
  expect(await reach()).toMatchObject({ state: "unread", failureKey: null, actions: [] });
  clock.increment(4999);
  expect(asked).toHaveLength(1);
  clock.increment(1);
  expect(await reach()).toMatchObject({ state: "offered" });
});
