import { expect, test } from "vitest";
import { createActor, fromPromise, SimulatedClock, waitFor } from "xstate";
import { sampleOrder } from "#tests/models/samples.ts";
import type { components } from "#contract/schema.d.ts";
import type {
  ConnectedAccount,
  WalletConnectionOutput,
  WalletWatch,
} from "../walletConnection/walletConnection.setup.ts";
import type { OrderReading } from "../kit/follow/orderFollow.ts";
import { orderFollowChild } from "../kit/follow/orderFollow.ts";
import { paymentMachine } from "./payment.machine.ts";
import type { WalletAttempts, PaymentPage, OrdersRequest } from "./payment.types.ts";
import { viewPayment } from "./payment.view.ts";

type Order = components["schemas"]["Order"];
type PaymentRequest = components["schemas"]["PaymentRequest"];

interface PayInput {
  walletType: components["schemas"]["WalletType"];
  connectorId: string;
  request: PaymentRequest;
}

const FROM = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const HASH = "0xabcd";
const MINUTE_MS = 60_000;

/** A server that keeps orders, and a wallet whose answers the story decides. */
function openPage(...given: Order[]) {
  const orders = new Map(given.map((order) => [order.orderId, order]));
  const read = (orderId: string): Order => orders.get(orderId) ?? sampleOrder;
  const isOpen = ({ status }: Order): boolean => !["paid", "cancelled", "expired"].includes(status);
  const change = (orderId: string, fields: Partial<Order>): void => {
    orders.set(orderId, { ...read(orderId), ...fields });
  };
  const toRequest = (order: Order): PaymentRequest | null => {
    if (order.isOverdue || !["awaitingPayment", "partiallyPaid"].includes(order.status)) return null;
    return {
      orderId: order.orderId,
      from: FROM,
      fromProven: true,
      proofBlocksSpending: false,
      to: order.treasuryAddress,
      amount: String(Number(order.amount) - Number(order.paidAmount)),
      balance: "1",
      coinType: "eth",
      network: order.network,
      maxFee: "0.000042",
      reference: null,
    } as PaymentRequest;
  };
  const wallet = {
    prompts: [] as PromiseWithResolvers<string>[],
    changes: [] as PromiseWithResolvers<ConnectedAccount>[],
    watched: [] as WalletWatch[],
  };
  /** How often the orders were read again, and whether the server answers. */
  const list = { readCount: 0, isSilent: false, isDown: false };
  const clock = new SimulatedClock();
  const connected: WalletConnectionOutput = {
    status: "connected",
    connectorId: "metal",
    address: FROM,
    networkId: "eip155:31337",
    isProven: true,
    wallet: null,
  };
  const connection: { answer: Promise<WalletConnectionOutput> } = { answer: Promise.resolve(connected) };
  const machine = paymentMachine.provide({
    actors: {
      loadPage: fromPromise<PaymentPage, { orderId: string | null }>(async () => ({
        orders: [...orders.values()].filter(isOpen),
        isDomHttp: false,
        officialDomains: [],
        appUrl: null,
      })),
      loadOrders: fromPromise<readonly Order[], OrdersRequest>(async ({ input }) => {
        list.readCount += 1;
        if (list.isDown) throw { kind: "network" };
        return list.isSilent ? new Promise<never>(() => {}) : input.orderIds.map(read);
      }),
      loadTerms: fromPromise<{ order: Order; request: PaymentRequest | null }, { orderId: string }>(
        async ({ input }) => ({ order: read(input.orderId), request: toRequest(read(input.orderId)) }),
      ),
      orderFollow: orderFollowChild.provide({
        actors: {
          read: fromPromise<OrderReading, { id: string }>(async ({ input }) => ({
            order: read(input.id),
            envelopes: [],
          })),
        },
      }),
      // The connection has stories of its own; here it is right at once.
      walletConnection: fromPromise(() => connection.answer) as never,
      watchWallet: fromPromise<ConnectedAccount, WalletWatch>(({ input }) => {
        wallet.watched.push(input);
        const change = Promise.withResolvers<ConnectedAccount>();
        wallet.changes.push(change);
        return change.promise;
      }),
      pay: fromPromise<string | null, PayInput>(() => {
        const prompt = Promise.withResolvers<string>();
        wallet.prompts.push(prompt);
        return prompt.promise;
      }),
      submitPayment: fromPromise<Order, { orderId: string; txHash: string }>(async ({ input }) => {
        change(input.orderId, { reportedTxHash: input.txHash });
        return read(input.orderId);
      }),
    },
  });
  const walletKinds = {
    ETH: {
      capabilities: { discovery: true, networkSwitch: true, messageSigning: true, proofWhileConnecting: false },
      installUrl: "",
    },
  };
  let kept: WalletAttempts = {};
  const load = () => {
    const loaded = createActor(machine, {
      input: { hasAccess: true, onlyOrderId: null, walletKinds, walletAttempts: kept },
      clock,
    });
    loaded.on("walletAttempts.changed", ({ walletAttempts }) => {
      kept = walletAttempts;
    });
    loaded.start();
    loaded.send({ type: "ui.open" });
    return loaded;
  };
  let actor = load();
  /** Sends the event as soon as the page is there. */
  const sendAt = (value: string, event: Parameters<typeof actor.send>[0]): void => {
    const watch = actor.subscribe((snapshot) => {
      if (snapshot.value !== value) return;
      watch.unsubscribe();
      actor.send(event);
    });
  };
  const reload = (): void => {
    actor.stop();
    actor = load();
  };

  const look = () => viewPayment(actor.getSnapshot());
  const see = async (state: ReturnType<typeof viewPayment>["state"]) =>
    viewPayment(await waitFor(actor, (snapshot) => viewPayment(snapshot).state === state));
  const listControls = () =>
    look()
      .actions.filter(({ enabled }) => enabled)
      .map(({ event }) => event.type)
      .filter((type) => type !== "ui.chooseOrder");
  const openWallet = async (): Promise<PromiseWithResolvers<string>> => {
    const before = wallet.prompts.length;
    await see("reviewing");
    actor.send({ type: "ui.pay" });
    await see("confirmingInWallet");
    expect(wallet.prompts).toHaveLength(before + 1);
    return wallet.prompts[before] ?? Promise.withResolvers<string>();
  };
  const waitUntilShown = async (orderId: string, mark: string): Promise<void> => {
    clock.increment(10_000);
    await waitFor(actor, (snapshot) =>
      viewPayment(snapshot).orders.some((order) => order.orderId === orderId && order.mark === mark),
    );
  };
  return {
    get actor() {
      return actor;
    },
    reload,
    clock,
    change,
    wallet,
    connection,
    list,
    sendAt,
    look,
    see,
    listControls,
    openWallet,
    waitUntilShown,
  };
}

