import { expect, test } from "vitest";
import { waitFor } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { sampleOrder, sampleUnpaidEnvelope } from "#tests/support/samples.ts";
import { openChart, provideWorld } from "#tests/support/openChart.ts";
import { answerInTurn, OFFLINE, refuse } from "#tests/support/refusal.ts";
import { scriptPrompt } from "#tests/support/scriptPrompt.ts";
import { balancePaymentMachine } from "../balancePayment/balancePayment.machine.ts";
import type { Failure } from "../kit/failure.ts";
import { orderFollowChild } from "../kit/follow/orderFollow.ts";
import { paymentMachine } from "../payment/payment.machine.ts";
import { type EnvelopeOrderInput, envelopeOrderMachine, type PaymentMeans } from "./envelopeOrder.machine.ts";
import { viewEnvelopeOrder } from "./envelopeOrder.view.ts";

type Order = components["schemas"]["Order"];

const PAYMENT_URL = "https://hongbao.example/unPaymentList#code=abc";
const ORDER: Order = { ...sampleOrder, paymentUrl: PAYMENT_URL };

interface Known {
  input?: Partial<EnvelopeOrderInput>;
  /** One for each reading; the last one stays. Without any, no answer comes. */
  readings?: (Order | Failure)[];
  /** Whether the address asks to pay it at once. */
  isToBePaid?: boolean;
  /** What the payment inside the messenger reads of the order first; then it reads that it is paid. */
  payment?: Promise<Order>;
  means?: PaymentMeans | Failure;
  /** Whether the server neither makes a new link nor cancels. */
  isRefusing?: boolean;
}

const MEANS: PaymentMeans = { walletKinds: {}, walletAttempts: {} };

/** Follows an order whose server answers so. */
function start({
  input = {},
  readings = [ORDER],
  isToBePaid = false,
  payment = new Promise(() => {}),
  means = MEANS,
  isRefusing = false,
}: Known = {}) {
  /** The orders whose payment was begun. */
  const paid: (string | null)[] = [];
  const read = answerInTurn<Order>(readings);
  const followAs = (answer: () => Promise<Order>) =>
    provideWorld(orderFollowChild, { read: async () => ({ envelopes: [], order: await answer() }) });
  const change = <Answer>(answer: Answer) => {
    if (isRefusing) throw OFFLINE;
    return answer;
  };
  const chart = openChart(envelopeOrderMachine, viewEnvelopeOrder, {
    input: { order: ORDER, envelopes: [], coinsPaidHere: [], ...input },
    world: {
      orderFollow: followAs(read),
      loadPayment: answerInTurn<PaymentMeans>([means]),
      payment: provideWorld(paymentMachine, {
        loadPage: async ({ orderId }) => {
          paid.push(orderId);
          return { orders: [await payment], isDomHttp: false, officialDomains: [], appUrl: null };
        },
        orderFollow: followAs(async () => ({ ...(await payment), status: "paid" })),
      }),
      renewLink: () => change({ paymentUrl: `${PAYMENT_URL}2` }),
      cancelOrder: () => change({ ...ORDER, status: "cancelled" as const }),
    },
    events: [{ type: "order.open", isToBePaid }],
  });
  const waitUntil = (holds: (snapshot: ReturnType<typeof chart.actor.getSnapshot>) => boolean) =>
    waitFor(chart.actor, holds);
  return { ...chart, paid, waitUntil };
}

test("a link that has run out is renewed", async () => {
  const expired: Order = { ...ORDER, paymentUrl: null };
  const { listTold, send, press, waitUntil } = start({
    input: { order: expired },
    readings: [expired, { ...ORDER, paymentUrl: `${PAYMENT_URL}2` }],
  });
  send({ type: "ui.openPayment" });
  press("ui.renewLink");
  await waitUntil(({ context }) => context.order.paymentUrl === `${PAYMENT_URL}2`);
  send({ type: "ui.openPayment" });
  expect(listTold("openLink")).toEqual([{ type: "openLink", url: `${PAYMENT_URL}2` }]);
});

