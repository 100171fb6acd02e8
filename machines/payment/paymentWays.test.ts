import { expect, test } from "vitest";
import { waitFor } from "xstate";
import type { components } from "#contract/schema.d.ts";
import {
  CONFIRMING,
  FIRST,
  FROM,
  goBack,
  HASH,
  NOTHING,
  openPage,
  type Page,
  SECOND,
  startPaying,
} from "#tests/support/paymentPage.ts";
import { settle } from "#tests/support/openChart.ts";
import type { ConnectedAccount } from "../walletConnection/walletConnection.machine.ts";
import { viewPayment } from "./payment.view.ts";

type Order = components["schemas"]["Order"];
type State = ReturnType<typeof viewPayment>["state"];

test("two unpaid orders, the first one confirming: the second is paid meanwhile, and the first can be followed", async () => {
  const page = openPage({ ...FIRST, ...CONFIRMING }, SECOND);
  const { orders } = await page.see("choosingOrder");
  expect(orders.map(({ mark }) => mark)).toEqual(["confirming", "unpaid"]);
  page.actor.send({ type: "ui.chooseOrder", orderId: "second" });
  expect(page.listControls()).toEqual(["ui.connect"]);
  page.actor.send({ type: "ui.connect" });
  (await page.openWallet()).resolve("0xbeef");
  await page.see("confirmingOnChain");
  page.actor.send({ type: "ui.back" });
  page.actor.send({ type: "ui.chooseOrder", orderId: "first" });
  expect(page.listControls()).toEqual(["ui.follow"]);
  page.actor.send({ type: "ui.follow" });
  expect((await page.see("confirmingOnChain")).order?.orderId).toBe("first");
});

test("waiting for finality says how long it usually takes", async () => {
  const network = { id: "eip155:1", name: "Ethereum" };
  const page = openPage({ ...FIRST, ...CONFIRMING, network });
  const view = await page.see("confirmingOnChain");
  expect([view.confirmations, view.finalityMinutes]).toEqual([{ current: 12, required: 12 }, 15]);
});

test("a short payment found after a reload asks for the rest", async () => {
  const page = openPage({ ...FIRST, ...CONFIRMING });
  await page.see("confirmingOnChain");
  page.change("first", { status: "partiallyPaid", paidAmount: "0.02" });
  page.clock.increment(3000);
  const view = await page.see("choosingOrder");
  expect([view.order?.mark, view.order?.dueAmount]).toEqual(["partlyPaid", "0.03"]);
  expect(page.listControls()).toEqual(["ui.connect"]);
});

test("in its grace time an order is not offered to a wallet, and a payment sent in time still counts", async () => {
  const page = openPage({ ...FIRST, isOverdue: true }, SECOND);
  await page.see("choosingOrder");
  page.actor.send({ type: "ui.chooseOrder", orderId: "first" });
  expect([page.look().order?.mark, page.listControls()]).toEqual(["overdue", []]);
  page.change("first", CONFIRMING);
  await page.waitUntilShown("first", "confirming");
  expect(page.listControls()).toEqual(["ui.follow"]);
});

test.each<[string, Partial<Order>, State]>([
  ["is paid elsewhere", { status: "paid" }, "success"],
  ["is being paid elsewhere", CONFIRMING, "confirmingOnChain"],
  ["has run out of time", { isOverdue: true }, "choosingOrder"],
  ["has a payment reported elsewhere", { reportedTxHash: "0xfeed" }, "confirmingRepeat"],
  ["is cancelled elsewhere", { status: "cancelled" }, "failed"],
])("an order that %s while its terms are reviewed shows it by itself", async (_, fields, state) => {
  const page = await startPaying();
  await page.see("reviewing");
  page.change("first", fields);
  page.clock.increment(10_000);
  await page.see(state);
  expect(page.wallet.prompts).toEqual([]);
});

test("terms under review stay while their order does, and are told to be others after a part was paid", async () => {
  const page = openPage(FIRST, SECOND);
  await page.see("choosingOrder");
  page.actor.send({ type: "ui.chooseOrder", orderId: "first" });
  page.actor.send({ type: "ui.connect" });
  await page.see("reviewing");
  page.change("second", { status: "paid" });
  await page.waitUntilShown("second", "paid");
  expect([page.list.readCount, page.look().state, page.look().isChanged]).toEqual([1, "reviewing", false]);
  page.change("first", { status: "partiallyPaid", paidAmount: "0.02" });
  page.clock.increment(10_000);
  await waitFor(page.actor, (snapshot) => snapshot.matches("reviewing") && snapshot.context.isChanged);
  expect(page.look().terms?.amount).toBe("0.03");
  page.change("first", { paidAmount: "0.03" });
  page.clock.increment(10_000);
  await page.see("preparing");
  await page.see("reviewing");
  expect(page.look().terms?.amount).toBe("0.02");
});

