import { expect, test } from "vitest";
import { waitFor } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { sampleKind, sampleOrder, sampleRequest } from "#tests/support/samples.ts";
import { openChart, provideWorld } from "#tests/support/openChart.ts";
import { FROM, NOTHING } from "#tests/support/paymentPage.ts";
import { answerInTurn, OFFLINE, refuse } from "#tests/support/refusal.ts";
import type { Failure } from "../kit/failure.ts";
import { orderFollowChild } from "../kit/follow/orderFollow.ts";
import { walletConnectionMachine } from "../walletConnection/walletConnection.machine.ts";
import { paymentMachine, type PaymentPage, type PaymentTerms } from "./payment.machine.ts";
import { viewPayment } from "./payment.view.ts";
import { createFollowInput, type WalletAttempts } from "./paymentOrders.ts";

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

interface Known {
  hasAccess?: boolean;
  onlyOrderId?: string | null;
  walletAttempts?: WalletAttempts;
  page?: PaymentPage | Failure;
  /** Terms before the connection and right before the payment; the last one stays. */
  terms?: (PaymentTerms | Failure)[];
  payment?: string | null | Failure;
  report?: Order | Failure;
  /** Looks at the order; the last one stays. */
  looks?: (Order | Failure)[];
}

function start({
  hasAccess = true,
  onlyOrderId = null,
  walletAttempts = {},
  page = PAGE,
  terms = [SEEN],
  payment = "0xabcd",
  report = { ...sampleOrder, reportedTxHash: "0xabcd" },
  looks = [PAID],
}: Known = {}) {
  const loaded: unknown[] = [];
  const paid: unknown[] = [];
  const reported: unknown[] = [];
  const readPage = answerInTurn<PaymentPage>([page]);
  const takePayment = answerInTurn<string | null>([payment]);
  const takeReport = answerInTurn<Order>([report]);
  const lookAtOrder = answerInTurn<Order>(looks);
  const chart = openChart(paymentMachine, viewPayment, {
    input: { hasAccess, onlyOrderId, walletKinds: { ETH: sampleKind }, walletAttempts },
    world: {
      walletConnection: provideWorld(walletConnectionMachine, {
        detect: () => [{ connectorId: "io.metal", name: "Metal", icon: null }],
        connect: () => ({ account: { address: FROM, networkId: "eip155:31337" }, proof: null }),
      }),
      orderFollow: provideWorld(orderFollowChild, {
        read: async () => ({ order: await lookAtOrder(), envelopes: [] }),
      }),
      loadPage: ({ orderId }) => {
        loaded.push(orderId);
        return readPage();
      },
      loadTerms: answerInTurn<PaymentTerms>(terms),
      pay: ({ walletType, connectorId, request }) => {
        paid.push([walletType, connectorId, request.amount]);
        return takePayment();
      },
      submitPayment: (sent) => {
        reported.push(sent);
        return takeReport();
      },
    },
    events: [{ type: "ui.open" }],
  });
  const { actor, see, press } = chart;
  /** An order that is followed and was read once since. */
  const waitForReading = async () => {
    await see("confirmingOnChain");
    const follow = actor.getSnapshot().children.orderFollow;
    if (follow !== undefined) await waitFor(follow, ({ value }) => value === "waiting");
  };
  const review = async () => {
    await see("choosingOrder");
    press("ui.connect");
    return see("reviewing");
  };
  const pay = async () => {
    await review();
    press("ui.pay");
  };
  return { ...chart, loaded, paid, reported, waitForReading, review, pay };
}

test("one order is shown with its terms, paid, reported, confirmed n of m, and successful", async () => {
  const { clock, paid, reported, look, see, press, waitForReading, review } = start({
    looks: [CONFIRMING_ORDER, PAID],
  });
  const reviewed = await review();
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
    gas: null,
  });
  expect(reviewed.domain).toEqual({ hasWarning: true, officialDomains: ["hongbao.example"] });
  press("ui.pay");
  await waitForReading();
  const confirming = look();
  expect([confirming.confirmations, confirming.explorerUrl]).toEqual([
    { current: 2, required: 3 },
    "https://explorer.example/tx/0xabcd",
  ]);
  clock.increment(3000);
  await see("success");
  expect(paid).toEqual([["ETH", "io.metal", "0.05"]]);
  expect(reported).toEqual([{ orderId: "o1", txHash: "0xabcd" }]);
});

