import { expect, test } from "vitest";
import { createActor } from "xstate";
import { orderLifecycle, type OrderLifecycleEvent } from "./order.machine.ts";
import { orderLifecycleTable } from "./order.table.ts";
import { viewOrder } from "./order.view.ts";
import { readLifecycle } from "#tests/models/readLifecycle.ts";

function live(...types: OrderLifecycleEvent["type"][]) {
  const actor = createActor(orderLifecycle).start();
  for (const type of types) actor.send({ type });
  return actor.getSnapshot();
}

test("is the chart of its table", () => {
  const [first] = Object.keys(orderLifecycleTable);
  expect(readLifecycle(orderLifecycle)).toEqual({ first, table: orderLifecycleTable });
});

test("a payment is seen, becomes final and pays", () => {
  expect(viewOrder(live("payment.seen"))).toEqual({ tone: "good", isPayable: false, actions: [] });
  expect(live("payment.seen", "payment.fullFinal")).toMatchObject({ value: "paid", status: "done" });
});

test("a reorganisation makes an order payable again", () => {
  expect(viewOrder(live("payment.seen", "payment.dropped"))).toMatchObject({ tone: "warn", isPayable: true });
  expect(live("payment.partFinal", "payment.seen", "payment.droppedAfterPart").value).toBe("partiallyPaid");
});

test("an order with a payment on its way is neither cancelled nor expired", () => {
  expect(live("payment.seen", "order.cancelled", "order.graceOver").value).toBe("confirming");
});

test("an ended order stays ended whatever arrives", () => {
  expect(live("order.graceOver", "payment.seen", "payment.fullFinal").value).toBe("expired");
  expect(live("order.cancelled", "payment.fullFinal").value).toBe("cancelled");
  expect(viewOrder(live("order.cancelled"))).toMatchObject({ tone: "plain", isPayable: false });
});

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

test("an order that nobody saw being paid is paid by what is final, in one part or two", () => {
  expect(run("payment.partFinal", "payment.fullFinal", "order.cancelled")).toEqual([
    ["partiallyPaid", true],
    ["paid", false],
    ["paid", false],
  ]);
});

test("a new order can be paid, and is not yet", () => {
  const { value } = live();
  expect([value, viewOrder({ value })]).toEqual(["awaitingPayment", expect.objectContaining({ isPayable: true })]);
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
