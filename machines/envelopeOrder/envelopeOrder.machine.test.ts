import { expect, test } from "vitest";
import { createActor, fromPromise, SimulatedClock, waitFor } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { sampleOrder, sampleUnpaidEnvelope } from "#tests/models/samples.ts";
import type { OrderReading } from "../orderFollow/orderFollow.machine.ts";
import { orderFollowChild } from "../orderFollow/orderFollowChild.ts";
import { envelopeOrderMachine, type EnvelopeOrderEmitted, type EnvelopeOrderInput } from "./envelopeOrder.machine.ts";
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
          loadOrder: fromPromise<OrderReading, { orderId: string }>(async () => {
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
