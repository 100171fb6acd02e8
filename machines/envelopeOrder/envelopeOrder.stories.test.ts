import { expect, test } from "vitest";
import { createActor, fromPromise, SimulatedClock } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { sampleOrder, sampleUnpaidEnvelope } from "#tests/models/samples.ts";
import type { OrderReading } from "../orderFollow/orderFollow.machine.ts";
import { orderFollowChild } from "../orderFollow/orderFollowChild.ts";
import { envelopeOrderMachine, type EnvelopeOrderInput } from "./envelopeOrder.machine.ts";
import { viewEnvelopeOrder } from "./envelopeOrder.view.ts";

type Envelope = components["schemas"]["Envelope"];
type Order = components["schemas"]["Order"];

const SENT: EnvelopeOrderInput = { order: sampleOrder, envelopes: [], coinsPaidHere: [], isFromForm: true };
const flush = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));

/** A page on which an order is followed by a server that can be down. */
function open(input: EnvelopeOrderInput) {
  const server: { order: Order; envelopes: readonly Envelope[]; isDown: boolean } = {
    order: input.order,
    envelopes: [],
    isDown: false,
  };
  const asked: (readonly string[])[] = [];
  const clock = new SimulatedClock();
  const answer = async <Answer>(read: () => Answer): Promise<Answer> => {
    if (server.isDown) throw { kind: "network" };
    return read();
  };
  const machine = envelopeOrderMachine.provide({
    actors: {
      orderFollow: orderFollowChild.provide({
        actors: {
          loadOrder: fromPromise<OrderReading, { orderId: string }>(() =>
            answer(() => ({ order: server.order, envelopes: server.envelopes })),
          ),
        },
      }),
      loadEnvelopes: fromPromise<readonly Envelope[], { envelopeIds: readonly string[] }>(
        ({ input: { envelopeIds } }) => {
          asked.push(envelopeIds);
          return answer(() => server.envelopes);
        },
      ),
      cancelOrder: fromPromise<Order, { orderId: string }>(() =>
        answer(() => {
          if (server.order.status === "paid") throw { kind: "api", error: "orderNotPayable", message: "" };
          server.order = { ...server.order, status: "cancelled" };
          return server.order;
        }),
      ),
    },
  });
  const actor = createActor(machine, { input, clock }).start();
  actor.send({ type: "ui.open" });
  const pass = async (seconds: number): Promise<void> => {
    await flush();
    clock.increment(seconds * 1000);
    await flush();
  };
  return { actor, server, asked, pass, see: () => viewEnvelopeOrder(actor.getSnapshot()) };
}

test("an order that no wallet can pay offers its end, not the payment page", () => {
  const order = { ...sampleOrder, fromAddress: null, paymentUrl: "https://example.org/unPaymentList#code=abc" };
  const { see } = open({ ...SENT, order });
  expect(see().isPayableByWallet).toBe(false);
  expect(see().actions.map(({ event }) => event.type)).toEqual(["ui.cancelOrder", "ui.toForm"]);
});

test("an order that is paid while its end is being asked about goes live", async () => {
  const { actor, server, pass, see } = open(SENT);
  await pass(0);
  actor.send({ type: "ui.cancelOrder" });
  expect(see().state).toBe("confirmingCancel");
  server.order = { ...sampleOrder, status: "paid" };
  server.envelopes = [{ ...sampleUnpaidEnvelope, status: "open" }];
  await pass(3);
  expect(see().state).toBe("live");
});

test("the question whether to cancel goes away once a payment is under way", async () => {
  const { actor, server, pass, see } = open(SENT);
  await pass(0);
  actor.send({ type: "ui.cancelOrder" });
  server.order = { ...sampleOrder, status: "confirming" };
  await pass(3);
  expect(see().state).toBe("awaitingPayment");
  expect(see().actions.map(({ event }) => event.type)).toEqual(["ui.toForm"]);
});

test("who keeps the page open sees each group's claims, until nothing is left", async () => {
  const envelope = { ...sampleUnpaidEnvelope, status: "open" as const };
  const { server, asked, pass, see } = open(SENT);
  const readQuantities = () => see().envelopes.map(({ receivedQuantity }) => receivedQuantity);
  await pass(0);
  expect(see().state).toBe("awaitingPayment");
  server.order = { ...sampleOrder, status: "paid" };
  server.envelopes = [envelope, { ...envelope, envelopeId: "e2", chatId: "-1002" }];
  await pass(3);
  expect([see().state, see().step, see().passphrase]).toEqual(["live", "live", "happy year"]);
  server.envelopes = [envelope, { ...envelope, envelopeId: "e2", receivedQuantity: 3 }];
  await pass(5);
  expect([readQuantities(), asked]).toEqual([[0, 3], [["e1", "e2"]]]);
  server.isDown = true;
  await pass(5);
  expect([see().state, readQuantities()]).toEqual(["live", [0, 3]]);
  server.isDown = false;
  server.envelopes = [
    { ...envelope, status: "finished" },
    { ...envelope, envelopeId: "e2", status: "finished" },
  ];
  await pass(5);
  await pass(60);
  expect([see().envelopes.map(({ status }) => status), asked.length]).toEqual([["finished", "finished"], 3]);
  expect(see().actions.map(({ event }) => event.type)).toEqual(["ui.another"]);
});

test("who cancels just after paying sees the envelope go live instead", async () => {
  const { actor, server, pass, see } = open(SENT);
  await pass(0);
  actor.send({ type: "ui.cancelOrder" });
  server.order = { ...sampleOrder, status: "paid" };
  server.envelopes = [{ ...sampleUnpaidEnvelope, status: "open" }];
  actor.send({ type: "ui.confirm" });
  await pass(0);
  expect(see()).toMatchObject({ state: "live", passphrase: "happy year" });
});