test("a wallet with less of the network's own coin than goes along is told so, and may pay", async () => {
  const gas = { coinType: "ton", attached: "0.03", balance: "0.0299" } as const;
  const { review, paid, press, see } = start({ terms: [{ ...SEEN, request: { ...REQUEST, gas } }] });
  expect((await review()).terms).toMatchObject({
    canAfford: true,
    gas: { coinType: "ton", amount: "0.03", isShort: true },
  });
  press("ui.pay");
  await see("confirmingOnChain");
  expect(paid).toHaveLength(1);

  const enough = start({ terms: [{ ...SEEN, request: { ...REQUEST, gas: { ...gas, balance: "0.03" } } }] });
  expect((await enough.review()).terms?.gas?.isShort).toBe(false);
});

test.each<[Order["coinType"], string | null, object]>([
  ["sol", "0xabcd", { awaited: "0xabcd" }],
  ["sol", null, { awaited: "" }],
  ["eth", "0xabcd", {}],
])("of %s a payment whose wallet gave the hash %s is followed with %o", async (coinType, txHash, hurry) => {
  const { actor, see } = start();
  await see("choosingOrder");
  const order = { ...sampleOrder, coinType };
  const { context } = actor.getSnapshot();
  expect(createFollowInput({ ...context, orders: [order], walletAttempts: { o1: txHash } })).toEqual({
    id: "o1",
    reading: { order, envelopes: [] },
    ...hurry,
  });
});

test("a payment that cannot be reported is still found on chain", async () => {
  const { reported, see, pay } = start({ report: OFFLINE });
  await pay();
  await see("success");
  expect(reported).toHaveLength(1);
});

test("a payment whose wallet tells no id is followed by the order's reference", async () => {
  const { reported, see, pay } = start({ payment: null });
  await pay();
  const view = await see("success");
  expect(reported).toEqual([]);
  expect(view.txHash).toBe("0xabcd");
});

test("without a code nothing begins", async () => {
  const { see } = start({ hasAccess: false });
  const view = await see("failed");
  expect([view.titleKey, view.failureKey, view.actions]).toEqual([
    "wallet:payment.badLink",
    "errors:paymentCodeMissing",
    [],
  ]);
});

test.each<[string, Failure, string, string, string[]]>([
  ["a bad code", refuse("paymentCodeInvalid"), "wallet:payment.badLink", "errors:paymentCodeInvalid", []],
  ["no network", OFFLINE, "wallet:payment.noConnection", "errors:network", ["ui.retry"]],
  ["a server out of order", refuse("internal"), "wallet:payment.notLoaded", "errors:internal", ["ui.retry"]],
])("%s has its own text, not that of a failed payment", async (_, failure, titleKey, failureKey, controls) => {
  const { see, listControls } = start({ page: failure });
  const view = await see("failed");
  expect([view.titleKey, view.failureKey, view.step]).toEqual([titleKey, failureKey, "order"]);
  expect(listControls()).toEqual(controls);
});

test("a page that had no network is read again once there is one", async () => {
  const { loaded, see, send } = start({ page: OFFLINE });
  await see("failed");
  send({ type: "app.online" });
  await see("loading");
  expect(loaded).toHaveLength(2);
});

test("the steps of a payment are shown in order, and a failure at the step that it reached", async () => {
  const { actor, see, pay } = start({ payment: { kind: "wallet", reason: "payFailed" }, terms: [SEEN, SEEN] });
  const seen = new Set<string>();
  actor.subscribe((snapshot) => seen.add(viewPayment(snapshot).step));
  await pay();
  expect((await see("failed")).step).toBe("pay");
  expect([...seen]).toEqual(["order", "wallet", "check", "pay"]);
});

test("an order for the in-app balance only cannot be paid here", async () => {
  const { see, send } = start({ page: { ...PAGE, orders: [{ ...sampleOrder, fromAddress: null }] } });
  const view = await see("choosingOrder");
  expect(view.isPayable).toBe(false);
  send({ type: "ui.connect" });
  await see("choosingOrder");
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
  ["no chain", refuse("chainUnavailable"), "errors:chainUnavailable"],
])("right before paying, %s stops it", async (_, terms, failureKey) => {
  const { paid, see, pay } = start({ terms: [SEEN, terms] });
  await pay();
  expect([(await see("failed")).failureKey, paid]).toEqual([failureKey, []]);
});

test("a balance of exactly amount and gas pays", async () => {
  const { paid, see, pay } = start({
    terms: [SEEN, { order: sampleOrder, request: { ...REQUEST, balance: "0.050000000000021" } }],
  });
  await pay();
  await see("success");
  expect(paid).toEqual([["ETH", "io.metal", "0.05"]]);
});

