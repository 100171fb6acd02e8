import { expect, test } from "vitest";
import { createActor, fromPromise, SimulatedClock, waitFor } from "xstate";
import type { components } from "#contract/schema.d.ts";
import type { CoinType } from "#domain/coins.ts";
import { type AppBalance, balancePaymentMachine } from "../balancePayment/balancePayment.machine.ts";
import type { OrderReading } from "../kit/follow/orderFollow.ts";
import { orderFollowChild } from "../kit/follow/orderFollow.ts";
import { sampleOrder, sampleUnpaidEnvelope } from "#tests/models/samples.ts";
import { scriptPrompt } from "#tests/support/scriptPrompt.ts";
import { paymentMachine, type PaymentPage } from "../payment/payment.machine.ts";
import {
  type CodeWanted,
  type EnvelopeOrderEmitted,
  type EnvelopeOrderInput,
  envelopeOrderMachine,
  type PaymentMeans,
} from "./envelopeOrder.machine.ts";
import { viewEnvelopeOrder } from "./envelopeOrder.view.ts";

type Order = components["schemas"]["Order"];

const PAYMENT_URL = "https://hongbao.example/unPaymentList#code=abc";
const ORDER: Order = { ...sampleOrder, paymentUrl: PAYMENT_URL };

interface World {
  input?: Partial<EnvelopeOrderInput>;
  /** One for each reading; the last one stays. Null: it cannot be read. Without any, no answer comes. */
  readings?: (Order | null)[];
  /** Whether the address asks to pay it at once. */
  isToBePaid?: boolean;
  /** What the payment inside the messenger reads of the order first; then it reads that it is paid. */
  payment?: Promise<Order>;
  means?: PaymentMeans | null;
  /** Whether the server neither makes a new link nor cancels. */
  isRefusing?: boolean;
}

const MEANS: PaymentMeans = { walletKinds: {}, walletAttempts: {} };
const never = <Answer>() => new Promise<Answer>(() => {});