const FIRST: Order = { ...sampleOrder, orderId: "first" };
const SECOND: Order = { ...sampleOrder, orderId: "second", amount: "0.07" };
const CONFIRMING = { status: "confirming", txHash: HASH, confirmations: 12, requiredConfirmations: 12 } as const;

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

test("an order may be paid on a phone instead until a wallet was asked here or a payment of it was reported", async () => {
  const page = openPage(FIRST, { ...SECOND, reportedTxHash: HASH });
  expect((await page.see("choosingOrder")).canMoveToPhone).toBe(false);
  page.actor.send({ type: "ui.chooseOrder", orderId: "second" });
  expect(page.look().canMoveToPhone).toBe(false);
  page.actor.send({ type: "ui.chooseOrder", orderId: "first" });
  expect(page.look().canMoveToPhone).toBe(true);
  page.actor.send({ type: "ui.connect" });
  await page.openWallet();
  page.actor.send({ type: "ui.back" });
  expect((await page.see("choosingOrder")).canMoveToPhone).toBe(false);
});

test("an order that was paid on a phone meanwhile shows as such, and leads to no phone again", async () => {
  const page = openPage(FIRST);
  expect((await page.see("choosingOrder")).canMoveToPhone).toBe(true);
  page.change("first", CONFIRMING);
  await page.waitUntilShown("first", "confirming");
  expect(page.look().canMoveToPhone).toBe(false);
});

