import { expect, test } from "vitest";
import { createActor, fromPromise, SimulatedClock, waitFor } from "xstate";
import { sampleOrder } from "#tests/models/samples.ts";
import type { components } from "#contract/schema.d.ts";
import type { Failure } from "../kit/failure.ts";
import { orderFollowChild, type OrderReading } from "../kit/follow/orderFollow.ts";
import { walletConnectionMachine } from "../walletConnection/walletConnection.machine.ts";
import type {
  AnnouncedWallet,
  ConnectedAccount,
  ConnectionAnswer,
  ConnectionRequest,
  WalletConnectionOutput,
  WalletWatch,
} from "../walletConnection/walletConnection.setup.ts";
import { paymentMachine } from "./payment.machine.ts";
import type { OrdersRequest, PaymentInput, PaymentPage, PaymentTerms, WalletAttempts } from "./payment.types.ts";
import { viewPayment } from "./payment.view.ts";

type Order = components["schemas"]["Order"];
type PaymentRequest = components["schemas"]["PaymentRequest"];
type Actors = NonNullable<Parameters<typeof paymentMachine.provide>[0]["actors"]>;

interface PayInput {
  walletType: components["schemas"]["WalletType"];
  connectorId: string;
  request: PaymentRequest;
}

const FROM = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const CAPABILITIES = { discovery: true, networkSwitch: true, messageSigning: true, proofWhileConnecting: false };
const WALLET_KINDS = { ETH: { capabilities: CAPABILITIES, installUrl: "https://ethereum.org/wallets/" } };