/** Follows an order whose server answers so. */
function start({
  input = {},
  readings = [ORDER],
  isToBePaid = false,
  payment = never(),
  means = MEANS,
  isRefusing = false,
}: World = {}) {
  const emitted: EnvelopeOrderEmitted[] = [];
  /** The orders whose payment was begun. */
  const paid: (string | null)[] = [];
  const clock = new SimulatedClock();
  const machine = envelopeOrderMachine.provide({
    actors: {
      orderFollow: orderFollowChild.provide({
        actors: {
          read: fromPromise<OrderReading, { id: string }>(async () => {
            const [order] = readings.length > 1 ? readings.splice(0, 1) : readings;
            if (order === undefined) return never();
            if (order === null) throw { kind: "network" };
            return { envelopes: [], order };
          }),
        },
      }),
      loadPayment: fromPromise<PaymentMeans, undefined>(async () => {
        if (means === null) throw { kind: "network" };
        return means;
      }),
      payment: paymentMachine.provide({
        actors: {
          loadPage: fromPromise<PaymentPage, { orderId: string | null }>(async ({ input: { orderId } }) => {
            paid.push(orderId);
            return { orders: [await payment], isDomHttp: false, officialDomains: [], appUrl: null };
          }),
          orderFollow: orderFollowChild.provide({
            actors: {
              read: fromPromise<OrderReading, { id: string }>(async () => ({
                envelopes: [],
                order: { ...(await payment), status: "paid" },
              })),
            },
          }),
        },
      }),
      renewLink: fromPromise<{ paymentUrl: string }, undefined>(async () => {
        if (isRefusing) throw { kind: "network" };
        return { paymentUrl: `${PAYMENT_URL}2` };
      }),
      cancelOrder: fromPromise<Order, { orderId: string }>(async () => {
        if (isRefusing) throw { kind: "network" };
        return { ...ORDER, status: "cancelled" };
      }),
    },
  });
  const actor = createActor(machine, {
    input: { order: ORDER, envelopes: [], coinsPaidHere: [], ...input },
    clock,
  });
  actor.on("*", (event) => emitted.push(event));
  actor.start();
  actor.send({ type: "order.open", isToBePaid });
  return { actor, clock, emitted, paid, view: () => viewEnvelopeOrder(actor.getSnapshot()) };
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

test("a link that cannot be renewed now says so, and can be asked for again", async () => {
  const { actor, view } = start({ input: { order: { ...ORDER, paymentUrl: null } }, readings: [], isRefusing: true });
  actor.send({ type: "ui.renewLink" });
  expect(view()).toMatchObject({ state: "renewingLink", isBusy: true });
  await waitFor(actor, (snapshot) => !snapshot.hasTag("busy"));
  expect(view()).toMatchObject({ state: "awaitingPayment", failureKey: "errors:network" });
  expect(view().actions.map(({ event }) => event.type)).toContain("ui.renewLink");
});

test("an order that cannot be cancelled now says so, and stays", async () => {
  const { actor, view } = start({ readings: [], isRefusing: true });
  actor.send({ type: "ui.cancelOrder" });
  actor.send({ type: "ui.confirm" });
  expect(view()).toMatchObject({ state: "cancelling", isBusy: true });
  await waitFor(actor, (snapshot) => !snapshot.hasTag("busy"));
  expect(view()).toMatchObject({ state: "awaitingPayment", failureKey: "errors:network" });
});

test("three fast taps open one payment page, and a later tap opens it again", () => {
  const { actor, clock, emitted } = start();
  for (let tap = 0; tap < 3; tap += 1) actor.send({ type: "ui.openPayment" });
  expect(emitted).toHaveLength(1);
  clock.increment(1500);
  actor.send({ type: "ui.openPayment" });
  expect(emitted).toHaveLength(2);
});

const HERE = { coinsPaidHere: ["eth"] } as const;

test("where the coin's wallets are connected in the messenger, the order is paid there and no link is opened", async () => {
  const { actor, emitted, paid, view } = start({ input: HERE });
  expect(view()).toMatchObject({ state: "awaitingPayment", isPaidHere: true });
  actor.send({ type: "ui.openPayment" });
  expect(view().state).toBe("paying");
  await waitFor(actor, ({ children }) => children.payment?.getSnapshot().value === "loading");
  expect([emitted, paid]).toEqual([[], ["o1"]]);
  actor.send({ type: "ui.back" });
  expect(view().state).toBe("awaitingPayment");
  expect(actor.getSnapshot().children.payment).toBeUndefined();
});

test("an order that is paid in the messenger is followed on by its own page, which goes live", async () => {
  const order: Order = { ...ORDER, status: "paid" };
  const { actor, view } = start({
    input: HERE,
    isToBePaid: true,
    payment: Promise.resolve({ ...ORDER, status: "confirming", reportedTxHash: "0xdef" }),
    readings: [order],
  });
  expect(view().state).toBe("paying");
  await waitFor(actor, (snapshot) => snapshot.matches("live"));
});

test("an order that was paid in the messenger shows as it is known there, before it is read again", async () => {
  const order: Order = { ...ORDER, status: "confirming", reportedTxHash: "0xdef" };
  const { actor, view } = start({ input: HERE, isToBePaid: true, payment: Promise.resolve(order), readings: [] });
  await waitFor(actor, (snapshot) => snapshot.matches("unpaid"));
  expect(view().step).toBe("confirmation");
});

test("the payment in the messenger knows what was asked of a wallet before", async () => {
  const walletAttempts: PaymentMeans["walletAttempts"] = { o1: "0xdef" };
  const { actor } = start({ input: HERE, isToBePaid: true, means: { ...MEANS, walletAttempts } });
  await waitFor(actor, ({ children }) => children.payment !== undefined);
  expect(actor.getSnapshot().children.payment?.getSnapshot().context.walletAttempts).toEqual(walletAttempts);
});

test("an order that is not paid in the messenger, or was already, is not paid there when its address asks for it", () => {
  expect(start({ isToBePaid: true }).view().state).toBe("awaitingPayment");
  const order: Order = { ...ORDER, reportedTxHash: "0xdef" };
  expect(start({ input: { ...HERE, order }, isToBePaid: true }).view().state).toBe("awaitingPayment");
});

test("where what pays cannot be loaded, the order says so and can be paid later", async () => {
  const { actor, view } = start({ input: HERE, isToBePaid: true, means: null, readings: [] });
  await waitFor(actor, (snapshot) => snapshot.matches("unpaid"));
  expect(view()).toMatchObject({ state: "awaitingPayment", failureKey: "errors:network" });
  expect(view().actions.map(({ event }) => event.type)).toContain("ui.openPayment");
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
  actor.send({ type: "ui.back" });
  expect(view().state).toBe("awaitingPayment");
});

test("an order that cannot be read says so, and is followed on", async () => {
  const { actor, clock, view } = start({ readings: [null] });
  await waitFor(actor, ({ context }) => context.failure !== null);
  expect(view()).toMatchObject({ state: "awaitingPayment", failureKey: "errors:network", order: { orderId: "o1" } });
  clock.increment(3000);
  expect(actor.getSnapshot().children.orderFollow?.getSnapshot().value).toBe("reading");
});

test("what was paid before it is followed is live at once, without another reading", () => {
  const envelopes = [{ ...sampleUnpaidEnvelope, status: "open" as const }];
  const { view } = start({ input: { order: { ...ORDER, status: "paid" }, envelopes } });
  expect(view()).toMatchObject({ state: "live", step: "live", passphrase: "happy year" });
});

test("a page that is opened again on what is over never says that it is live", () => {
  const envelopes = [{ ...sampleUnpaidEnvelope, status: "refunded" as const, isEndedBySender: true }];
  const { view } = start({ input: { order: { ...ORDER, status: "paid" }, envelopes } });
  expect(view()).toMatchObject({ state: "live", isOver: true, passphrase: null });
});

test("the passphrase waits until the envelope is live", () => {
  expect(start({ input: { envelopes: [sampleUnpaidEnvelope] } }).view().passphrase).toBeNull();
});

test("what was paid on the payment page and is on its way is only looked at: it is neither paid from elsewhere nor cancelled", () => {
  const order: Order = { ...ORDER, paymentUrl: "https://example.org/unPaymentList#code=abc", reportedTxHash: "0xdef" };
  const { actor, view } = start({ input: { order }, readings: [order] });
  expect(view()).toMatchObject({ isSent: true, otherWays: ["link"] });
  expect(view().actions.map(({ event, labelKey }) => [event.type, labelKey])).toEqual([
    ["ui.openPayment", "envelope:send.seePayment"],
  ]);
  actor.send({ type: "ui.cancelOrder" });
  expect(view().state).toBe("awaitingPayment");
});

test("whoever is asked whether to cancel is asked no more once a payment was sent", async () => {
  const sent: Order = { ...ORDER, reportedTxHash: "0xdef" };
  const { actor, clock, view } = start({ readings: [ORDER, sent] });
  await waitFor(actor, (snapshot) => snapshot.children.orderFollow?.getSnapshot().value === "waiting");
  actor.send({ type: "ui.cancelOrder" });
  expect(view().state).toBe("confirmingCancel");
  clock.increment(3000);
  await waitFor(actor, ({ context }) => context.order.reportedTxHash !== null);
  expect(view().state).toBe("awaitingPayment");
});

test("a part that has arrived leaves the rest to be paid, and to be cancelled", () => {
  const order: Order = {
    ...ORDER,
    status: "partiallyPaid",
    paidAmount: "0.02",
    reportedTxHash: "0xdef",
    txHash: "0xdef",
  };
  const { view } = start({ input: { order }, readings: [order] });
  expect(view().isSent).toBe(false);
  expect(view().actions.map(({ event }) => event.type)).toContain("ui.cancelOrder");
});

test("what was paid in the app and is on its way is neither paid again nor cancelled", () => {
  const order: Order = { ...ORDER, reportedTxHash: "0xdef" };
  const { actor, emitted, view } = start({ input: { ...HERE, order }, readings: [order] });
  expect(view().actions).toEqual([]);
  actor.send({ type: "ui.openPayment" });
  actor.send({ type: "ui.cancelOrder" });
  expect([emitted, view().state]).toEqual([[], "awaitingPayment"]);
});

type Envelope = components["schemas"]["Envelope"];

const SENT: EnvelopeOrderInput = { order: sampleOrder, envelopes: [], coinsPaidHere: [] };
const flush = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));