test("a payment goes on while a part of the order has arrived from elsewhere, also after a reload", async () => {
  const page = await startPaying();
  (await page.openWallet()).resolve(HASH);
  await page.see("confirmingOnChain");
  page.change("first", { ...CONFIRMING, paidAmount: "0.02" });
  page.clock.increment(3000);
  await page.reach(({ order }) => order?.paidAmount === "0.02");
  expect(page.look().state).toBe("confirmingOnChain");

  const rest = { status: "partiallyPaid", paidAmount: "0.02", txHash: "0xbeef", reportedTxHash: HASH } as const;
  const reloaded = openPage({ ...FIRST, ...rest });
  await reloaded.see("confirmingOnChain");
  reloaded.change("first", { paidAmount: "0.03" });
  reloaded.clock.increment(3000);
  await reloaded.reach(({ order }) => order?.paidAmount === "0.03");
  expect(reloaded.look().state).toBe("confirmingOnChain");
});

test("from every step there is a way back to the orders, which leaves no terms and no failure", async () => {
  const preparing = openPage(FIRST);
  await preparing.see("choosingOrder");
  preparing.sendAt("preparing", { type: "ui.back" });
  preparing.actor.send({ type: "ui.connect" });
  expect(preparing.look().state).toBe("choosingOrder");

  const reviewing = await startPaying();
  await reviewing.see("reviewing");
  reviewing.change("first", { status: "partiallyPaid", paidAmount: "0.02" });
  reviewing.actor.send({ type: "ui.pay" });
  await waitFor(reviewing.actor, (snapshot) => snapshot.matches("reviewing") && snapshot.context.isChanged);
  await goBack(reviewing);

  const checking = await startPaying();
  await checking.see("reviewing");
  checking.actor.send({ type: "ui.pay" });
  expect(checking.look().state).toBe("checking");
  await goBack(checking);

  const asked = await startPaying();
  await asked.openWallet();
  await goBack(asked);

  const followed = await startPaying();
  (await followed.openWallet()).resolve(HASH);
  await followed.see("confirmingOnChain");
  await goBack(followed);

  const submitted = await startPaying();
  const prompt = await submitted.openWallet();
  submitted.sendAt("submitted", { type: "ui.back" });
  prompt.resolve(HASH);
  await submitted.see("choosingOrder");
  expect(submitted.actor.getSnapshot().context).toMatchObject(NOTHING);
});

test("a wallet that refuses after the person went back is no open question any more", async () => {
  const page = await startPaying();
  await page.openWallet();
  await goBack(page);
  expect((await page.see("choosingOrder")).order?.mark).toBe("unanswered");
  page.refuseLate("first");
  await page.waitUntilShown("first", "unpaid");
  page.actor.send({ type: "ui.connect" });
  await page.see("reviewing");
});

test("what ended while its changed terms were shown is begun again without them", async () => {
  const page = await startPaying();
  await page.see("reviewing");
  page.change("first", { status: "partiallyPaid", paidAmount: "0.02" });
  page.actor.send({ type: "ui.pay" });
  await waitFor(page.actor, (snapshot) => snapshot.matches("reviewing") && snapshot.context.isChanged);
  page.change("first", { status: "cancelled" });
  page.actor.send({ type: "ui.pay" });
  expect(await page.see("failed")).toMatchObject({
    titleKey: "wallet:payment.state.cancelled",
    failureKey: "wallet:payment.orderEnded.cancelled",
    order: { status: "cancelled" },
  });
  page.actor.send({ type: "ui.retry" });
  expect(page.look().state).toBe("loading");
  expect(page.actor.getSnapshot().context).toMatchObject({ ...NOTHING, orderId: null });
  await page.see("nothingToPay");
  expect(page.actor.getSnapshot().context.orders).toEqual([]);
  page.change("first", { status: "awaitingPayment" });
  page.actor.send({ type: "ui.retry" });
  await page.see("choosingOrder");
});

