import { expect, test } from "vitest";
import { setup } from "xstate";
import { envelopeLifecycle } from "./envelope/envelope.machine.ts";
import { listLifecycleEdges } from "./listLifecycleEdges.ts";
import { orderLifecycle } from "./order/order.machine.ts";

test("lists the edges of an envelope's life", () => {
  expect(listLifecycleEdges(envelopeLifecycle)).toEqual([
    { source: "draft", event: "envelope.submitted", target: "awaitingPayment" },
    { source: "awaitingPayment", event: "envelope.paid", target: "open" },
    { source: "awaitingPayment", event: "envelope.orderEnded", target: "cancelled" },
    { source: "open", event: "envelope.allClaimed", target: "finished" },
    { source: "open", event: "envelope.timePassed", target: "expired" },
    { source: "open", event: "envelope.closed", target: "expired" },
    { source: "expired", event: "envelope.restReturned", target: "refunded" },
  ]);
});

test("an ended order has no way out", () => {
  const sources = new Set(listLifecycleEdges(orderLifecycle).map((edge) => edge.source));
  expect([...sources]).toEqual(["awaitingPayment", "partiallyPaid", "confirming"]);
});

test("refuses a chart that is not flat", () => {
  const nested = setup({}).createMachine({
    id: "nested",
    initial: "a",
    states: { a: { initial: "b", states: { b: {} } } },
  });
  expect(() => listLifecycleEdges(nested)).toThrow("nested.a is not flat");
});
