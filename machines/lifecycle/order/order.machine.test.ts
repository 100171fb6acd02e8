import { expect, test } from "vitest";
import { createActor } from "xstate";
import { orderLifecycle, type OrderLifecycleEvent } from "./order.machine.ts";
import { viewOrder } from "./order.view.ts";

function live(...types: OrderLifecycleEvent["type"][]) {
  const actor = createActor(orderLifecycle).start();
  for (const type of types) actor.send({ type });
  return actor.getSnapshot();
}

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