/** A payment page in a world of these actors; `readOrder` answers who follows one. */
function createPage(actors: Actors, readOrder: (orderId: string) => Order | Promise<Order>) {
  const clock = new SimulatedClock();
  const orderFollow = orderFollowChild.provide({
    actors: {
      read: fromPromise<OrderReading, { id: string }>(async ({ input }) => ({
        order: await readOrder(input.id),
        envelopes: [],
      })),
    },
  });
  const machine = paymentMachine.provide({ actors: { ...actors, orderFollow } });
  const load = (input: Partial<PaymentInput> = {}) =>
    createActor(machine, {
      input: { hasAccess: true, onlyOrderId: null, walletKinds: WALLET_KINDS, walletAttempts: {}, ...input },
      clock,
    });
  return { clock, load };
}

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
  const connected: WalletConnectionOutput = {
    status: "connected",
    connectorId: "metal",
    address: FROM,
    networkId: "eip155:31337",
    isProven: true,
    wallet: null,
  };
  const connection: { answer: Promise<WalletConnectionOutput> } = { answer: Promise.resolve(connected) };
  const { clock, load: create } = createPage(
    {
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
    read,
  );
  let kept: WalletAttempts = {};
  const load = () => {
    const loaded = create({ walletAttempts: kept });
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
  const page = await startPaying();
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
  const page = await startPaying();
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

test("the warning comes after a reload, too, where the wallet has not answered", async () => {
  const page = await startPaying();
  await page.openWallet();
  page.reload();
  expect((await page.see("choosingOrder")).order?.mark).toBe("unanswered");
  page.actor.send({ type: "ui.connect" });
  await page.see("confirmingRepeat");
  expect(page.wallet.prompts).toHaveLength(1);
});

test("a payment whose report was lost is followed after a reload, and a refused one is not", async () => {
  const page = await startPaying();
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
  const page = await startPaying();
  await page.see("reviewing");
  page.change("first", { reportedTxHash: "0xfeed" });
  page.actor.send({ type: "ui.pay" });
  expect((await page.see("confirmingRepeat")).txHash).toBe("0xfeed");
  expect(page.actor.getSnapshot().context).toMatchObject(NOTHING);
  expect(page.wallet.prompts).toEqual([]);
});

test("an error of the wallet that may follow a payment leaves the warning; a refusal leaves none", async () => {
  const page = await startPaying();
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
  const page = await startPaying({ ...FIRST, status: "partiallyPaid", paidAmount: "0.02" });
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
  const page = await startPaying();
  await page.see("reviewing");
  page.change("first", { isOverdue: true });
  page.actor.send({ type: "ui.pay" });
  expect((await page.see("choosingOrder")).order?.mark).toBe("overdue");
  expect(page.actor.getSnapshot().context).toMatchObject(NOTHING);
  expect(page.wallet.prompts).toEqual([]);
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

test("a wallet that changed before it was asked is connected again, and was asked for nothing", async () => {
  const page = await startPaying();
  (await page.openWallet()).reject({ kind: "wallet", reason: "wrongNetwork" });
  await page.see("connecting");
  await page.see("reviewing");
  page.reload();
  expect((await page.see("choosingOrder")).order?.mark).toBe("unpaid");
});

test("after the only payment there are no other orders to go to", async () => {
  const page = openPage({ ...FIRST, ...CONFIRMING });
  await page.see("confirmingOnChain");
  page.change("first", { status: "paid" });
  page.clock.increment(3000);
  await page.see("success");
  expect(page.listControls()).toEqual([]);
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

const TREASURY = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const NETWORK = { id: "eip155:31337", name: "Local" };
const CONFIRMING_ORDER: Order = { ...sampleOrder, status: "confirming", txHash: "0xabcd", confirmations: 2 };
const PAID: Order = { ...sampleOrder, status: "paid", txHash: "0xabcd", confirmations: 3 };
const REQUEST: PaymentRequest = {
  orderId: "o1",
  coinType: "eth",
  network: NETWORK,
  to: TREASURY,
  from: FROM,
  fromProven: true,
  proofBlocksSpending: false,
  amount: "0.05",
  maxFee: "0.000000000000021",
  balance: "1",
  reference: null,
  expiresAt: "2026-11-20T12:30:00Z",
  signing: {
    kind: "evm",
    transaction: {
      from: FROM,
      to: TREASURY,
      value: "0xb1a2bc2ec50000",
      gas: "0x5208",
      maxFeePerGas: "0x1",
      maxPriorityFeePerGas: "0x1",
      chainId: "0x7a69",
    },
  },
};
const SEEN: PaymentTerms = { order: sampleOrder, request: REQUEST };
const PAGE: PaymentPage = {
  orders: [sampleOrder],
  isDomHttp: true,
  officialDomains: ["hongbao.example"],
  appUrl: "https://t.me/hongbao_bot/app",
};

interface World {
  hasAccess?: boolean;
  onlyOrderId?: string | null;
  page?: PaymentPage | Failure;
  /** Terms before the connection and right before the payment; the last one stays. */
  terms?: (PaymentTerms | Failure)[];
  payment?: string | null | Failure;
  report?: Order | Failure;
  /** Looks at the order; the last one stays. */
  looks?: (Order | Failure)[];
}

function isFailure(held: unknown): held is Failure {
  return typeof held === "object" && held !== null && "kind" in held;
}

async function answer<Answer>(held: Answer | Failure): Promise<Answer> {
  if (isFailure(held)) throw held;
  return held;
}

function takeNext<Item>(items: Item[]): Item {
  const [first] = items.length > 1 ? items.splice(0, 1) : items;
  if (first === undefined) throw new Error("nothing left to answer");
  return first;
}

function start({
  hasAccess = true,
  onlyOrderId = null,
  page = PAGE,
  terms = [{ order: sampleOrder, request: REQUEST }],
  payment = "0xabcd",
  report = { ...sampleOrder, reportedTxHash: "0xabcd" },
  looks = [PAID],
}: World = {}) {
  const loaded: unknown[] = [];
  const paid: unknown[] = [];
  const reported: unknown[] = [];
  const walletConnection = walletConnectionMachine.provide({
    actors: {
      detect: fromPromise<readonly AnnouncedWallet[], { walletType: PayInput["walletType"] }>(async () => [
        { connectorId: "io.metal", name: "Metal", icon: null },
      ]),
      connect: fromPromise<ConnectionAnswer, ConnectionRequest>(async () => ({
        account: { address: FROM, networkId: "eip155:31337" },
        proof: null,
      })),
    },
  });
  const { clock, load } = createPage(
    {
      walletConnection,
      loadPage: fromPromise<PaymentPage, { orderId: string | null }>(({ input }) => {
        loaded.push(input.orderId);
        return answer(page);
      }),
      loadTerms: fromPromise<PaymentTerms, { orderId: string }>(() => answer(takeNext(terms))),
      pay: fromPromise<string | null, PayInput>(({ input }) => {
        paid.push([input.walletType, input.connectorId, input.request?.amount]);
        return answer(payment);
      }),
      submitPayment: fromPromise<Order, { orderId: string; txHash: string }>(({ input }) => {
        reported.push(input);
        return answer(report);
      }),
      loadOrders: fromPromise<readonly Order[], OrdersRequest>(() => Promise.withResolvers<never>().promise),
      watchWallet: fromPromise<ConnectedAccount, WalletWatch>(() => Promise.withResolvers<never>().promise),
    },
    () => answer(takeNext(looks)),
  );
  const actor = load({ hasAccess, onlyOrderId });
  actor.start();
  actor.send({ type: "ui.open" });
  return { actor, clock, loaded, paid, reported };
}

type Started = ReturnType<typeof start>["actor"];

async function reach(actor: Started, state: ReturnType<typeof viewPayment>["state"]) {
  const isThere = (snapshot: ReturnType<Started["getSnapshot"]>): boolean => viewPayment(snapshot).state === state;
  return viewPayment(await waitFor(actor, isThere));
}

/** An order that is followed and was read once since. */
async function waitForReading(actor: Started): Promise<void> {
  await reach(actor, "confirmingOnChain");
  const follow = actor.getSnapshot().children.orderFollow;
  if (follow !== undefined) await waitFor(follow, ({ value }) => value === "waiting");
}

async function review(actor: Started) {
  await reach(actor, "choosingOrder");
  actor.send({ type: "ui.connect" });
  return reach(actor, "reviewing");
}

async function pay(actor: Started): Promise<void> {
  await review(actor);
  actor.send({ type: "ui.pay" });
}

test("one order is shown with its terms, paid, reported, confirmed n of m, and successful", async () => {
  const { actor, clock, paid, reported } = start({ looks: [CONFIRMING_ORDER, PAID] });
  const reviewed = await review(actor);
  expect(reviewed.terms).toEqual({
    coinType: "eth",
    ticker: "ETH",
    networkName: "Local",
    amount: "0.05",
    maxFee: "0.00000001",
    from: FROM,
    to: TREASURY,
    balance: "1",
    canAfford: true,
  });
  expect(reviewed.domain).toEqual({ hasWarning: true, officialDomains: ["hongbao.example"] });
  actor.send({ type: "ui.pay" });
  await waitForReading(actor);
  const confirming = viewPayment(actor.getSnapshot());
  expect([confirming.confirmations, confirming.explorerUrl]).toEqual([
    { current: 2, required: 3 },
    "https://explorer.example/tx/0xabcd",
  ]);
  clock.increment(3000);
  await reach(actor, "success");
  expect(paid).toEqual([["ETH", "io.metal", "0.05"]]);
  expect(reported).toEqual([{ orderId: "o1", txHash: "0xabcd" }]);
});

test("a payment that cannot be reported is still found on chain", async () => {
  const { actor, reported } = start({ report: { kind: "network" } });
  await pay(actor);
  await reach(actor, "success");
  expect(reported).toHaveLength(1);
});

test("a payment whose wallet tells no id is followed by the order's reference", async () => {
  const { actor, reported } = start({ payment: null });
  await pay(actor);
  const view = await reach(actor, "success");
  expect(reported).toEqual([]);
  expect(view.txHash).toBe("0xabcd");
});

test("without a code nothing begins", async () => {
  const { actor } = start({ hasAccess: false });
  const view = await reach(actor, "failed");
  expect([view.titleKey, view.failureKey, view.actions]).toEqual([
    "wallet:payment.badLink",
    "errors:paymentCodeMissing",
    [],
  ]);
});

test.each<[string, Failure, string, string]>([
  [
    "a bad code",
    { kind: "api", error: "paymentCodeInvalid", message: "" },
    "wallet:payment.badLink",
    "errors:paymentCodeInvalid",
  ],
  ["no network", { kind: "network" }, "wallet:payment.noConnection", "errors:network"],
  [
    "a server out of order",
    { kind: "api", error: "internal", message: "" },
    "wallet:payment.notLoaded",
    "errors:internal",
  ],
])("%s has its own text, not that of a failed payment", async (_, failure, titleKey, failureKey) => {
  const { actor } = start({ page: failure });
  const view = await reach(actor, "failed");
  expect([view.titleKey, view.failureKey, view.step]).toEqual([titleKey, failureKey, "order"]);
});

test("the steps of a payment are shown in order, and a failure at the step that it reached", async () => {
  const { actor } = start({ payment: { kind: "wallet", reason: "payFailed" }, terms: [SEEN, SEEN] });
  const seen = new Set<string>();
  actor.subscribe((snapshot) => seen.add(viewPayment(snapshot).step));
  await pay(actor);
  expect((await reach(actor, "failed")).step).toBe("pay");
  expect([...seen]).toEqual(["order", "wallet", "check", "pay"]);
});

test("an order for the in-app balance only cannot be paid here", async () => {
  const { actor } = start({ page: { ...PAGE, orders: [{ ...sampleOrder, fromAddress: null }] } });
  const view = await reach(actor, "choosingOrder");
  expect(view.isPayable).toBe(false);
  actor.send({ type: "ui.connect" });
  await reach(actor, "choosingOrder");
});

test.each<[string, PaymentTerms | Failure, string]>([
  [
    "a cancelled order",
    { order: { ...sampleOrder, status: "cancelled" }, request: null },
    "wallet:payment.orderEnded.cancelled",
  ],
  [
    "an order out of time",
    { order: { ...sampleOrder, status: "expired" }, request: null },
    "wallet:payment.orderEnded.expired",
  ],
  ["another payer", { order: sampleOrder, request: { ...REQUEST, from: TREASURY } }, "wallet:failure.addressMismatch"],
  [
    "a balance without the gas",
    { order: sampleOrder, request: { ...REQUEST, balance: "0.050000000000020999" } },
    "wallet:failure.insufficientBalance",
  ],
  ["no chain", { kind: "api", error: "chainUnavailable", message: "" }, "errors:chainUnavailable"],
])("right before paying, %s stops it", async (_, terms, failureKey) => {
  const { actor, paid } = start({ terms: [SEEN, terms] });
  await pay(actor);
  expect([(await reach(actor, "failed")).failureKey, paid]).toEqual([failureKey, []]);
});

test("a balance of exactly amount and gas pays", async () => {
  const { actor, paid } = start({
    terms: [SEEN, { order: sampleOrder, request: { ...REQUEST, balance: "0.050000000000021" } }],
  });
  await pay(actor);
  await reach(actor, "success");
  expect(paid).toEqual([["ETH", "io.metal", "0.05"]]);
});

test("a long balance is shown to as many digits as the gas", async () => {
  const request = { ...REQUEST, balance: "9.949978999999999853" };
  const { actor } = start({ terms: [{ order: sampleOrder, request }] });
  const { terms } = await review(actor);
  expect([terms?.balance, terms?.maxFee]).toEqual(["9.94997899", "0.00000001"]);
});

test.each<[string, Partial<PaymentRequest>]>([
  ["another amount", { amount: "0.04" }],
  ["another destination", { to: FROM }],
  ["another reference", { reference: "8KQ2VN4XT6" }],
])("%s than the one that the person saw is shown before the wallet opens", async (_, changed) => {
  const request = { ...REQUEST, ...changed };
  const { actor, paid } = start({ terms: [SEEN, { order: sampleOrder, request }] });
  await pay(actor);
  const { context } = await waitFor(actor, (snapshot) => snapshot.context.isChanged);
  expect([context.request, (await reach(actor, "reviewing")).isChanged, paid]).toEqual([request, true, []]);
});

test("changed terms are shown again before the wallet opens", async () => {
  const partial: PaymentTerms = {
    order: { ...sampleOrder, status: "partiallyPaid", paidAmount: "0.02" },
    request: { ...REQUEST, amount: "0.03" },
  };
  const { actor, paid } = start({ terms: [SEEN, partial] });
  await pay(actor);
  await waitFor(actor, (snapshot) => snapshot.context.isChanged);
  const view = await reach(actor, "reviewing");
  expect([view.isChanged, view.terms?.amount, paid]).toEqual([true, "0.03", []]);
  actor.send({ type: "ui.pay" });
  expect((await reach(actor, "success")).isChanged).toBe(false);
  expect(paid).toEqual([["ETH", "io.metal", "0.03"]]);
});

test.each<[string, PaymentTerms, ReturnType<typeof viewPayment>["state"]]>([
  ["paid", { order: PAID, request: null }, "success"],
  ["confirming", { order: CONFIRMING_ORDER, request: null }, "confirmingOnChain"],
  ["overdue", { order: { ...sampleOrder, isOverdue: true }, request: null }, "choosingOrder"],
  ["paid elsewhere", { order: { ...sampleOrder, reportedTxHash: "0xbeef" }, request: REQUEST }, "confirmingRepeat"],
])("an order that is %s by now is not brought to a wallet", async (_, terms, state) => {
  const { actor } = start({ terms: [terms], looks: [{ kind: "network" }] });
  await reach(actor, "choosingOrder");
  actor.send({ type: "ui.connect" });
  await reach(actor, "preparing");
  await reach(actor, state);
  const { context, children } = actor.getSnapshot();
  expect([context.orders, children.walletConnection]).toEqual([[terms.order], undefined]);
});

test.each<[PaymentTerms | Failure, "failed" | "timedOut", string]>([
  [{ order: { ...sampleOrder, status: "expired" }, request: null }, "failed", "wallet:payment.orderEnded.expired"],
  [{ kind: "timeout" }, "timedOut", "errors:timeout"],
  [{ kind: "network" }, "failed", "errors:network"],
])("without terms to agree to, %o, no wallet is reached", async (terms, state, failureKey) => {
  const { actor } = start({ terms: [terms] });
  await reach(actor, "choosingOrder");
  actor.send({ type: "ui.connect" });
  expect((await reach(actor, state)).failureKey).toBe(failureKey);
});

test.each<[string, "cancelled" | "failed", string | null, number]>([
  ["cancelled", "cancelled", null, 0],
  ["insufficientBalance", "failed", "wallet:failure.insufficientBalance", 0],
  ["balanceUnavailable", "failed", "wallet:failure.balanceUnavailable", 0],
  ["payFailed", "failed", "wallet:failure.payFailed", 1],
  ["rpcUnreachable", "failed", "wallet:failure.rpcUnreachable", 1],
])("the wallet's %s ends in %s, with %s, and may follow %d payments", async (reason, state, failureKey, attempts) => {
  const { actor } = start({ payment: { kind: "wallet", reason } as Failure });
  await pay(actor);
  expect((await reach(actor, state)).failureKey).toBe(failureKey);
  expect(Object.keys(actor.getSnapshot().context.walletAttempts)).toHaveLength(attempts);
});

test("a payment that was signed too late is offered anew, with the reason until it is agreed to again", async () => {
  const { actor, paid } = start({ payment: { kind: "wallet", reason: "signedTooLate" } });
  await pay(actor);
  await waitFor(actor, ({ context }) => context.failure !== null);
  const view = await reach(actor, "reviewing");
  expect([view.failureKey, view.order?.mark, view.actions[0]?.event.type]).toEqual([
    "wallet:failure.signedTooLate",
    "unpaid",
    "ui.pay",
  ]);
  actor.send({ type: "ui.pay" });
  expect(viewPayment(actor.getSnapshot()).failureKey).toBeNull();
  await waitFor(actor, ({ context }) => context.failure !== null);
  expect(paid).toHaveLength(2);
});

test("a payment that the chain does not confirm times out, and can be waited for or left", async () => {
  const { actor, clock } = start({ looks: [{ kind: "network" }] });
  await pay(actor);
  await waitForReading(actor);
  expect(viewPayment(actor.getSnapshot())).toMatchObject({
    failureKey: "errors:network",
    order: { reportedTxHash: "0xabcd" },
  });
  clock.increment(1_800_000);
  expect((await reach(actor, "timedOut")).failureKey).toBe("wallet:failure.confirmationTimeout");
  actor.send({ type: "ui.retry" });
  expect(viewPayment(actor.getSnapshot())).toMatchObject({ state: "confirmingOnChain", failureKey: null });
  clock.increment(1_800_000);
  await reach(actor, "timedOut");
  actor.send({ type: "ui.back" });
  expect(viewPayment(actor.getSnapshot()).state).toBe("choosingOrder");
  expect(actor.getSnapshot().context).toMatchObject(NOTHING);
});

test.each<[Order, ReturnType<typeof viewPayment>["state"], string, string | null]>([
  [CONFIRMING_ORDER, "confirmingOnChain", "confirming", "0xabcd"],
  [PAID, "success", "paid", "0xabcd"],
  [{ ...sampleOrder, status: "partiallyPaid", paidAmount: "0.02" }, "choosingOrder", "partlyPaid", null],
])("a reading that failed is forgotten with %o, which leads to %s", async (look, state, mark, txHash) => {
  const { actor, clock } = start({ looks: [{ kind: "network" }, look] });
  await pay(actor);
  await waitForReading(actor);
  expect(viewPayment(actor.getSnapshot()).failureKey).toBe("errors:network");
  clock.increment(60_000);
  await waitFor(actor, (snapshot) => viewPayment(snapshot).order?.mark === mark);
  expect(viewPayment(actor.getSnapshot())).toMatchObject({ state, txHash });
  expect(actor.getSnapshot().context.failure).toBeNull();
});

test("a reported payment that is on no chain yet is found again, and can be left", async () => {
  const reported = { ...sampleOrder, reportedTxHash: "0xabcd" };
  const { actor, paid } = start({ page: { ...PAGE, orders: [reported] }, looks: [reported] });
  const found = await reach(actor, "confirmingOnChain");
  expect([found.titleKey, found.confirmations, found.txHash]).toEqual([
    "wallet:payment.unseen",
    { current: 0, required: 3 },
    "0xabcd",
  ]);
  actor.send({ type: "ui.back" });
  expect((await reach(actor, "choosingOrder")).order?.mark).toBe("reported");
  expect(paid).toEqual([]);
});

test("the payment of one order hands it back once it is reported, or was paid meanwhile", async () => {
  const { actor, loaded } = start({ onlyOrderId: "o1" });
  await reach(actor, "reviewing");
  actor.send({ type: "ui.pay" });
  const { output } = await waitFor(actor, ({ status }) => status === "done");
  expect([loaded, output?.order?.reportedTxHash]).toEqual([["o1"], "0xabcd"]);

  const other = start({ onlyOrderId: "o1", terms: [SEEN, { order: PAID, request: null }] }).actor;
  await reach(other, "reviewing");
  other.send({ type: "ui.pay" });
  expect((await waitFor(other, ({ status }) => status === "done")).output).toEqual({ order: PAID });
});

test("orders that do not come in time are loaded anew, and there is nothing to go back to", async () => {
  const { actor, loaded } = start({ page: { kind: "timeout" } });
  expect((await reach(actor, "timedOut")).failureKey).toBe("errors:timeout");
  actor.send({ type: "ui.back" });
  expect(viewPayment(actor.getSnapshot()).state).toBe("timedOut");
  actor.send({ type: "ui.retry" });
  expect(viewPayment(actor.getSnapshot()).state).toBe("loading");
  await reach(actor, "timedOut");
  expect(loaded).toEqual([null, null]);
});

test.each<[string, PaymentTerms | Failure, ReturnType<typeof viewPayment>["state"], string]>([
  ["paid by then", { order: PAID, request: null }, "success", "paid"],
  ["being paid by then", { order: CONFIRMING_ORDER, request: null }, "confirmingOnChain", "confirming"],
  ["silent by then", { kind: "timeout" }, "timedOut", "unpaid"],
])("right before paying, an order that is %s is not paid", async (_, terms, state, mark) => {
  const { actor, paid } = start({ terms: [SEEN, terms], looks: [{ kind: "network" }] });
  await pay(actor);
  expect((await reach(actor, state)).order?.mark).toBe(mark);
  expect(paid).toEqual([]);
});