test("a link that cannot be renewed now says so, and can be asked for again", async () => {
  const { look, press, waitUntil, listControls } = start({
    input: { order: { ...ORDER, paymentUrl: null } },
    readings: [],
    isRefusing: true,
  });
  press("ui.renewLink");
  expect(look()).toMatchObject({ state: "renewingLink", isBusy: true });
  await waitUntil((snapshot) => !snapshot.hasTag("busy"));
  expect(look()).toMatchObject({ state: "awaitingPayment", failureKey: "errors:network" });
  expect(listControls()).toContain("ui.renewLink");
});

test("an order that cannot be cancelled now says so, and stays", async () => {
  const { look, send, press, waitUntil } = start({ readings: [], isRefusing: true });
  send({ type: "ui.cancelOrder" });
  press("ui.confirm");
  expect(look()).toMatchObject({ state: "cancelling", isBusy: true });
  await waitUntil((snapshot) => !snapshot.hasTag("busy"));
  expect(look()).toMatchObject({ state: "awaitingPayment", failureKey: "errors:network" });
});

test("three fast taps open one payment page, and a later tap opens it again", () => {
  const { clock, listTold, send } = start();
  for (let tap = 0; tap < 3; tap += 1) send({ type: "ui.openPayment" });
  expect(listTold("openLink")).toHaveLength(1);
  clock.increment(1500);
  send({ type: "ui.openPayment" });
  expect(listTold("openLink")).toHaveLength(2);
});

const HERE = { coinsPaidHere: ["eth"] } as const;

test("where the coin's wallets are connected in the messenger, the order is paid there and no link is opened", async () => {
  const { actor, listTold, paid, look, send, press, waitUntil } = start({ input: HERE });
  expect(look()).toMatchObject({ state: "awaitingPayment", isPaidHere: true });
  send({ type: "ui.openPayment" });
  expect(look().state).toBe("paying");
  await waitUntil(({ children }) => children.payment?.getSnapshot().value === "loading");
  expect([listTold("openLink"), paid]).toEqual([[], ["o1"]]);
  press("ui.back");
  expect(look().state).toBe("awaitingPayment");
  expect(actor.getSnapshot().children.payment).toBeUndefined();
  const at = "?envelopeId=e1&orderId=o1";
  expect(listTold("navigate").map(({ to }) => to)).toEqual([at, `${at}&pay=1`, at]);
});

test("an order that is paid in the messenger is followed on by its own page, which goes live", async () => {
  const order: Order = { ...ORDER, status: "paid" };
  const { listTold, look, waitUntil } = start({
    input: HERE,
    isToBePaid: true,
    payment: Promise.resolve({ ...ORDER, status: "confirming", reportedTxHash: "0xdef" }),
    readings: [order],
  });
  expect([look().state, listTold("vibrate")]).toEqual(["paying", []]);
  await waitUntil((snapshot) => snapshot.matches("live"));
  expect(listTold("vibrate")).toEqual([{ type: "vibrate", kind: "success" }]);
});

test("an order that was paid in the messenger shows as it is known there, before it is read again", async () => {
  const order: Order = { ...ORDER, status: "confirming", reportedTxHash: "0xdef" };
  const { look, waitUntil } = start({ input: HERE, isToBePaid: true, payment: Promise.resolve(order), readings: [] });
  await waitUntil((snapshot) => snapshot.matches("unpaid"));
  expect(look().step).toBe("confirmation");
});

test("the payment in the messenger knows what was asked of a wallet before", async () => {
  const walletAttempts: PaymentMeans["walletAttempts"] = { o1: "0xdef" };
  const { actor, waitUntil } = start({ input: HERE, isToBePaid: true, means: { ...MEANS, walletAttempts } });
  await waitUntil(({ children }) => children.payment !== undefined);
  expect(actor.getSnapshot().children.payment?.getSnapshot().context.walletAttempts).toEqual(walletAttempts);
});

