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
type Envelope = components["schemas"]["Envelope"];

const PAYMENT_URL = "https://hongbao.example/unPaymentList#code=abc";
const ORDER: Order = { ...sampleOrder, paymentUrl: PAYMENT_URL };
/** Its payment is on its way. */
const REPORTED: Order = { ...ORDER, reportedTxHash: "0xdef" };
const PAID: Order = { ...ORDER, status: "paid" };
const LIVE = { ...sampleUnpaidEnvelope, status: "open" } as const;
const MEANS: PaymentMeans = { walletKinds: {}, walletAttempts: {} };
/** The coin's wallets are connected in the messenger. */
const HERE = { coinsPaidHere: ["eth"] } as const;

interface Known extends Partial<EnvelopeOrderInput> {
  /** Whether the address asks to pay it at once. */
  isToBePaid?: boolean;
  /** What the payment inside the messenger reads of the order first; then it reads that it is paid. */
  payment?: Promise<Order>;
  means?: PaymentMeans | Failure;
  hasSecurityCode?: boolean;
}

/** A page on which an order is followed by a server that can be down, or not answer. */
function open({
  isToBePaid = false,
  payment = new Promise(() => {}),
  means = MEANS,
  hasSecurityCode = true,
  ...input
}: Known = {}) {
  const { order = ORDER, envelopes = [] } = input;
  const server = {
    order,
    envelopes,
    hasSecurityCode,
    /** What the balance was asked to pay. */
    paid: [] as string[],
    isDown: false,
    isSilent: false,
    /** Whether it neither makes a new link nor cancels. */
    isRefusing: false,
  };
  /** The orders whose payment in the messenger was begun. */
  const begun: (string | null)[] = [];
  const asked: (readonly string[])[] = [];
  const answer = <Answer>(read: () => Answer): Answer | Promise<Answer> => {
    if (server.isDown) throw OFFLINE;
    return server.isSilent ? new Promise(() => {}) : read();
  };
  const change = <Answer>(make: () => Answer): Answer => {
    if (server.isRefusing) throw OFFLINE;
    return make();
  };
  const chart = openChart(envelopeOrderMachine, viewEnvelopeOrder, {
    input: { order, envelopes, coinsPaidHere: [], ...input },
    world: {
      orderFollow: provideWorld(orderFollowChild, {
        read: ({ id }) => {
          if (id !== order.orderId) throw new Error(`nobody asked for ${id}`);
          return answer(() => ({ order: server.order, envelopes: server.envelopes }));
        },
      }),
      loadEnvelopes: ({ envelopeIds }) => {
        asked.push(envelopeIds);
        return answer(() => server.envelopes);
      },
      loadPayment: answerInTurn<PaymentMeans>([means]),
      payment: provideWorld(paymentMachine, {
        loadPage: async ({ orderId }) => {
          begun.push(orderId);
          return { orders: [await payment], isDomHttp: false, officialDomains: [], appUrl: null };
        },
        orderFollow: provideWorld(orderFollowChild, {
          read: async () => ({ envelopes: [], order: { ...(await payment), status: "paid" } }),
        }),
      }),
      balancePayment: provideWorld(balancePaymentMachine, {
        loadBalance: () => ({ amount: "0.05", hasSecurityCode: server.hasSecurityCode }),
        securityCodePrompt: scriptPrompt(async () => {
          server.paid.push(server.order.orderId);
          return { kind: "payFromBalance", order: server.order };
        }),
      }),
      renewLink: () =>
        change(() => {
          server.order = { ...server.order, paymentUrl: `${PAYMENT_URL}2` };
          return { paymentUrl: `${PAYMENT_URL}2` };
        }),
      cancelOrder: ({ orderId }) =>
        change(() => {
          if (orderId !== order.orderId) throw new Error(`nobody cancels ${orderId}`);
          if (server.order.status === "paid") throw refuse("orderNotPayable");
          server.order = { ...server.order, status: "cancelled" };
          return server.order;
        }),
    },
    events: [{ type: "order.open", isToBePaid }],
  });
  const waitUntil = (holds: (snapshot: ReturnType<typeof chart.actor.getSnapshot>) => boolean) =>
    waitFor(chart.actor, holds);
  const passTime = (seconds: number) => chart.pass(seconds * 1000);
  const balance = () => chart.actor.getSnapshot().children.balancePayment;
  return { ...chart, server, begun, asked, waitUntil, passTime, balance };
}

