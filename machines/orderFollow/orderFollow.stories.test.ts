import { expect, test } from "vitest";
import { createActor, fromPromise, SimulatedClock } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { sampleOrder, sampleUnpaidEnvelope } from "#tests/models/samples.ts";
import type { Failure } from "../failure.ts";
import { orderFollowMachine, type OrderReading } from "./orderFollow.machine.ts";
import { viewOrderFollow } from "./orderFollow.view.ts";

type Order = components["schemas"]["Order"];

const OPEN_ENVELOPE = { ...sampleUnpaidEnvelope, status: "open" } as const;

/** A server with one order that changes, and may be out of reach or say no. */
function openOrder(order: Partial<Order> = {}) {
  const server: { order: Order; failure: Failure | null } = { order: { ...sampleOrder, ...order }, failure: null };
  const clock = new SimulatedClock();
  const loadOrder = fromPromise<OrderReading, { orderId: string }>(async () => {
    if (server.failure !== null) throw server.failure;
    return { order: server.order, envelopes: server.order.status === "paid" ? [OPEN_ENVELOPE] : [] };
  });
  const start = (known: Order | null = null) =>
    createActor(orderFollowMachine.provide({ actors: { loadOrder } }), {
      clock,
      input: { orderId: server.order.orderId, order: known },
    }).start();
  const flush = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));
  const pass = async (seconds: number): Promise<void> => {
    await flush();
    clock.increment(seconds * 1000);
    await flush();
  };
  const change = (changes: Partial<Order>): void => {
    server.order = { ...server.order, ...changes };
  };
  return { server, start, pass, change };
}

test("who keeps the page open sees the payment arrive, gain confirmations and become final", async () => {
  const { start, pass, change } = openOrder();
  const actor = start();
  const see = () => viewOrderFollow(actor.getSnapshot()).order;
  await pass(0);
  expect(see()?.status).toBe("awaitingPayment");
  change({ status: "confirming", confirmations: 1 });
  await pass(3);
  expect(see()).toMatchObject({ status: "confirming", confirmations: 1 });
  change({ confirmations: 2 });
  await pass(3);
  expect(see()?.confirmations).toBe(2);
  change({ status: "paid" });
  await pass(3);
  expect(actor.getSnapshot().output).toMatchObject({ order: { status: "paid" }, envelopes: [OPEN_ENVELOPE] });
});

test("a reorganisation takes a payment back, and the order is followed on", async () => {
  const { start, pass, change } = openOrder({ status: "confirming" });
  const actor = start();
  await pass(0);
  change({ status: "awaitingPayment" });
  await pass(3);
  expect(viewOrderFollow(actor.getSnapshot())).toMatchObject({
    state: "waiting",
    order: { status: "awaitingPayment" },
  });
  change({ status: "expired" });
  await pass(3);
  expect(actor.getSnapshot().output?.order.status).toBe("expired");
});

test("a lost network leaves what is known in place, and following goes on when it is back", async () => {
  const { server, start, pass, change } = openOrder();
  const actor = start();
  await pass(0);
  server.failure = { kind: "network" };
  await pass(3);
  expect(viewOrderFollow(actor.getSnapshot())).toMatchObject({
    state: "waiting",
    order: { status: "awaitingPayment" },
    failureKey: "errors:network",
  });
  server.failure = null;
  change({ status: "confirming" });
  await pass(3);
  expect(viewOrderFollow(actor.getSnapshot())).toMatchObject({ order: { status: "confirming" }, failureKey: null });
});

test("an order of somebody else's is not found, and the server is left alone until the person asks again", async () => {
  const { server, start, pass } = openOrder();
  server.failure = { kind: "api", error: "notFound", message: "" };
  const actor = start();
  await pass(600);
  const view = viewOrderFollow(actor.getSnapshot());
  expect([view.state, view.order, view.failureKey]).toEqual(["failed", null, "errors:notFound"]);
  expect(view.actions.map(({ event }) => event.type)).toEqual(["ui.retry"]);
  server.failure = null;
  actor.send({ type: "ui.retry" });
  await pass(0);
  expect(viewOrderFollow(actor.getSnapshot()).order?.status).toBe("awaitingPayment");
});