test("the only order is followed by itself, and one can go back from it without losing it", async () => {
  const page = openPage({ ...FIRST, ...CONFIRMING });
  await page.see("confirmingOnChain");
  expect(page.listControls()).toEqual(["ui.back"]);
  page.actor.send({ type: "ui.back" });
  await page.see("choosingOrder");
  page.change("first", { status: "paid" });
  await page.waitUntilShown("first", "paid");
  expect(page.listControls()).toEqual([]);
});

test("waiting for finality says how long it usually takes", async () => {
  const network = { id: "eip155:1", name: "Ethereum" };
  const page = openPage({ ...FIRST, ...CONFIRMING, network });
  const view = await page.see("confirmingOnChain");
  expect([view.confirmations, view.finalityMinutes]).toEqual([{ current: 12, required: 12 }, 15]);
});

test("a wallet that answers after ten minutes is heard, and its hash is reported", async () => {
  const page = openPage(FIRST);
  await page.see("choosingOrder");
  page.actor.send({ type: "ui.connect" });
  const prompt = await page.openWallet();
  page.clock.increment(2 * MINUTE_MS - 1);
  expect(page.look().isWalletSlow).toBe(false);
  page.clock.increment(1);
  expect(page.look().isWalletSlow).toBe(true);
  page.clock.increment(8 * MINUTE_MS);
  expect([page.look().state, page.look().isWalletSlow]).toEqual(["confirmingInWallet", true]);
  prompt.resolve(HASH);
  expect(await page.see("confirmingOnChain")).toMatchObject({ txHash: HASH });
  expect(page.look().order?.reportedTxHash).toBe(HASH);
});

test("who leaves a silent wallet is warned before it may pay twice", async () => {
  const page = openPage(FIRST);
  await page.see("choosingOrder");
  page.actor.send({ type: "ui.connect" });
  await page.openWallet();
  page.actor.send({ type: "ui.back" });
  expect((await page.see("choosingOrder")).order?.mark).toBe("unanswered");
  page.actor.send({ type: "ui.connect" });
  await page.see("confirmingRepeat");
  expect(page.wallet.prompts).toHaveLength(1);
  page.actor.send({ type: "ui.back" });
  await page.see("choosingOrder");
  page.actor.send({ type: "ui.connect" });
  page.actor.send({ type: "ui.confirm" });
  await page.openWallet();
  expect(page.wallet.prompts).toHaveLength(2);
});

test("the warning comes after a reload, too, where only the report is known", async () => {
  const page = openPage({ ...FIRST, reportedTxHash: HASH }, SECOND);
  await page.see("choosingOrder");
  page.actor.send({ type: "ui.chooseOrder", orderId: "first" });
  expect(page.look().order?.mark).toBe("reported");
  page.actor.send({ type: "ui.connect" });
  expect((await page.see("confirmingRepeat")).txHash).toBe(HASH);
});

test("the warning comes after a reload, too, where the wallet has not answered", async () => {
  const page = openPage(FIRST);
  await page.see("choosingOrder");
  page.actor.send({ type: "ui.connect" });
  await page.openWallet();
  page.reload();
  expect((await page.see("choosingOrder")).order?.mark).toBe("unanswered");
  page.actor.send({ type: "ui.connect" });
  await page.see("confirmingRepeat");
  expect(page.wallet.prompts).toHaveLength(1);
});

test("a payment whose report was lost is followed after a reload, and a refused one is not", async () => {
  const page = openPage(FIRST);
  await page.see("choosingOrder");
  page.actor.send({ type: "ui.connect" });
  (await page.openWallet()).resolve(HASH);
  await page.see("confirmingOnChain");
  page.change("first", { reportedTxHash: null });
  page.reload();
  expect((await page.see("confirmingOnChain")).txHash).toBe(HASH);

  const other = openPage(SECOND);
  await other.see("choosingOrder");
  other.actor.send({ type: "ui.connect" });
  (await other.openWallet()).reject({ kind: "wallet", reason: "cancelled" });
  await other.see("cancelled");
  other.reload();
  expect((await other.see("choosingOrder")).order?.mark).toBe("unpaid");
});