test("a link that has run out is renewed, where that is possible now", async () => {
  const { server, look, listTold, send, press, passTime, listControls } = open({
    order: { ...ORDER, paymentUrl: null },
  });
  await passTime(0);
  Object.assign(server, { isRefusing: true, isSilent: true });
  send({ type: "ui.openPayment" });
  expect(press("ui.renewLink")).toMatchObject({ state: "renewingLink", isBusy: true });
  await passTime(0);
  expect(look()).toMatchObject({ state: "awaitingPayment", failureKey: "errors:network" });
  expect(listControls()).toContain("ui.renewLink");
  server.isRefusing = false;
  press("ui.renewLink");
  await passTime(0);
  press("ui.openPayment");
  expect(listTold("openLink")).toEqual([{ type: "openLink", url: `${PAYMENT_URL}2` }]);
});

test("an order that cannot be cancelled now says so, and stays", async () => {
  const { server, look, send, press, passTime } = open();
  await passTime(0);
  Object.assign(server, { isRefusing: true, isSilent: true });
  send({ type: "ui.cancelOrder" });
  expect(press("ui.confirm")).toMatchObject({ state: "cancelling", isBusy: true });
  await passTime(0);
  expect(look()).toMatchObject({ state: "awaitingPayment", failureKey: "errors:network" });
});

test("three fast taps open one payment page, and a later tap opens it again", () => {
  const { clock, listTold, send } = open();
  for (let tap = 0; tap < 3; tap += 1) send({ type: "ui.openPayment" });
  expect(listTold("openLink")).toHaveLength(1);
  clock.increment(1500);
  send({ type: "ui.openPayment" });
  expect(listTold("openLink")).toHaveLength(2);
});

test("where the coin's wallets are connected in the messenger, the order is paid there and no link is opened", async () => {
  const { actor, listTold, begun, look, press, waitUntil } = open(HERE);
  expect(look()).toMatchObject({ state: "awaitingPayment", isPaidHere: true });
  expect(press("ui.openPayment").state).toBe("paying");
  await waitUntil(({ children }) => children.payment?.getSnapshot().value === "loading");
  expect([listTold("openLink"), begun]).toEqual([[], ["o1"]]);
  expect(press("ui.back").state).toBe("awaitingPayment");
  expect(actor.getSnapshot().children.payment).toBeUndefined();
  const at = "?envelopeId=e1&orderId=o1";
  expect(listTold("navigate").map(({ to }) => to)).toEqual([at, `${at}&pay=1`, at]);
});

test("an order that is paid in the messenger shows as it is known there, is read on and goes live", async () => {
  const payment = Promise.resolve<Order>({ ...REPORTED, status: "confirming" });
  const { server, listTold, look, waitUntil, passTime } = open({ ...HERE, isToBePaid: true, payment });
  server.isSilent = true;
  expect([look().state, listTold("vibrate")]).toEqual(["paying", []]);
  await waitUntil((snapshot) => snapshot.matches("unpaid"));
  expect(look().step).toBe("confirmation");
  server.isSilent = false;
  server.order = PAID;
  await passTime(20);
  await passTime(3);
  expect([look().state, listTold("vibrate")]).toEqual(["live", [{ type: "vibrate", kind: "success" }]]);
});

test("the payment in the messenger knows what was asked of a wallet before", async () => {
  const walletAttempts: PaymentMeans["walletAttempts"] = { o1: "0xdef" };
  const { actor, waitUntil } = open({ ...HERE, isToBePaid: true, means: { ...MEANS, walletAttempts } });
  await waitUntil(({ children }) => children.payment !== undefined);
  expect(actor.getSnapshot().children.payment?.getSnapshot().context.walletAttempts).toEqual(walletAttempts);
});

test("an order that is not paid in the messenger, or was already, is not paid there when its address asks for it", () => {
  for (const known of [{}, { ...HERE, order: REPORTED }])
    expect(open({ ...known, isToBePaid: true }).look().state).toBe("awaitingPayment");
});

test("where what pays cannot be loaded, the order says so and can be paid later", async () => {
  const { server, look, waitUntil, listControls } = open({ ...HERE, isToBePaid: true, means: OFFLINE });
  server.isSilent = true;
  await waitUntil((snapshot) => snapshot.matches("unpaid"));
  expect(look()).toMatchObject({ state: "awaitingPayment", failureKey: "errors:network" });
  expect(listControls()).toContain("ui.openPayment");
});

test("an order that is paid in part shows what is still due, and the rest can be cancelled", () => {
  const partPaid: Order = { ...REPORTED, status: "partiallyPaid", paidAmount: "0.02", txHash: "0xdef" };
  const { look, press } = open({ order: partPaid });
  expect(look()).toMatchObject({
    dueAmount: "0.03",
    step: "payment",
    cancelKey: "envelope:send.cancelPaidText",
    isSent: false,
  });
  const asking = press("ui.cancelOrder");
  expect(asking.state).toBe("confirmingCancel");
  // The main button stays beneath the question: hiding it would resize the app.
  expect(asking.actions.filter(({ enabled }) => !enabled).map(({ event }) => event.type)).toContain("ui.openPayment");
  expect(press("ui.back").state).toBe("awaitingPayment");
});