/** A page on which an order is followed by a server that can be down, or not answer. */
function open(input: EnvelopeOrderInput, hasSecurityCode = true) {
  const server = {
    order: input.order,
    envelopes: [] as readonly Envelope[],
    hasSecurityCode,
    /** What the balance was asked to pay. */
    paid: [] as string[],
    isDown: false,
    isSilent: false,
  };
  const asked: (readonly string[])[] = [];
  const clock = new SimulatedClock();
  const answer = async <Answer>(read: () => Answer): Promise<Answer> => {
    if (server.isDown) throw { kind: "network" };
    return server.isSilent ? never() : read();
  };
  const machine = envelopeOrderMachine.provide({
    actors: {
      orderFollow: orderFollowChild.provide({
        actors: {
          read: fromPromise<OrderReading, { id: string }>(({ input: { id } }) => {
            if (id !== input.order.orderId) throw new Error(`nobody asked for ${id}`);
            return answer(() => ({ order: server.order, envelopes: server.envelopes }));
          }),
        },
      }),
      loadEnvelopes: fromPromise<readonly Envelope[], { envelopeIds: readonly string[] }>(
        ({ input: { envelopeIds } }) => {
          asked.push(envelopeIds);
          return answer(() => server.envelopes);
        },
      ),
      balancePayment: balancePaymentMachine.provide({
        actors: {
          loadBalance: fromPromise<AppBalance, { coinType: CoinType }>(async () => ({
            amount: "0.05",
            hasSecurityCode: server.hasSecurityCode,
          })),
          securityCodePrompt: scriptPrompt(async () => {
            server.paid.push(server.order.orderId);
            return { kind: "payFromBalance", order: server.order };
          }),
        },
      }),
      cancelOrder: fromPromise<Order, { orderId: string }>(({ input: { orderId } }) =>
        answer(() => {
          if (orderId !== input.order.orderId) throw new Error(`nobody cancels ${orderId}`);
          if (server.order.status === "paid") throw { kind: "api", error: "orderNotPayable", message: "" };
          server.order = { ...server.order, status: "cancelled" };
          return server.order;
        }),
      ),
    },
  });
  const actor = createActor(machine, { input, clock }).start();
  actor.send({ type: "order.open", isToBePaid: false });
  const pass = async (seconds: number): Promise<void> => {
    await flush();
    clock.increment(seconds * 1000);
    await flush();
  };
  const balance = () => actor.getSnapshot().children.balancePayment;
  return { actor, server, asked, pass, balance, see: () => viewEnvelopeOrder(actor.getSnapshot()) };
}

