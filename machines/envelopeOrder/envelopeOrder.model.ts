import type { components } from "#contract/schema.d.ts";
import { type EnvelopeOrderInput, envelopeOrderMachine, type PaymentMeans } from "./envelopeOrder.machine.ts";
import { viewEnvelopeOrder } from "./envelopeOrder.view.ts";
import { defineModel } from "#tests/models/model.ts";
import { sampleOrder, sampleUnpaidEnvelope } from "#tests/support/samples.ts";

type Envelope = components["schemas"]["Envelope"];
type Order = components["schemas"]["Order"];

const ORDER: Order = { ...sampleOrder, paymentUrl: "https://example.org/unPaymentList#code=abc" };
const CONFIRMING: Order = { ...ORDER, status: "confirming", confirmations: 1, paymentUrl: null };
const PART_PAID: Order = { ...ORDER, status: "partiallyPaid", paidAmount: "0.02" };
const PAID: Order = { ...ORDER, status: "paid" };
/** Names no wallet, so no wallet can pay it. */
const UNPAYABLE: Order = { ...ORDER, orderId: "o2", fromAddress: null, envelopeIds: ["e2"] };
const ENVELOPE: Envelope = { ...sampleUnpaidEnvelope, remark: null };
const LIVE: Envelope = { ...ENVELOPE, status: "open" };
const SENT: EnvelopeOrderInput = { order: ORDER, envelopes: [ENVELOPE], coinsPaidHere: [] };
const MEANS: PaymentMeans = { walletKinds: {}, walletAttempts: { o1: "0xabc" } };

export const model = defineModel({
  machine: envelopeOrderMachine,
  inputs: [
    SENT,
    { ...SENT, order: PAID, envelopes: [LIVE] },
    { ...SENT, order: PAID, envelopes: [{ ...LIVE, status: "finished" }] },
    { ...SENT, order: UNPAYABLE, envelopes: [] },
    { ...SENT, envelopes: [], coinsPaidHere: ["eth"] },
  ],
  events: {
    "order.open": [
      { type: "order.open", isToBePaid: false },
      { type: "order.open", isToBePaid: true },
    ],
    "order.read": [
      { type: "order.read", order: CONFIRMING },
      { type: "order.read", order: PART_PAID },
      { type: "order.read", order: { ...ORDER, reportedTxHash: "0xdef" } },
      { type: "order.read", order: { ...ORDER, paymentUrl: null } },
    ],
    "order.readFailed": [{ type: "order.readFailed", error: { kind: "network" } }],
  },
  outcomes: {
    orderFollow: {
      done: [
        { envelopes: [LIVE], order: PAID },
        { envelopes: [], order: { ...ORDER, status: "expired" } },
      ],
      error: [],
    },
    loadEnvelopes: {
      done: [
        [LIVE, { ...ENVELOPE, envelopeId: "e2", chatId: "-1002", status: "finished" }],
        [{ ...ENVELOPE, status: "finished" }],
      ],
      error: [{ kind: "network" }],
    },
    loadPayment: { done: [MEANS], error: [{ kind: "network" }] },
    payment: { done: [{ order: { ...ORDER, reportedTxHash: "0xabc" } }, { order: PAID }, { order: null }], error: [] },
    balancePayment: { done: [{ end: "paid" }, { end: "codeWanted" }, { end: "recoveryWanted" }], error: [] },
    renewLink: { done: [{ paymentUrl: "https://example.org/unPaymentList#code=def" }], error: [{ kind: "network" }] },
    cancelOrder: {
      done: [{ ...ORDER, status: "cancelled" }],
      error: [{ kind: "api", error: "orderNotPayable", message: "" }],
    },
  },
  key: ({ order, envelopes, coinsPaidHere }) => ({
    status: order.status,
    paidAmount: order.paidAmount,
    hasPayer: order.fromAddress !== null,
    hasLink: order.paymentUrl !== null,
    isReported: order.reportedTxHash !== null && order.reportedTxHash !== order.txHash,
    areOver: envelopes.every(({ status }) => status !== "open"),
    coinsPaidHere,
  }),
  invariants: {
    "only an order that a wallet can pay leads to the payment page": ({ order }, isIn) =>
      !isIn("unpaid.order.openingPayment") || order.fromAddress !== null,
    "an order that is paid here opens no page elsewhere": ({ coinsPaidHere, order }, isIn) =>
      !isIn("unpaid.order.openingPayment") || !coinsPaidHere.includes(order.coinType),
    "what was sent here is not paid a second time": ({ order }, isIn) =>
      !isIn("paying") || order.reportedTxHash === null,
    "the balance pays nothing while a wallet's payment is on its way": ({ order }, isIn) =>
      !isIn("unpaid.balance.open") || order.reportedTxHash === null,
    "the balance pays only what is due": ({ order: { status } }, isIn) =>
      !isIn("unpaid.balance.open") || status === "awaitingPayment" || status === "partiallyPaid",
    "only an order of a coin that is paid here is paid here": ({ order, coinsPaidHere }, isIn) =>
      !isIn("paying") || coinsPaidHere.includes(order.coinType),
    "live is paid": ({ order, envelopes }, isIn) => !isIn("live") || (order.status === "paid" && envelopes.length > 0),
  },
  view: viewEnvelopeOrder,
  press: { "ui.back": () => ({ isBack: true }) },
});