test.each<[State, () => Promise<Page>]>([
  ["choosingOrder", () => Promise.resolve(openPage(FIRST))],
  ["reviewing", startPaying],
])("in %s orders are read again every ten seconds, also after a failure and without an answer", async (state, open) => {
  const page = await open();
  await page.see(state);
  expect(page.list.readCount).toBe(0);
  const pass = async (seconds: number): Promise<number> => {
    page.clock.increment(seconds * 1000);
    await settle();
    return page.list.readCount;
  };
  expect([await pass(10), await pass(10)]).toEqual([1, 2]);
  page.list.isDown = true;
  expect([await pass(10), await pass(10)]).toEqual([3, 4]);
  Object.assign(page.list, { isDown: false, isSilent: true });
  expect([await pass(10), await pass(20), await pass(10)]).toEqual([5, 5, 6]);
  expect(page.look().state).toBe(state);
});

test.each<[string, (change: PromiseWithResolvers<ConnectedAccount> | undefined) => void]>([
  ["shows another network", (change) => change?.resolve({ address: FROM, networkId: "eip155:1" })],
  ["shows no account any more", (change) => change?.reject({ kind: "wallet", reason: "locked" })],
])("a wallet that %s under review is connected again", async (_, change) => {
  const page = await startPaying();
  await page.see("reviewing");
  expect(page.wallet.watched).toMatchObject([{ walletType: "ETH", connectorId: "metal", account: { address: FROM } }]);
  const states: string[] = [];
  page.actor.subscribe((snapshot) => states.push(viewPayment(snapshot).state));
  change(page.wallet.changes[0]);
  await waitFor(page.actor, () => states.includes("reviewing"));
  expect(states).toEqual(["connecting", "reviewing"]);
});

test("after the only payment there are no other orders to go to", async () => {
  const page = openPage({ ...FIRST, ...CONFIRMING });
  await page.see("confirmingOnChain");
  page.change("first", { status: "paid" });
  page.clock.increment(3000);
  await page.see("success");
  expect(page.listControls()).toEqual([]);
});

test("a connection that is given up leads back to the orders", async () => {
  const page = await startPaying();
  await page.see("reviewing");
  page.connection.answer = Promise.resolve({ status: "cancelled" });
  page.wallet.changes[0]?.reject({ kind: "wallet", reason: "locked" });
  await page.see("choosingOrder");
  expect(page.actor.getSnapshot().context).toMatchObject(NOTHING);
});

test("a connection that breaks says so", async () => {
  const page = openPage(FIRST);
  await page.see("choosingOrder");
  page.connection.answer = Promise.reject(new Error("gone"));
  page.actor.send({ type: "ui.connect" });
  expect((await page.see("failed")).failureKey).not.toBeNull();
});

test("an order that ends while it is followed says so, and a short payment is not followed after a reload", async () => {
  const ended = openPage({ ...FIRST, ...CONFIRMING });
  await ended.see("confirmingOnChain");
  await settle();
  ended.change("first", { status: "expired" });
  ended.clock.increment(3000);
  expect(await ended.see("failed")).toMatchObject({
    failureKey: "wallet:payment.orderEnded.expired",
    order: { status: "expired" },
    moneyKey: null,
  });

  const short = await startPaying();
  (await short.openWallet()).resolve(HASH);
  await short.see("confirmingOnChain");
  await settle();
  short.change("first", { status: "partiallyPaid", paidAmount: "0.02", reportedTxHash: "0xbeef", txHash: "0xbeef" });
  short.clock.increment(3000);
  await short.see("choosingOrder");
  expect(short.actor.getSnapshot().context).toMatchObject(NOTHING);
  short.reload();
  expect((await short.see("choosingOrder")).order?.mark).toBe("partlyPaid");
});

test("after one order is paid the others are there to go on with", async () => {
  const page = openPage(FIRST, SECOND);
  await page.see("choosingOrder");
  page.actor.send({ type: "ui.chooseOrder", orderId: "first" });
  page.actor.send({ type: "ui.chooseOrder", orderId: "nobody's" });
  expect(page.look().order?.orderId).toBe("first");
  page.actor.send({ type: "ui.connect" });
  (await page.openWallet()).resolve(HASH);
  await page.see("confirmingOnChain");
  page.change("first", { status: "paid" });
  page.clock.increment(3000);
  await page.see("success");
  page.actor.send({ type: "ui.continue" });
  expect((await page.see("choosingOrder")).orders.map(({ orderId }) => orderId)).toEqual(["second"]);
});