test("an order that no wallet can pay offers its end, not the payment page", () => {
  const order = { ...sampleOrder, fromAddress: null, paymentUrl: "https://example.org/unPaymentList#code=abc" };
  const { see } = open({ ...SENT, order });
  expect(see().isPayableByWallet).toBe(false);
  expect(see().actions.map(({ event }) => event.type)).toEqual(["ui.cancelOrder"]);
});

test("an order can be paid in every way until a wallet has sent its payment; then only the payment page is left, which warns", () => {
  const order: Order = { ...sampleOrder, paymentUrl: "https://example.org/unPaymentList#code=abc" };
  const listWays = (input: Partial<EnvelopeOrderInput>) => {
    const { balance, see } = open({ ...SENT, order, ...input });
    return [...(balance() === undefined ? [] : ["balance"]), ...see().otherWays];
  };
  const reported: Order = { ...order, reportedTxHash: "0xdef" };
  expect(listWays({})).toEqual(["balance", "link", "phone"]);
  expect(listWays({ order: { ...order, status: "partiallyPaid", isOverdue: true } })).toEqual(["balance", "link"]);
  expect(listWays({ order: { ...order, paymentUrl: null } })).toEqual(["balance", "phone"]);
  expect(listWays({ order: { ...order, fromAddress: null } })).toEqual(["balance"]);
  expect(listWays(HERE)).toEqual(["balance"]);
  expect(listWays({ order: reported })).toEqual(["link"]);
  expect(listWays({ ...HERE, order: reported })).toEqual([]);
  expect(listWays({ order: { ...order, status: "confirming" } })).toEqual([]);
});

test("the balance pays what is due, once, also where the next reading of the order comes late", async () => {
  const { server, pass, balance, see } = open(SENT);
  await pass(0);
  balance()?.send({ type: "ui.pay" });
  const prompt = balance()?.getSnapshot().children.securityCodePrompt;
  prompt?.send({ type: "ui.type", field: "securityCode", value: "R1ghtone" });
  prompt?.send({ type: "ui.submit" });
  await pass(3);
  expect([server.paid, balance(), see().isPaidFromBalance]).toEqual([["o1"], undefined, true]);
  server.order = { ...sampleOrder, status: "paid" };
  server.envelopes = [{ ...sampleUnpaidEnvelope, status: "open" }];
  await pass(3);
  expect(see()).toMatchObject({ state: "live", isPaidFromBalance: false });
});

test("the balance is offered anew once another sum is due, and not while a wallet's payment is on its way", async () => {
  const { server, pass, balance } = open(SENT);
  await pass(0);
  const first = balance();
  await pass(3);
  expect(balance()).toBe(first);
  server.order = { ...sampleOrder, status: "partiallyPaid", paidAmount: "0.02" };
  await pass(3);
  expect(balance()).not.toBe(first);
  expect(balance()?.getSnapshot().context.order.paidAmount).toBe("0.02");
  server.order = { ...server.order, reportedTxHash: "0xdef" };
  await pass(3);
  expect(balance()).toBeUndefined();
  server.order = { ...server.order, reportedTxHash: null };
  await pass(3);
  expect(balance()).toBeDefined();
});

