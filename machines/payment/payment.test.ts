import { expect, test } from "vitest";
import { fromPromise, waitFor } from "xstate";
import { sampleOrder, sampleRequest } from "#tests/models/samples.ts";
import { createPage, FROM, NOTHING, type PayInput } from "#tests/support/paymentPage.ts";
import type { components } from "#contract/schema.d.ts";
import type { Failure } from "../kit/failure.ts";
import {
  type AnnouncedWallet,
  type ConnectedAccount,
  type ConnectionAnswer,
  type ConnectionRequest,
  walletConnectionMachine,
  type WalletWatch,
} from "../walletConnection/walletConnection.machine.ts";
import type { OrdersReading, OrdersRequest, PaymentPage, PaymentTerms } from "./payment.machine.ts";
import { viewPayment } from "./payment.view.ts";

type Order = components["schemas"]["Order"];
type PaymentRequest = components["schemas"]["PaymentRequest"];

const CONFIRMING_ORDER: Order = { ...sampleOrder, status: "confirming", txHash: "0xabcd", confirmations: 2 };
const PAID: Order = { ...sampleOrder, status: "paid", txHash: "0xabcd", confirmations: 3 };
const REQUEST: PaymentRequest = {
  ...sampleRequest,
  fromProven: true,
  proofBlocksSpending: false,
  maxFee: "0.000000000000021",
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
      loadOrders: fromPromise<OrdersReading, OrdersRequest>(() => Promise.withResolvers<never>().promise),
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
    to: sampleRequest.to,
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

test("a page that had no network is read again once there is one", async () => {
  const { actor, loaded } = start({ page: { kind: "network" } });
  await reach(actor, "failed");
  actor.send({ type: "app.online" });
  await reach(actor, "loading");
  expect(loaded).toHaveLength(2);
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
  [
    "another payer",
    { order: sampleOrder, request: { ...REQUEST, from: sampleRequest.to } },
    "wallet:failure.addressMismatch",
  ],
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
])(
  "%s than the one that the person saw is shown before the wallet opens, and paid once agreed to",
  async (_, changed) => {
    const request = { ...REQUEST, ...changed };
    const { actor, paid } = start({ terms: [SEEN, { order: sampleOrder, request }] });
    await pay(actor);
    const { context } = await waitFor(actor, (snapshot) => snapshot.context.isChanged);
    expect([context.request, (await reach(actor, "reviewing")).isChanged, paid]).toEqual([request, true, []]);
    actor.send({ type: "ui.pay" });
    expect((await reach(actor, "success")).isChanged).toBe(false);
    expect(paid).toEqual([["ETH", "io.metal", request.amount]]);
  },
);

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