test("a payment that somebody reports while the terms are reviewed stops the second one", async () => {
  const page = openPage(FIRST);
  await page.see("choosingOrder");
  page.actor.send({ type: "ui.connect" });
  await page.see("reviewing");
  page.change("first", { reportedTxHash: "0xfeed" });
  page.actor.send({ type: "ui.pay" });
  expect((await page.see("confirmingRepeat")).txHash).toBe("0xfeed");
  expect(page.actor.getSnapshot().context).toMatchObject(NOTHING);
  expect(page.wallet.prompts).toEqual([]);
});

test("an error of the wallet that may follow a payment leaves the warning; a refusal leaves none", async () => {
  const page = openPage(FIRST);
  await page.see("choosingOrder");
  page.actor.send({ type: "ui.connect" });
  expect((await page.see("connecting")).moneyKey).toBe("wallet:payment.money.nothing");
  (await page.openWallet()).reject({ kind: "wallet", reason: "payFailed" });
  expect((await page.see("failed")).moneyKey).toBe("wallet:payment.money.unknown");
  page.actor.send({ type: "ui.back" });
  page.actor.send({ type: "ui.connect" });
  await page.see("confirmingRepeat");
  page.actor.send({ type: "ui.confirm" });
  expect((await page.see("connecting")).moneyKey).toBe("wallet:payment.money.unknown");
  (await page.openWallet()).reject({ kind: "wallet", reason: "cancelled" });
  await page.see("cancelled");
  page.actor.send({ type: "ui.back" });
  expect((await page.see("choosingOrder")).order?.mark).toBe("unpaid");
});