test("an order that cannot be read says so, and is followed on", async () => {
  const { server, look, passTime } = open();
  await passTime(0);
  server.isDown = true;
  await passTime(3);
  expect(look()).toMatchObject({ state: "awaitingPayment", failureKey: "errors:network", order: { orderId: "o1" } });
  server.isDown = false;
  await passTime(3);
  expect(look().failureKey).toBeNull();
});

test("what was paid before it is followed is live at once, without another reading, and tells its passphrase only then", () => {
  const { look, send, listControls } = open({ order: PAID, envelopes: [LIVE] });
  expect(look()).toMatchObject({ state: "live", step: "live", passphrase: "happy year" });
  // The same is not sent again before the last one has ended.
  send({ type: "ui.again" });
  expect(listControls()).toEqual(["ui.another"]);
  expect(open({ envelopes: [sampleUnpaidEnvelope] }).look().passphrase).toBeNull();
});

test("a page that is opened again on what is over never says that it is live", () => {
  const envelopes = [{ ...sampleUnpaidEnvelope, status: "refunded" as const, isEndedBySender: true }];
  expect(open({ order: PAID, envelopes }).look()).toMatchObject({ state: "live", isOver: true, passphrase: null });
});

test("what was paid and is on its way is only looked at: it is neither paid again nor cancelled", () => {
  const { look, send, listTold } = open({ order: REPORTED });
  expect(look()).toMatchObject({ isSent: true, otherWays: ["link"] });
  expect(look().actions.map(({ event, labelKey }) => [event.type, labelKey])).toEqual([
    ["ui.openPayment", "envelope:send.seePayment"],
  ]);
  send({ type: "ui.cancelOrder" });
  expect([look().state, listTold("openLink")]).toEqual(["awaitingPayment", []]);
  const here = open({ ...HERE, order: REPORTED });
  expect(here.look().actions).toEqual([]);
  here.send({ type: "ui.openPayment" }, { type: "ui.cancelOrder" });
  expect([here.listTold("openLink"), here.look().state]).toEqual([[], "awaitingPayment"]);
});

test.each<[string, Partial<Order>, readonly Envelope[], object]>([
  ["a payment was sent", { reportedTxHash: "0xdef" }, [], { state: "awaitingPayment" }],
  ["it is confirmed", { status: "confirming" }, [], { state: "awaitingPayment", actions: [] }],
  ["it is paid", { status: "paid" }, [LIVE], { state: "live", passphrase: "happy year" }],
])("whoever is asked whether to cancel is asked no more once %s", async (_, change, envelopes, seen) => {
  const { server, look, press, passTime } = open();
  await passTime(0);
  press("ui.cancelOrder");
  await passTime(3);
  expect(look().state).toBe("confirmingCancel");
  Object.assign(server, { order: { ...ORDER, ...change }, envelopes });
  await passTime(3);
  expect(look()).toMatchObject({ ...seen, order: change });
});

test("an order that no wallet can pay offers its end, not the payment page", () => {
  const { look, listControls } = open({ order: { ...ORDER, fromAddress: null } });
  expect(look().isPayableByWallet).toBe(false);
  expect(listControls()).toEqual(["ui.cancelOrder"]);
});

test("an order can be paid in every way until a wallet has sent its payment; then only the payment page is left, which warns", () => {
  const listWays = (input: Partial<EnvelopeOrderInput>) => {
    const { balance, look } = open(input);
    return [...(balance() === undefined ? [] : ["balance"]), ...look().otherWays];
  };
  expect(listWays({})).toEqual(["balance", "link", "phone"]);
  expect(listWays({ order: { ...ORDER, status: "partiallyPaid", isOverdue: true } })).toEqual(["balance", "link"]);
  expect(listWays({ order: { ...ORDER, paymentUrl: null } })).toEqual(["balance", "phone"]);
  expect(listWays({ order: { ...ORDER, fromAddress: null } })).toEqual(["balance"]);
  expect(listWays(HERE)).toEqual(["balance"]);
  expect(listWays({ order: REPORTED })).toEqual(["link"]);
  expect(listWays({ ...HERE, order: REPORTED })).toEqual([]);
  expect(listWays({ order: { ...ORDER, status: "confirming" } })).toEqual([]);
});

