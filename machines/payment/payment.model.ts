import type { components } from "#contract/schema.d.ts";
import { paymentMachine } from "./payment.machine.ts";
import { viewPayment } from "./payment.view.ts";
import { defineModel } from "#tests/models/model.ts";
import { sampleKind, sampleOrder, sampleRequest, sampleConnected } from "#tests/support/samples.ts";
import { isLate } from "./paymentOrders.ts";

type Order = components["schemas"]["Order"];

const { from: FROM, to: TREASURY } = sampleRequest;
/** More than the wallet has. */
const GAS = { coinType: "ton", attached: "0.03", balance: "0.01" } as const;

const ORDER = sampleOrder;
const PARTIAL: Order = { ...ORDER, status: "partiallyPaid", paidAmount: "0.02" };
const CONFIRMING: Order = { ...ORDER, status: "confirming", txHash: "0xabcd", confirmations: 2 };
const OVERDUE: Order = { ...ORDER, isOverdue: true };
/** A payment of the rest was reported from another page. */
const REPORTED: Order = { ...ORDER, reportedTxHash: "0xef01" };
const FROM_BALANCE_ONLY: Order = { ...ORDER, orderId: "o2", fromAddress: null };

const page = (orders: readonly Order[]) => ({
  orders,
  isDomHttp: true,
  officialDomains: ["example.org"],
  appUrl: "https://t.me/hongbao_bot/app",
});
const FIRST_ROUND: ReadonlySet<string> = new Set([
  "done(loadPage)",
  "done(loadOrders)",
  "done(loadFirstTerms)",
  "done(loadLastTerms)",
]);

const WAY_OF_ONE: ReadonlySet<string> = new Set([
  "done(loadFirstTerms)",
  "done(walletConnection)",
  "ui.pay",
  "done(loadLastTerms)",
]);
const ENDS_OF_ONE: ReadonlySet<string> = new Set([
  "done(pay)",
  "done(submitPayment)",
  "error(submitPayment)",
  "done(orderFollow)",
]);

const CONNECTED = { ...sampleConnected, address: FROM.toLowerCase() };

const WALLET_KINDS = { ETH: sampleKind };

