import { expect, test } from "vitest";
import { createActor, fromPromise, SimulatedClock, waitFor } from "xstate";
import type { components } from "#contract/schema.d.ts";
import type { OrderReading } from "../kit/follow/orderFollow.ts";
import { orderFollowChild } from "../kit/follow/orderFollow.ts";
import { sampleOrder, sampleUnpaidEnvelope } from "#tests/models/samples.ts";
import { type EnvelopeOrderEmitted, type EnvelopeOrderInput, envelopeOrderMachine } from "./envelopeOrder.machine.ts";
import { viewEnvelopeOrder } from "./envelopeOrder.view.ts";

type Order = components["schemas"]["Order"];

const PAYMENT_URL = "https://hongbao.example/unPaymentList#code=abc";
const ORDER: Order = { ...sampleOrder, paymentUrl: PAYMENT_URL };

interface World {
  input?: Partial<EnvelopeOrderInput>;
  /** One for each reading; the last one stays. Null: it cannot be read. */
  readings?: (Order | null)[];
}

/** Follows an order whose server answers so. */
function start({ input = {}, readings = [ORDER] }: World = {}) {
  const emitted: EnvelopeOrderEmitted[] = [];
  const clock = new SimulatedClock();
  const machine = envelopeOrderMachine.provide({
    actors: {
      orderFollow: orderFollowChild.provide({
        actors: {
          read: fromPromise<OrderReading, { id: string }>(async () => {
            const [order] = readings.length > 1 ? readings.splice(0, 1) : readings;
            if (!order) throw { kind: "network" };
            return { envelopes: [], order };
          }),
        },
      }),
      renewLink: fromPromise<{ paymentUrl: string }, undefined>(async () => ({ paymentUrl: `${PAYMENT_URL}2` })),
    },
  });
  const actor = createActor(machine, {
    input: { order: ORDER, envelopes: [], coinsPaidHere: [], isFromForm: false, ...input },
    clock,
  });
  actor.on("*", (event) => emitted.push(event));
  actor.start();
  actor.send({ type: "ui.open" });
  return { actor, clock, emitted, view: () => viewEnvelopeOrder(actor.getSnapshot()) };
}

test("a link that has run out is renewed", async () => {
  const expired: Order = { ...ORDER, paymentUrl: null };
  const { actor, emitted } = start({
    input: { order: expired },
    readings: [expired, { ...ORDER, paymentUrl: `${PAYMENT_URL}2` }],
  });
  actor.send({ type: "ui.openPayment" });
  actor.send({ type: "ui.renewLink" });
  await waitFor(actor, ({ context }) => context.order.paymentUrl === `${PAYMENT_URL}2`);
  actor.send({ type: "ui.openPayment" });
  expect(emitted).toEqual([{ type: "openPayment", url: `${PAYMENT_URL}2` }]);
});

test("three fast taps open one payment page, and a later tap opens it again", () => {
  const { actor, clock, emitted } = start();
  for (let tap = 0; tap < 3; tap += 1) actor.send({ type: "ui.openPayment" });
  expect(emitted).toHaveLength(1);
  clock.increment(1500);
  actor.send({ type: "ui.openPayment" });
  expect(emitted).toHaveLength(2);
});

test("where the coin's wallets are connected in the messenger, the order is paid there and no link is opened", () => {
  const { actor, emitted, view } = start({ input: { coinsPaidHere: ["eth"] } });
  actor.send({ type: "ui.openPayment" });
  expect(emitted).toEqual([{ type: "payHere", orderId: "o1", envelopeId: "e1" }]);
  expect(view()).toMatchObject({ state: "awaitingPayment", isPaidHere: true });
});

test("an order that is paid in part can be cancelled, and shows what is still due", () => {
  const partPaid: Order = { ...ORDER, status: "partiallyPaid", paidAmount: "0.02" };
  const { actor, view } = start({ input: { order: partPaid }, readings: [partPaid] });
  expect(view()).toMatchObject({
    dueAmount: "0.03",
    step: "payment",
    cancelKey: "envelope:send.cancelPaidText",
  });
  actor.send({ type: "ui.cancelOrder" });
  const asking = view();
  expect(asking.state).toBe("confirmingCancel");
  // The main button stays beneath the question: hiding it would resize the app.
  expect(asking.actions.filter(({ enabled }) => !enabled).map(({ event }) => event.type)).toContain("ui.openPayment");
});

test("an order that cannot be read says so, and is followed on", async () => {
  const { actor, clock, view } = start({ readings: [null] });
  await waitFor(actor, ({ context }) => context.failure !== null);
  expect(view()).toMatchObject({ state: "awaitingPayment", failureKey: "errors:network", order: { orderId: "o1" } });
  clock.increment(3000);
  expect(actor.getSnapshot().children.orderFollow?.getSnapshot().value).toBe("reading");
});

test("an order leads back to the form alone that it was opened from", () => {
  const fromForm = start({ input: { isFromForm: true } });
  fromForm.actor.send({ type: "ui.toForm" });
  expect(fromForm.emitted).toEqual([{ type: "form.wanted" }]);
  const other = start();
  other.actor.send({ type: "ui.toForm" });
  expect(other.emitted).toEqual([]);
});

test("what was paid before it is followed is live at once, without another reading", () => {
  const envelopes = [{ ...sampleUnpaidEnvelope, status: "open" as const }];
  const { view } = start({ input: { order: { ...ORDER, status: "paid" }, envelopes } });
  expect(view()).toMatchObject({ state: "live", step: "live", passphrase: "happy year" });
});

test("the passphrase waits until the envelope is live", () => {
  expect(start({ input: { envelopes: [sampleUnpaidEnvelope] } }).view().passphrase).toBeNull();
});

test("what was paid in the app and is on its way is neither paid again nor cancelled", () => {
  const order: Order = { ...ORDER, reportedTxHash: "0xdef" };
  const { actor, emitted, view } = start({ input: { order, coinsPaidHere: ["eth"] }, readings: [order] });
  expect(view().actions).toEqual([]);
  actor.send({ type: "ui.openPayment" });
  actor.send({ type: "ui.cancelOrder" });
  expect([emitted, view().state]).toEqual([[], "awaitingPayment"]);
});

type Envelope = components["schemas"]["Envelope"];

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
          read: fromPromise<OrderReading, { id: string }>(() =>
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