test("a long balance is shown to as many digits as the gas", async () => {
  const request = { ...REQUEST, balance: "9.949978999999999853" };
  const { review } = start({ terms: [{ order: sampleOrder, request }] });
  const { terms } = await review();
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
    const { actor, paid, see, press, pay } = start({ terms: [SEEN, { order: sampleOrder, request }] });
    await pay();
    const { context } = await waitFor(actor, (snapshot) => snapshot.context.isChanged);
    expect([context.request, (await see("reviewing")).isChanged, paid]).toEqual([request, true, []]);
    press("ui.pay");
    expect((await see("success")).isChanged).toBe(false);
    expect(paid).toEqual([["ETH", "io.metal", request.amount]]);
  },
);

test.each<[string, PaymentTerms, ReturnType<typeof viewPayment>["state"]]>([
  ["paid", { order: PAID, request: null }, "success"],
  ["confirming", { order: CONFIRMING_ORDER, request: null }, "confirmingOnChain"],
  ["overdue", { order: { ...sampleOrder, isOverdue: true }, request: null }, "choosingOrder"],
  ["paid elsewhere", { order: { ...sampleOrder, reportedTxHash: "0xbeef" }, request: REQUEST }, "confirmingRepeat"],
])("an order that is %s by now is not brought to a wallet", async (_, terms, state) => {
  const { actor, see, press } = start({ terms: [terms], looks: [OFFLINE] });
  await see("choosingOrder");
  press("ui.connect");
  await see("preparing");
  await see(state);
  const { context, children } = actor.getSnapshot();
  expect([context.orders, children.walletConnection]).toEqual([[terms.order], undefined]);
});

test.each<[PaymentTerms | Failure, "failed" | "timedOut", string]>([
  [{ order: { ...sampleOrder, status: "expired" }, request: null }, "failed", "wallet:payment.orderEnded.expired"],
  [{ kind: "timeout" }, "timedOut", "errors:timeout"],
  [OFFLINE, "failed", "errors:network"],
])("without terms to agree to, %o, no wallet is reached", async (terms, state, failureKey) => {
  const { see, press } = start({ terms: [terms] });
  await see("choosingOrder");
  press("ui.connect");
  expect((await see(state)).failureKey).toBe(failureKey);
});

test.each<[string, "cancelled" | "failed", string | null, number]>([
  ["cancelled", "cancelled", null, 0],
  ["insufficientBalance", "failed", "wallet:failure.insufficientBalance", 0],
  ["balanceUnavailable", "failed", "wallet:failure.balanceUnavailable", 0],
  ["payFailed", "failed", "wallet:failure.payFailed", 1],
  ["rpcUnreachable", "failed", "wallet:failure.rpcUnreachable", 1],
])("the wallet's %s ends in %s, with %s, and may follow %d payments", async (reason, state, failureKey, attempts) => {
  const { actor, see, pay } = start({ payment: { kind: "wallet", reason } as Failure });
  await pay();
  expect((await see(state)).failureKey).toBe(failureKey);
  expect(Object.keys(actor.getSnapshot().context.walletAttempts)).toHaveLength(attempts);
});

test("a payment that was signed too late is offered anew, with the reason until it is agreed to again", async () => {
  const { actor, paid, look, see, press, pay } = start({ payment: { kind: "wallet", reason: "signedTooLate" } });
  await pay();
  await waitFor(actor, ({ context }) => context.failure !== null);
  const view = await see("reviewing");
  expect([view.failureKey, view.order?.mark, view.actions[0]?.event.type]).toEqual([
    "wallet:failure.signedTooLate",
    "unpaid",
    "ui.pay",
  ]);
  press("ui.pay");
  expect(look().failureKey).toBeNull();
  await waitFor(actor, ({ context }) => context.failure !== null);
  expect(paid).toHaveLength(2);
});

test("a payment that the chain does not confirm times out, and can be waited for or left", async () => {
  const { actor, clock, look, see, press, waitForReading, pay } = start({ looks: [OFFLINE] });
  await pay();
  await waitForReading();
  expect(look()).toMatchObject({
    failureKey: "errors:network",
    order: { reportedTxHash: "0xabcd" },
  });
  clock.increment(1_800_000);
  expect((await see("timedOut")).failureKey).toBe("wallet:failure.confirmationTimeout");
  press("ui.retry");
  expect(look()).toMatchObject({ state: "confirmingOnChain", failureKey: null });
  clock.increment(1_800_000);
  await see("timedOut");
  press("ui.back");
  expect(look().state).toBe("choosingOrder");
  expect(actor.getSnapshot().context).toMatchObject(NOTHING);
});