test("a failed try of a partly paid order does not say that nothing was paid", async () => {
  const page = openPage({ ...FIRST, status: "partiallyPaid", paidAmount: "0.02" });
  await page.see("choosingOrder");
  page.actor.send({ type: "ui.connect" });
  (await page.openWallet()).reject({ kind: "wallet", reason: "insufficientBalance" });
  expect((await page.see("failed")).moneyKey).toBe("wallet:payment.money.nothingMore");
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

test("time that runs out under review leads back to the order, not to a refusal", async () => {
  const page = openPage(FIRST);
  await page.see("choosingOrder");
  page.actor.send({ type: "ui.connect" });
  await page.see("reviewing");
  page.change("first", { isOverdue: true });
  page.actor.send({ type: "ui.pay" });
  expect((await page.see("choosingOrder")).order?.mark).toBe("overdue");
  expect(page.actor.getSnapshot().context).toMatchObject(NOTHING);
  expect(page.wallet.prompts).toEqual([]);
});

test("another account or network chosen under review leads back to the wallet's step", async () => {
  const page = openPage(FIRST);
  await page.see("choosingOrder");
  page.actor.send({ type: "ui.connect" });
  await page.see("reviewing");
  const states: string[] = [];
  page.actor.subscribe((snapshot) => states.push(viewPayment(snapshot).state));
  page.wallet.changes[0]?.resolve({ address: FROM, networkId: "eip155:1" });
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

/** What is known of a payment that nobody is making. */
const NOTHING = { connection: null, request: null, isChanged: false, failure: null };

type Page = ReturnType<typeof openPage>;

const settle = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));

async function startPaying(order: Order = FIRST): Promise<Page> {
  const page = openPage(order);
  await page.see("choosingOrder");
  page.actor.send({ type: "ui.connect" });
  return page;
}

async function goBack(page: Page): Promise<void> {
  page.actor.send({ type: "ui.back" });
  expect((await page.see("choosingOrder")).order?.orderId).toBe("first");
  expect(page.actor.getSnapshot().context).toMatchObject(NOTHING);
}

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
  await waitFor(reviewing.actor, ({ value, context }) => value === "reviewing" && context.isChanged);
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

test.each([
  ["cancelled", "cancelled"],
  ["insufficientBalance", "failed"],
] as const)("after the wallet's %s one can go back, and pays anew", async (reason, state) => {
  const page = await startPaying();
  (await page.openWallet()).reject({ kind: "wallet", reason });
  await page.see(state);
  await goBack(page);
  page.reload();
  expect((await page.see("choosingOrder")).order?.mark).toBe("unpaid");
});

test("a payment that the chain does not confirm in time can be left, or waited for where it is", async () => {
  const page = await startPaying();
  (await page.openWallet()).resolve(HASH);
  await page.see("confirmingOnChain");
  page.clock.increment(30 * MINUTE_MS);
  await page.see("timedOut");
  page.actor.send({ type: "ui.retry" });
  expect(page.look().state).toBe("confirmingOnChain");
  page.clock.increment(30 * MINUTE_MS);
  await page.see("timedOut");
  await goBack(page);
});

test("after a refusal the terms can be looked at again", async () => {
  const page = await startPaying();
  (await page.openWallet()).reject({ kind: "wallet", reason: "cancelled" });
  await page.see("cancelled");
  page.actor.send({ type: "ui.retry" });
  await page.openWallet();
  expect(page.wallet.prompts).toHaveLength(2);
});

test("what ended while its changed terms were shown is begun again without them", async () => {
  const page = await startPaying();
  await page.see("reviewing");
  page.change("first", { status: "partiallyPaid", paidAmount: "0.02" });
  page.actor.send({ type: "ui.pay" });
  await waitFor(page.actor, ({ value, context }) => value === "reviewing" && context.isChanged);
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

test("the orders are read again every ten seconds, also after a reading that failed or got no answer", async () => {
  const page = openPage(FIRST);
  await page.see("choosingOrder");
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
});

test("who is warned of a second payment can follow the first one where there is one to follow", async () => {
  const page = openPage({ ...FIRST, reportedTxHash: HASH }, SECOND);
  await page.see("choosingOrder");
  page.actor.send({ type: "ui.chooseOrder", orderId: "first" });
  page.actor.send({ type: "ui.connect" });
  await page.see("confirmingRepeat");
  page.actor.send({ type: "ui.follow" });
  expect(page.look().state).toBe("confirmingOnChain");

  const silent = await startPaying();
  await silent.openWallet();
  await goBack(silent);
  silent.actor.send({ type: "ui.connect" });
  await silent.see("confirmingRepeat");
  silent.actor.send({ type: "ui.follow" });
  expect(silent.look().state).toBe("confirmingRepeat");
});

test("a wallet that shows no account any more is connected again", async () => {
  const page = await startPaying();
  await page.see("reviewing");
  expect(page.wallet.watched).toMatchObject([{ walletType: "ETH", connectorId: "metal", account: { address: FROM } }]);
  const states: string[] = [];
  page.actor.subscribe((snapshot) => states.push(viewPayment(snapshot).state));
  page.wallet.changes[0]?.reject({ kind: "wallet", reason: "locked" });
  await waitFor(page.actor, () => states.includes("reviewing"));
  expect(states).toEqual(["connecting", "reviewing"]);
});

test("a wallet that changed before it was asked is connected again, and was asked for nothing", async () => {
  const page = await startPaying();
  (await page.openWallet()).reject({ kind: "wallet", reason: "wrongNetwork" });
  await page.see("connecting");
  await page.see("reviewing");
  page.reload();
  expect((await page.see("choosingOrder")).order?.mark).toBe("unpaid");
});

test("a payment that was signed too late leaves its reason only where it is offered anew", async () => {
  const page = await startPaying();
  (await page.openWallet()).reject({ kind: "wallet", reason: "signedTooLate" });
  await waitFor(page.actor, ({ value, context }) => value === "reviewing" && context.failure !== null);
  await goBack(page);
  page.reload();
  expect((await page.see("choosingOrder")).order?.mark).toBe("unpaid");
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