test("an order that is not paid in the messenger, or was already, is not paid there when its address asks for it", () => {
  expect(start({ isToBePaid: true }).look().state).toBe("awaitingPayment");
  const order: Order = { ...ORDER, reportedTxHash: "0xdef" };
  expect(start({ input: { ...HERE, order }, isToBePaid: true }).look().state).toBe("awaitingPayment");
});

test("where what pays cannot be loaded, the order says so and can be paid later", async () => {
  const { look, waitUntil, listControls } = start({ input: HERE, isToBePaid: true, means: OFFLINE, readings: [] });
  await waitUntil((snapshot) => snapshot.matches("unpaid"));
  expect(look()).toMatchObject({ state: "awaitingPayment", failureKey: "errors:network" });
  expect(listControls()).toContain("ui.openPayment");
});

test("an order that is paid in part can be cancelled, and shows what is still due", () => {
  const partPaid: Order = { ...ORDER, status: "partiallyPaid", paidAmount: "0.02" };
  const { look, send, press } = start({ input: { order: partPaid }, readings: [partPaid] });
  expect(look()).toMatchObject({
    dueAmount: "0.03",
    step: "payment",
    cancelKey: "envelope:send.cancelPaidText",
  });
  send({ type: "ui.cancelOrder" });
  const asking = look();
  expect(asking.state).toBe("confirmingCancel");
  // The main button stays beneath the question: hiding it would resize the app.
  expect(asking.actions.filter(({ enabled }) => !enabled).map(({ event }) => event.type)).toContain("ui.openPayment");
  press("ui.back");
  expect(look().state).toBe("awaitingPayment");
});

test("an order that cannot be read says so, and is followed on", async () => {
  const { actor, clock, look, waitUntil } = start({ readings: [OFFLINE] });
  await waitUntil(({ context }) => context.failure !== null);
  expect(look()).toMatchObject({ state: "awaitingPayment", failureKey: "errors:network", order: { orderId: "o1" } });
  clock.increment(3000);
  expect(actor.getSnapshot().children.orderFollow?.getSnapshot().value).toBe("reading");
});

test("what was paid before it is followed is live at once, without another reading", () => {
  const envelopes = [{ ...sampleUnpaidEnvelope, status: "open" as const }];
  const { look } = start({ input: { order: { ...ORDER, status: "paid" }, envelopes } });
  expect(look()).toMatchObject({ state: "live", step: "live", passphrase: "happy year" });
});

test("a page that is opened again on what is over never says that it is live", () => {
  const envelopes = [{ ...sampleUnpaidEnvelope, status: "refunded" as const, isEndedBySender: true }];
  const { look } = start({ input: { order: { ...ORDER, status: "paid" }, envelopes } });
  expect(look()).toMatchObject({ state: "live", isOver: true, passphrase: null });
});

test("the passphrase waits until the envelope is live", () => {
  expect(start({ input: { envelopes: [sampleUnpaidEnvelope] } }).look().passphrase).toBeNull();
});

test("what was paid on the payment page and is on its way is only looked at: it is neither paid from elsewhere nor cancelled", () => {
  const order: Order = { ...ORDER, paymentUrl: "https://example.org/unPaymentList#code=abc", reportedTxHash: "0xdef" };
  const { look, send } = start({ input: { order }, readings: [order] });
  expect(look()).toMatchObject({ isSent: true, otherWays: ["link"] });
  expect(look().actions.map(({ event, labelKey }) => [event.type, labelKey])).toEqual([
    ["ui.openPayment", "envelope:send.seePayment"],
  ]);
  send({ type: "ui.cancelOrder" });
  expect(look().state).toBe("awaitingPayment");
});