test.each<[Order, ReturnType<typeof viewPayment>["state"], string, string | null]>([
  [CONFIRMING_ORDER, "confirmingOnChain", "confirming", "0xabcd"],
  [PAID, "success", "paid", "0xabcd"],
  [{ ...sampleOrder, status: "partiallyPaid", paidAmount: "0.02" }, "choosingOrder", "partlyPaid", null],
])("a reading that failed is forgotten with %o, which leads to %s", async (reading, state, mark, txHash) => {
  const { actor, clock, look, waitForReading, pay } = start({ looks: [OFFLINE, reading] });
  await pay();
  await waitForReading();
  expect(look().failureKey).toBe("errors:network");
  clock.increment(60_000);
  await waitFor(actor, (snapshot) => viewPayment(snapshot).order?.mark === mark);
  expect(look()).toMatchObject({ state, txHash });
  expect(actor.getSnapshot().context.failure).toBeNull();
});

test("a reported payment that is on no chain yet is found again, and can be left", async () => {
  const reported = { ...sampleOrder, reportedTxHash: "0xabcd" };
  const { paid, see, press } = start({ page: { ...PAGE, orders: [reported] }, looks: [reported] });
  const found = await see("confirmingOnChain");
  expect([found.titleKey, found.confirmations, found.txHash]).toEqual([
    "wallet:payment.unseen",
    { current: 0, required: 3 },
    "0xabcd",
  ]);
  press("ui.back");
  expect((await see("choosingOrder")).order?.mark).toBe("reported");
  expect(paid).toEqual([]);
});

test("the payment of one order hands it back once it is reported, or was paid meanwhile", async () => {
  const { actor, loaded, see, press } = start({ onlyOrderId: "o1" });
  await see("reviewing");
  press("ui.pay");
  const { output } = await waitFor(actor, ({ status }) => status === "done");
  expect([loaded, output?.order?.reportedTxHash]).toEqual([["o1"], "0xabcd"]);

  const other = start({ onlyOrderId: "o1", terms: [SEEN, { order: PAID, request: null }] });
  await other.see("reviewing");
  other.press("ui.pay");
  expect((await waitFor(other.actor, ({ status }) => status === "done")).output).toEqual({ order: PAID });
});

test("one order that a wallet was asked for before is not paid at once", async () => {
  const { shown, see } = start({ onlyOrderId: "o1", walletAttempts: { o1: null } });
  expect((await see("choosingOrder")).order?.mark).toBe("unanswered");
  expect(shown).not.toContain("preparing");
});

test.each<[Failure, ReturnType<typeof viewPayment>["state"], ReturnType<typeof viewPayment>["state"]]>([
  [OFFLINE, "failed", "loading"],
  [{ kind: "timeout" }, "timedOut", "confirmingOnChain"],
])("who tries to pay again, and then once more after %o, comes from %s to %s", async (failure, state, next) => {
  const reported = { ...sampleOrder, reportedTxHash: "0xabcd" };
  const { look, press, see } = start({ page: { ...PAGE, orders: [reported] }, looks: [reported], terms: [failure] });
  await see("confirmingOnChain");
  press("ui.back", "ui.connect", "ui.confirm");
  await see(state);
  press("ui.retry");
  expect(look().state).toBe(next);
});

test("orders that do not come in time are loaded anew, and there is nothing to go back to", async () => {
  const { loaded, look, see, send, press } = start({ page: { kind: "timeout" } });
  expect((await see("timedOut")).failureKey).toBe("errors:timeout");
  expect(send({ type: "ui.back" }).state).toBe("timedOut");
  press("ui.retry");
  expect(look().state).toBe("loading");
  await see("timedOut");
  expect(loaded).toEqual([null, null]);
});

test.each<[string, PaymentTerms | Failure, ReturnType<typeof viewPayment>["state"], string]>([
  ["paid by then", { order: PAID, request: null }, "success", "paid"],
  ["being paid by then", { order: CONFIRMING_ORDER, request: null }, "confirmingOnChain", "confirming"],
  ["out of time by then", { order: { ...sampleOrder, isOverdue: true }, request: null }, "choosingOrder", "overdue"],
  [
    "reported by then",
    { order: { ...sampleOrder, reportedTxHash: "0xbeef" }, request: REQUEST },
    "confirmingRepeat",
    "reported",
  ],
  ["silent by then", { kind: "timeout" }, "timedOut", "unpaid"],
])("right before paying, an order that is %s is not paid", async (_, terms, state, mark) => {
  const { paid, see, pay } = start({ terms: [SEEN, terms], looks: [OFFLINE] });
  await pay();
  expect((await see(state)).order?.mark).toBe(mark);
  expect(paid).toEqual([]);
});