export const model = defineModel({
  machine: paymentMachine,
  inputs: [
    {
      hasAccess: true,
      onlyOrderId: null,
      walletKinds: WALLET_KINDS,
      walletAttempts: {},
    },
    { hasAccess: false, onlyOrderId: null, walletKinds: {}, walletAttempts: {} },
    { hasAccess: true, onlyOrderId: "o1", walletKinds: WALLET_KINDS, walletAttempts: {} },
  ],
  events: {
    "ui.chooseOrder": [
      { type: "ui.chooseOrder", orderId: "o1" },
      { type: "ui.chooseOrder", orderId: "o9" },
    ],
    "order.read": [
      { type: "order.read", order: CONFIRMING },
      { type: "order.read", order: { ...ORDER, reportedTxHash: "0xabcd" } },
      { type: "order.read", order: PARTIAL },
    ],
    "order.readFailed": [{ type: "order.readFailed", error: { kind: "network" } }],
  },
  outcomes: {
    loadPage: {
      done: [
        page([ORDER]),
        page([ORDER, FROM_BALANCE_ONLY]),
        page([CONFIRMING]),
        page([{ ...CONFIRMING, orderId: "o3" }, REPORTED]),
        page([]),
      ],
      error: [{ kind: "api", error: "paymentCodeInvalid", message: "" }, { kind: "timeout" }],
    },
    loadFirstTerms: {
      done: [
        { order: ORDER, request: sampleRequest },
        { order: { ...ORDER, status: "paid" }, request: null },
        { order: CONFIRMING, request: null },
        { order: OVERDUE, request: null },
        { order: REPORTED, request: sampleRequest },
        { order: { ...ORDER, status: "expired" }, request: null },
      ],
      error: [{ kind: "api", error: "chainUnavailable", message: "" }, { kind: "timeout" }],
    },
    walletConnection: {
      done: [CONNECTED, { status: "cancelled" }, { status: "forgotten" }],
      error: [new Error("broken")],
    },
    loadLastTerms: {
      done: [
        { order: ORDER, request: sampleRequest },
        { order: ORDER, request: { ...sampleRequest, balance: "0.05" } },
        { order: ORDER, request: { ...sampleRequest, from: TREASURY } },
        { order: PARTIAL, request: { ...sampleRequest, amount: "0.03", gas: GAS } },
        { order: { ...ORDER, status: "paid" }, request: null },
        { order: CONFIRMING, request: null },
        { order: OVERDUE, request: null },
        { order: REPORTED, request: sampleRequest },
        { order: { ...ORDER, status: "cancelled" }, request: null },
      ],
      error: [{ kind: "network" }, { kind: "timeout" }],
    },
    pay: {
      done: ["0xabcd", null],
      error: [
        { kind: "wallet", reason: "cancelled" },
        { kind: "wallet", reason: "wrongNetwork" },
        { kind: "wallet", reason: "signedTooLate" },
        { kind: "wallet", reason: "insufficientBalance" },
        { kind: "wallet", reason: "payFailed" },
      ],
    },
    watchWallet: {
      done: [{ address: TREASURY, networkId: "eip155:31337" }],
      error: [{ kind: "wallet", reason: "locked" }],
    },
    loadOrders: {
      done: [
        { orders: [CONFIRMING], walletAttempts: {} },
        { orders: [ORDER], walletAttempts: {} },
      ],
      error: [{ kind: "network" }],
    },
    submitPayment: { done: [{ ...ORDER, reportedTxHash: "0xabcd" }], error: [{ kind: "network" }] },
    orderFollow: {
      done: [
        { order: { ...ORDER, status: "paid", txHash: "0xabcd", confirmations: 3 }, envelopes: [] },
        { order: { ...ORDER, status: "expired" }, envelopes: [] },
      ],
      error: [],
    },
  },
  // One of two orders is followed, and one alone is paid. Once a wallet was asked, the samples of a first round are left out.
  isWalked: (stimulus, { walletAttempts, orders, onlyOrderId }, running) => {
    const [kind = "", sample] = stimulus.split("#");
    // The way of a payment is the same for one order as for all, but for its end.
    if (onlyOrderId !== null && !["ui.open", "done(loadPage)"].includes(kind))
      return ENDS_OF_ONE.has(kind) || (WAY_OF_ONE.has(kind) && sample === "0");
    if (orders.length > 1 && kind === "ui.connect") return false;
    // It matters under review whether an order is as it was.
    if (kind === "done(loadOrders)" && sample === "1" && !running.includes("watchWallet")) return false;
    return Object.keys(walletAttempts).length === 0 || !FIRST_ROUND.has(kind) || sample === "0";
  },
  // Every list of the samples that can be chosen from holds o1, and a wallet is connected wherever a guard asks for it.
  key: ({ hasAccess, onlyOrderId, orders, orderId, request, connection, walletAttempts, failure }) => ({
    hasAccess,
    onlyOrderId,
    orders: orders.map((order) => [order.orderId, order.status, order.isOverdue, order.reportedTxHash, order.txHash]),
    orderId,
    due: request?.amount ?? null,
    isConnected: connection !== null,
    walletAttempts,
    lacksNetwork: failure?.kind === "network",
    isBadLink: failure?.kind === "api" && failure.error.startsWith("paymentCode"),
    isLate: isLate(failure),
  }),
  invariants: {
    "the wallet opens only for terms that the payer has seen": ({ request, connection }, isIn) =>
      !isIn("confirmingInWallet") ||
      (request !== null && connection?.address.toLowerCase() === request.from.toLowerCase()),
    "a transaction is reported with its hash": ({ walletAttempts, orderId }, isIn) =>
      !isIn("submitted") || typeof walletAttempts[orderId ?? ""] === "string",
    "a wallet that is asked is remembered": ({ walletAttempts, orderId }, isIn) =>
      !isIn("confirmingInWallet") || walletAttempts[orderId ?? ""] === null,
    "an order in its grace time is offered to no wallet": ({ orders, orderId }, isIn) =>
      !isIn("reviewing") || orders.every((order) => order.orderId !== orderId || !order.isOverdue),
    "an order is named from its choice on": ({ orderId }, isIn) =>
      orderId !== null || ["idle", "loading", "nothingToPay", "choosingOrder", "failed"].some((path) => isIn(path)),
    "a payment of one order is handed back once the server knows of it": ({ onlyOrderId, orders }, isIn) =>
      !isIn("handedBack") ||
      (onlyOrderId !== null && orders.some((order) => order.status === "paid" || order.reportedTxHash !== null)),
    "only the server's word is success": ({ orders, orderId }, isIn) =>
      !isIn("success") || orders.find((order) => order.orderId === orderId)?.status === "paid",
    "a failure is shown": ({ failure }, isIn) => !isIn("failed") || failure !== null,
    "what failed is forgotten where it shows no more": ({ failure }, isIn) =>
      failure === null || ["failed", "confirmingOnChain", "reviewing"].some((path) => isIn(path)),
    "the terms are forgotten where another order can be chosen": ({ request, connection, isChanged }, isIn) =>
      !(isIn("choosingOrder") || isIn("confirmingRepeat") || isIn("loading")) ||
      (request === null && connection === null && !isChanged),
    "nothing is started without a code": ({ hasAccess }, isIn) => hasAccess || isIn("idle") || isIn("failed"),
  },
  view: viewPayment,
  press: {
    "ui.chooseOrder": ({ orderId }, { orders }) => ({
      among: ["[aria-pressed]", orders.findIndex((order) => order.orderId === orderId)],
      isShown: orders.some((order) => order.orderId === orderId),
    }),
  },
});