test("a person without a security code, or who has forgotten it, is led there, and the offer stays", async () => {
  const { actor, server, pass, balance } = open(SENT, false);
  const wanted: CodeWanted[] = [];
  actor.on("code.wanted", (event) => wanted.push(event));
  await pass(0);
  server.hasSecurityCode = true;
  balance()?.send({ type: "ui.pay" });
  await pass(0);
  balance()?.send({ type: "ui.pay" });
  balance()?.getSnapshot().children.securityCodePrompt?.send({ type: "ui.forgot" });
  expect(wanted).toEqual([
    { type: "code.wanted", isForgotten: false, envelopeId: "e1" },
    { type: "code.wanted", isForgotten: true, envelopeId: "e1" },
  ]);
  await pass(0);
  expect([balance()?.getSnapshot().value, server.paid]).toEqual(["offered", []]);
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

test("an order that runs out unpaid ends with what was paid of it, and leads back to the form", async () => {
  const { server, pass, see } = open(SENT);
  await pass(0);
  server.order = { ...sampleOrder, status: "expired", paidAmount: "0.02" };
  await pass(3);
  expect(see()).toMatchObject({
    state: "cancelled",
    titleKey: "envelope:send.expired",
    cancelKey: "envelope:send.cancelledPaidText",
    order: { status: "expired" },
  });
  expect(see().actions.map(({ event }) => event.type)).toEqual(["ui.edit"]);
});

test("the question whether to cancel goes away once a payment is under way", async () => {
  const { actor, server, pass, see } = open(SENT);
  await pass(0);
  actor.send({ type: "ui.cancelOrder" });
  await pass(3);
  expect(see().state).toBe("confirmingCancel");
  server.order = { ...sampleOrder, status: "confirming" };
  await pass(3);
  expect(see().state).toBe("awaitingPayment");
  expect(see().actions.map(({ event }) => event.type)).toEqual([]);
});

test("who keeps the page open sees each group's claims, until nothing is left", async () => {
  const envelope = { ...sampleUnpaidEnvelope, status: "open" as const };
  const { actor, server, asked, pass, see } = open(SENT);
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
  expect(see().actions.map(({ event }) => event.type)).toEqual(["ui.another", "ui.again"]);
  actor.send({ type: "ui.again" });
  expect(actor.getSnapshot().output).toEqual({ way: "again", envelopes: server.envelopes });
});

test("a reading of the claims that gets no answer is given up, and done again after the pause", async () => {
  const envelope = { ...sampleUnpaidEnvelope, status: "open" as const };
  const { server, asked, pass, see } = open({
    ...SENT,
    order: { ...sampleOrder, status: "paid" },
    envelopes: [envelope],
  });
  server.isSilent = true;
  await pass(5);
  await pass(20);
  expect(asked).toHaveLength(1);
  server.isSilent = false;
  server.envelopes = [{ ...envelope, receivedQuantity: 3 }];
  await pass(5);
  expect(asked).toHaveLength(2);
  expect(see().envelopes.map(({ receivedQuantity }) => receivedQuantity)).toEqual([3]);
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

test("the same cannot be sent again before the last one has ended", () => {
  const envelopes = [{ ...sampleUnpaidEnvelope, status: "open" as const }];
  const { actor, see } = open({ ...SENT, order: { ...sampleOrder, status: "paid" }, envelopes });
  actor.send({ type: "ui.again" });
  expect(see().actions.map(({ event }) => event.type)).toEqual(["ui.another"]);
});

test("the page of a live envelope leads to the next one, and that of an unpaid end back to the form", async () => {
  const envelopes = [{ ...sampleUnpaidEnvelope, status: "open" as const }];
  const live = open({ ...SENT, order: { ...sampleOrder, status: "paid" }, envelopes });
  live.actor.send({ type: "ui.another" });
  expect(live.actor.getSnapshot().output).toEqual({ way: "another" });
  const ended = open(SENT);
  await ended.pass(0);
  ended.actor.send({ type: "ui.cancelOrder" });
  ended.actor.send({ type: "ui.confirm" });
  await ended.pass(0);
  expect(ended.see()).toMatchObject({ state: "cancelled", order: { status: "cancelled" } });
  ended.actor.send({ type: "ui.edit" });
  expect(ended.actor.getSnapshot().output).toEqual({ way: "edit" });
});
