import { expect, test } from "vitest";
import { createActor } from "xstate";
import { orderLifecycle, type OrderLifecycleEvent } from "./order.machine.ts";
import { viewOrder } from "./order.view.ts";

/** An order through what happened to it, with whether a payment may be started at each step. */
function run(...types: OrderLifecycleEvent["type"][]) {
  const actor = createActor(orderLifecycle).start();
  return types.map((type) => {
    actor.send({ type });
    const { value } = actor.getSnapshot();
    return [value, viewOrder({ value }).isPayable];
  });
}

test("a payer pays too little, then the rest, and meanwhile no second payment is offered", () => {
  expect(run("payment.seen", "payment.partFinal", "payment.seen", "payment.fullFinal")).toEqual([
    ["confirming", false],
    ["partiallyPaid", true],
    ["confirming", false],
    ["paid", false],
  ]);
});

test("a payment in the last minute is dropped by a reorganisation, and the grace time ends the order", () => {
  expect(run("payment.seen", "order.graceOver", "payment.dropped", "order.graceOver")).toEqual([
    ["confirming", false],
    ["confirming", false],
    ["awaitingPayment", true],
    ["expired", false],
  ]);
});

test("a payment that comes after the payer cancelled does not bring the order back", () => {
  expect(run("order.cancelled", "payment.seen", "payment.fullFinal")).toEqual([
    ["cancelled", false],
    ["cancelled", false],
    ["cancelled", false],
  ]);
});

test("an order paid from the balance is paid at once, and later transfers change nothing", () => {
  expect(run("payment.fullFinal", "payment.seen", "order.graceOver")).toEqual([
    ["paid", false],
    ["paid", false],
    ["paid", false],
  ]);
});

test("a partly paid order can be given up or run out", () => {
  expect(run("payment.partFinal", "order.cancelled").at(-1)).toEqual(["cancelled", false]);
  expect(run("payment.partFinal", "order.graceOver").at(-1)).toEqual(["expired", false]);
});