test("whoever is asked whether to cancel is asked no more once a payment was sent", async () => {
  const sent: Order = { ...ORDER, reportedTxHash: "0xdef" };
  const { clock, look, send, waitUntil } = start({ readings: [ORDER, sent] });
  await waitUntil((snapshot) => snapshot.children.orderFollow?.getSnapshot().value === "waiting");
  send({ type: "ui.cancelOrder" });
  expect(look().state).toBe("confirmingCancel");
  clock.increment(3000);
  await waitUntil(({ context }) => context.order.reportedTxHash !== null);
  expect(look().state).toBe("awaitingPayment");
});

test("a part that has arrived leaves the rest to be paid, and to be cancelled", () => {
  const order: Order = {
    ...ORDER,
    status: "partiallyPaid",
    paidAmount: "0.02",
    reportedTxHash: "0xdef",
    txHash: "0xdef",
  };
  const { look, listControls } = start({ input: { order }, readings: [order] });
  expect(look().isSent).toBe(false);
  expect(listControls()).toContain("ui.cancelOrder");
});

test("what was paid in the app and is on its way is neither paid again nor cancelled", () => {
  const order: Order = { ...ORDER, reportedTxHash: "0xdef" };
  const { listTold, look, send } = start({ input: { ...HERE, order }, readings: [order] });
  expect(look().actions).toEqual([]);
  send({ type: "ui.openPayment" });
  send({ type: "ui.cancelOrder" });
  expect([listTold("openLink"), look().state]).toEqual([[], "awaitingPayment"]);
});

type Envelope = components["schemas"]["Envelope"];

const SENT: EnvelopeOrderInput = { order: sampleOrder, envelopes: [], coinsPaidHere: [] };

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
  const answer = <Answer>(read: () => Answer): Answer | Promise<Answer> => {
    if (server.isDown) throw OFFLINE;
    return server.isSilent ? new Promise(() => {}) : read();
  };
  const chart = openChart(envelopeOrderMachine, viewEnvelopeOrder, {
    input,
    world: {
      orderFollow: provideWorld(orderFollowChild, {
        read: ({ id }) => {
          if (id !== input.order.orderId) throw new Error(`nobody asked for ${id}`);
          return answer(() => ({ order: server.order, envelopes: server.envelopes }));
        },
      }),
      loadEnvelopes: ({ envelopeIds }) => {
        asked.push(envelopeIds);
        return answer(() => server.envelopes);
      },
      balancePayment: provideWorld(balancePaymentMachine, {
        loadBalance: () => ({ amount: "0.05", hasSecurityCode: server.hasSecurityCode }),
        securityCodePrompt: scriptPrompt(async () => {
          server.paid.push(server.order.orderId);
          return { kind: "payFromBalance", order: server.order };
        }),
      }),
      cancelOrder: ({ orderId }) =>
        answer(() => {
          if (orderId !== input.order.orderId) throw new Error(`nobody cancels ${orderId}`);
          if (server.order.status === "paid") throw refuse("orderNotPayable");
          server.order = { ...server.order, status: "cancelled" };
          return server.order;
        }),
    },
    events: [{ type: "order.open", isToBePaid: false }],
  });
  const passTime = (seconds: number) => chart.pass(seconds * 1000);
  const balance = () => chart.actor.getSnapshot().children.balancePayment;
  return { ...chart, server, asked, passTime, balance };
}

test("an order that no wallet can pay offers its end, not the payment page", () => {
  const order = { ...sampleOrder, fromAddress: null, paymentUrl: "https://example.org/unPaymentList#code=abc" };
  const { look, listControls } = open({ ...SENT, order });
  expect(look().isPayableByWallet).toBe(false);
  expect(listControls()).toEqual(["ui.cancelOrder"]);
});