test("the balance pays what is due, once, also where the next reading of the order comes late", async () => {
  const { server, balance, look, passTime } = open();
  await passTime(0);
  balance()?.send({ type: "ui.pay" });
  const prompt = balance()?.getSnapshot().children.securityCodePrompt;
  prompt?.send({ type: "ui.type", field: "securityCode", value: "R1ghtone" });
  prompt?.send({ type: "ui.submit" });
  await passTime(3);
  expect([server.paid, balance(), look().isPaidFromBalance]).toEqual([["o1"], undefined, true]);
  server.order = PAID;
  server.envelopes = [LIVE];
  await passTime(3);
  expect(look()).toMatchObject({ state: "live", isPaidFromBalance: false });
});

test("the balance is offered anew once another sum is due, and not while a wallet's payment is on its way", async () => {
  const { server, balance, passTime } = open();
  await passTime(0);
  const first = balance();
  await passTime(3);
  expect(balance()).toBe(first);
  server.order = { ...ORDER, status: "partiallyPaid", paidAmount: "0.02" };
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
  const { server, balance, passTime, listTold } = open({ hasSecurityCode: false });
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

test("an order that runs out unpaid ends with what was paid of it, and leads back to the form", async () => {
  const { server, look, passTime, listControls } = open();
  await passTime(0);
  server.order = { ...ORDER, status: "expired", paidAmount: "0.02" };
  await passTime(3);
  expect(look()).toMatchObject({
    state: "cancelled",
    titleKey: "envelope:send.expired",
    cancelKey: "envelope:send.cancelledPaidText",
    order: { status: "expired" },
  });
  expect(listControls()).toEqual(["ui.edit"]);
});

test("who keeps the page open sees each group's claims, until nothing is left", async () => {
  const { actor, server, asked, look, send, passTime, listControls } = open();
  const readQuantities = () => look().envelopes.map(({ receivedQuantity }) => receivedQuantity);
  await passTime(0);
  expect(look().state).toBe("awaitingPayment");
  server.order = PAID;
  server.envelopes = [LIVE, { ...LIVE, envelopeId: "e2", chatId: "-1002" }];
  await passTime(3);
  expect([look().state, look().step, look().passphrase]).toEqual(["live", "live", "happy year"]);
  server.envelopes = [LIVE, { ...LIVE, envelopeId: "e2", receivedQuantity: 3 }];
  await passTime(5);
  expect([readQuantities(), asked]).toEqual([[0, 3], [["e1", "e2"]]]);
  server.isDown = true;
  await passTime(5);
  expect([look().state, readQuantities()]).toEqual(["live", [0, 3]]);
  server.isDown = false;
  server.envelopes = [
    { ...LIVE, status: "finished" },
    { ...LIVE, envelopeId: "e2", status: "finished" },
  ];
  await passTime(5);
  await passTime(60);
  expect([look().envelopes.map(({ status }) => status), asked.length]).toEqual([["finished", "finished"], 3]);
  expect(listControls()).toEqual(["ui.another", "ui.again"]);
  send({ type: "ui.again" });
  expect(actor.getSnapshot().output).toEqual({ way: "again", envelopes: server.envelopes });
});

test("a reading of the claims that gets no answer is given up, and done again after the pause", async () => {
  const { server, asked, look, passTime } = open({ order: PAID, envelopes: [LIVE] });
  server.isSilent = true;
  await passTime(5);
  await passTime(20);
  expect(asked).toHaveLength(1);
  server.isSilent = false;
  server.envelopes = [{ ...LIVE, receivedQuantity: 3 }];
  await passTime(5);
  expect(asked).toHaveLength(2);
  expect(look().envelopes.map(({ receivedQuantity }) => receivedQuantity)).toEqual([3]);
});

test("who cancels just after paying sees the envelope go live instead", async () => {
  const { server, look, send, press, passTime } = open();
  await passTime(0);
  send({ type: "ui.cancelOrder" });
  server.order = PAID;
  server.envelopes = [LIVE];
  press("ui.confirm");
  await passTime(0);
  expect(look()).toMatchObject({ state: "live", passphrase: "happy year" });
});

test("the page of a live envelope leads to the next one, and that of an unpaid end back to the form", async () => {
  const live = open({ order: PAID, envelopes: [LIVE] });
  live.press("ui.another");
  expect(live.actor.getSnapshot().output).toEqual({ way: "another" });
  const ended = open();
  await ended.passTime(0);
  ended.send({ type: "ui.cancelOrder" });
  ended.press("ui.confirm");
  await ended.passTime(0);
  expect(ended.look()).toMatchObject({ state: "cancelled", order: { status: "cancelled" } });
  ended.press("ui.edit");
  expect(ended.actor.getSnapshot().output).toEqual({ way: "edit" });
});