test("an order can be paid in every way until a wallet has sent its payment; then only the payment page is left, which warns", () => {
  const order: Order = { ...sampleOrder, paymentUrl: "https://example.org/unPaymentList#code=abc" };
  const listWays = (input: Partial<EnvelopeOrderInput>) => {
    const { balance, look } = open({ ...SENT, order, ...input });
    return [...(balance() === undefined ? [] : ["balance"]), ...look().otherWays];
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
  const { server, balance, look, passTime } = open(SENT);
  await passTime(0);
  balance()?.send({ type: "ui.pay" });
  const prompt = balance()?.getSnapshot().children.securityCodePrompt;
  prompt?.send({ type: "ui.type", field: "securityCode", value: "R1ghtone" });
  prompt?.send({ type: "ui.submit" });
  await passTime(3);
  expect([server.paid, balance(), look().isPaidFromBalance]).toEqual([["o1"], undefined, true]);
  server.order = { ...sampleOrder, status: "paid" };
  server.envelopes = [{ ...sampleUnpaidEnvelope, status: "open" }];
  await passTime(3);
  expect(look()).toMatchObject({ state: "live", isPaidFromBalance: false });
});

test("the balance is offered anew once another sum is due, and not while a wallet's payment is on its way", async () => {
  const { server, balance, passTime } = open(SENT);
  await passTime(0);
  const first = balance();
  await passTime(3);
  expect(balance()).toBe(first);
  server.order = { ...sampleOrder, status: "partiallyPaid", paidAmount: "0.02" };
  await passTime(3);
  expect(balance()).not.toBe(first);
  expect(balance()?.getSnapshot().context.order.paidAmount).toBe("0.02");
  server.order = { ...server.order, reportedTxHash: "0xdef" };
  await passTime(3);
  expect(balance()).toBeUndefined();
  server.order = { ...server.order, reportedTxHash: null };
  await passTime(3);
  expect(balance()).toBeDefined();
});

test("a person without a security code, or who has forgotten it, is led there, and the offer stays", async () => {
  const { server, balance, passTime, listTold } = open(SENT, false);
  await passTime(0);
  server.hasSecurityCode = true;
  balance()?.send({ type: "ui.pay" });
  await passTime(0);
  balance()?.send({ type: "ui.pay" });
  balance()?.getSnapshot().children.securityCodePrompt?.send({ type: "ui.forgot" });
  expect(listTold("code.wanted")).toEqual([
    { type: "code.wanted", isForgotten: false },
    { type: "code.wanted", isForgotten: true },
  ]);
  await passTime(0);
  expect([balance()?.getSnapshot().value, server.paid]).toEqual(["offered", []]);
});

test("an order that is paid while its end is being asked about goes live", async () => {
  const { server, look, send, passTime } = open(SENT);
  await passTime(0);
  send({ type: "ui.cancelOrder" });
  expect(look().state).toBe("confirmingCancel");
  server.order = { ...sampleOrder, status: "paid" };
  server.envelopes = [{ ...sampleUnpaidEnvelope, status: "open" }];
  await passTime(3);
  expect(look().state).toBe("live");
});

test("an order that runs out unpaid ends with what was paid of it, and leads back to the form", async () => {
  const { server, look, passTime, listControls } = open(SENT);
  await passTime(0);
  server.order = { ...sampleOrder, status: "expired", paidAmount: "0.02" };
  await passTime(3);
  expect(look()).toMatchObject({
    state: "cancelled",
    titleKey: "envelope:send.expired",
    cancelKey: "envelope:send.cancelledPaidText",
    order: { status: "expired" },
  });
  expect(listControls()).toEqual(["ui.edit"]);
});

test("the question whether to cancel goes away once a payment is under way", async () => {
  const { server, look, send, passTime, listControls } = open(SENT);
  await passTime(0);
  send({ type: "ui.cancelOrder" });
  await passTime(3);
  expect(look().state).toBe("confirmingCancel");
  server.order = { ...sampleOrder, status: "confirming" };
  await passTime(3);
  expect(look().state).toBe("awaitingPayment");
  expect(listControls()).toEqual([]);
});

test("who keeps the page open sees each group's claims, until nothing is left", async () => {
  const envelope = { ...sampleUnpaidEnvelope, status: "open" as const };
  const { actor, server, asked, look, send, passTime, listControls } = open(SENT);
  const readQuantities = () => look().envelopes.map(({ receivedQuantity }) => receivedQuantity);
  await passTime(0);
  expect(look().state).toBe("awaitingPayment");
  server.order = { ...sampleOrder, status: "paid" };
  server.envelopes = [envelope, { ...envelope, envelopeId: "e2", chatId: "-1002" }];
  await passTime(3);
  expect([look().state, look().step, look().passphrase]).toEqual(["live", "live", "happy year"]);
  server.envelopes = [envelope, { ...envelope, envelopeId: "e2", receivedQuantity: 3 }];
  await passTime(5);
  expect([readQuantities(), asked]).toEqual([[0, 3], [["e1", "e2"]]]);
  server.isDown = true;
  await passTime(5);
  expect([look().state, readQuantities()]).toEqual(["live", [0, 3]]);
  server.isDown = false;
  server.envelopes = [
    { ...envelope, status: "finished" },
    { ...envelope, envelopeId: "e2", status: "finished" },
  ];
  await passTime(5);
  await passTime(60);
  expect([look().envelopes.map(({ status }) => status), asked.length]).toEqual([["finished", "finished"], 3]);
  expect(listControls()).toEqual(["ui.another", "ui.again"]);
  send({ type: "ui.again" });
  expect(actor.getSnapshot().output).toEqual({ way: "again", envelopes: server.envelopes });
});

test("a reading of the claims that gets no answer is given up, and done again after the pause", async () => {
  const envelope = { ...sampleUnpaidEnvelope, status: "open" as const };
  const { server, asked, look, passTime } = open({
    ...SENT,
    order: { ...sampleOrder, status: "paid" },
    envelopes: [envelope],
  });
  server.isSilent = true;
  await passTime(5);
  await passTime(20);
  expect(asked).toHaveLength(1);
  server.isSilent = false;
  server.envelopes = [{ ...envelope, receivedQuantity: 3 }];
  await passTime(5);
  expect(asked).toHaveLength(2);
  expect(look().envelopes.map(({ receivedQuantity }) => receivedQuantity)).toEqual([3]);
});

test("who cancels just after paying sees the envelope go live instead", async () => {
  const { server, look, send, press, passTime } = open(SENT);
  await passTime(0);
  send({ type: "ui.cancelOrder" });
  server.order = { ...sampleOrder, status: "paid" };
  server.envelopes = [{ ...sampleUnpaidEnvelope, status: "open" }];
  press("ui.confirm");
  await passTime(0);
  expect(look()).toMatchObject({ state: "live", passphrase: "happy year" });
});

test("the same cannot be sent again before the last one has ended", () => {
  const envelopes = [{ ...sampleUnpaidEnvelope, status: "open" as const }];
  const { send, listControls } = open({ ...SENT, order: { ...sampleOrder, status: "paid" }, envelopes });
  send({ type: "ui.again" });
  expect(listControls()).toEqual(["ui.another"]);
});

test("the page of a live envelope leads to the next one, and that of an unpaid end back to the form", async () => {
  const envelopes = [{ ...sampleUnpaidEnvelope, status: "open" as const }];
  const live = open({ ...SENT, order: { ...sampleOrder, status: "paid" }, envelopes });
  live.press("ui.another");
  expect(live.actor.getSnapshot().output).toEqual({ way: "another" });
  const ended = open(SENT);
  await ended.passTime(0);
  ended.send({ type: "ui.cancelOrder" });
  ended.press("ui.confirm");
  await ended.passTime(0);
  expect(ended.look()).toMatchObject({ state: "cancelled", order: { status: "cancelled" } });
  ended.press("ui.edit");
  expect(ended.actor.getSnapshot().output).toEqual({ way: "edit" });
});
