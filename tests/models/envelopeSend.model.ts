import type { components } from "#contract/schema.d.ts";
import { validateSend } from "#domain/envelope/validateSend.ts";
import { envelopeSendMachine, envelopeSendSecrets } from "#machines/envelopeSend/envelopeSend.machine.ts";
import { envelopeSendTable, type EnvelopeSendShape } from "#machines/envelopeSend/envelopeSend.table.ts";
import { viewEnvelopeSend } from "#machines/envelopeSend/envelopeSend.view.ts";
import { FIRST_LOOK } from "#machines/envelopeSend/envelopeSend.setup.ts";
import type { Funds, SendForm } from "#machines/envelopeSend/sendForm.ts";
import { defineModel } from "./model.ts";
import { sampleOrder, sampleUnpaidEnvelope } from "./samples.ts";

type Envelope = components["schemas"]["Envelope"];
type Order = components["schemas"]["Order"];

const ORDER: Order = { ...sampleOrder, paymentUrl: "https://example.org/unPaymentList#code=abc" };
const CONFIRMING: Order = { ...ORDER, status: "confirming", confirmations: 1, paymentUrl: null };
const PART_PAID: Order = { ...ORDER, status: "partiallyPaid", paidAmount: "0.02" };
/** Its coin takes no new sends any more. */
const SAVED: SendForm = {
  type: "luckyDraw",
  coinType: "sol",
  count: "",
  totalAmount: "0.05",
  singleAmount: null,
  passphrase: "happy year",
  remark: "",
  coverId: "eid",
  messageId: null,
};
/** Names no wallet, so no wallet can pay it. */
const UNPAYABLE: Order = { ...ORDER, orderId: "o2", fromAddress: null, envelopeIds: ["e2"] };
const RICH: Funds & { kind: "bound" } = { kind: "bound", address: sampleOrder.treasuryAddress, balance: "0.05" };
const ENVELOPE: Envelope = { ...sampleUnpaidEnvelope, remark: null };

export const model = defineModel<EnvelopeSendShape>({
  machine: envelopeSendMachine,
  table: envelopeSendTable,
  secrets: envelopeSendSecrets,
  inputs: [
    { chatIds: ["-1001"], envelopeId: null, saved: null, attemptId: "a" },
    { chatIds: [], envelopeId: null, saved: { draft: SAVED, chatIds: ["-1001"] }, attemptId: "a" },
    { chatIds: [], envelopeId: "e1", saved: null, attemptId: "a" },
  ],
  events: {
    "ui.open": [{ type: "ui.open" }],
    "ui.reload": [{ type: "ui.reload" }],
    "ui.chooseType": [
      { type: "ui.chooseType", envelopeType: "ordinary" },
      { type: "ui.chooseType", envelopeType: "luckyDraw" },
    ],
    "ui.chooseCoin": [{ type: "ui.chooseCoin", coinType: "eth" }],
    "ui.chooseAmount": [
      { type: "ui.chooseAmount", field: "singleAmount" },
      { type: "ui.chooseAmount", field: "totalAmount" },
    ],
    "ui.chooseChats": [{ type: "ui.chooseChats", chatIds: [] }],
    "ui.chooseCover": [{ type: "ui.chooseCover", coverId: "tet" }],
    "ui.chooseMessage": [{ type: "ui.chooseMessage", messageId: "newYear" }],
    "ui.type": [
      { type: "ui.type", field: "count", value: "5" },
      { type: "ui.type", field: "totalAmount", value: "0.05" },
    ],
    "ui.leave": [{ type: "ui.leave", field: "count" }],
    "ui.submit": [{ type: "ui.submit" }],
    "ui.resume": [
      { type: "ui.resume", orderId: "o1" },
      { type: "ui.resume", orderId: "o2" },
      { type: "ui.resume", orderId: "o9" },
    ],
    "ui.openPayment": [{ type: "ui.openPayment" }],
    "ui.renewLink": [{ type: "ui.renewLink" }],
    "ui.cancelOrder": [{ type: "ui.cancelOrder" }],
    "ui.confirm": [{ type: "ui.confirm" }],
    "ui.back": [{ type: "ui.back" }],
    "ui.retry": [{ type: "ui.retry" }],
    "ui.edit": [{ type: "ui.edit" }],
    "ui.toForm": [{ type: "ui.toForm" }],
    "ui.another": [{ type: "ui.another" }],
    "order.read": [
      { type: "order.read", order: CONFIRMING },
      { type: "order.read", order: PART_PAID },
      { type: "order.read", order: { ...ORDER, paymentUrl: null } },
    ],
    "order.readFailed": [{ type: "order.readFailed", error: { kind: "network" } }],
  },
  outcomes: {
    loadOptions: {
      done: [
        {
          coinTypes: ["eth"],
          chats: [{ chatId: "-1001", title: "Family" }],
          unpaidOrders: [ORDER, UNPAYABLE],
          lookInUse: { coverId: "wedding", messageId: "wedding" },
        },
        { coinTypes: ["eth"], chats: [], unpaidOrders: [], lookInUse: FIRST_LOOK },
        { coinTypes: [], chats: [], unpaidOrders: [ORDER], lookInUse: FIRST_LOOK },
      ],
      error: [{ kind: "network" }],
    },
    readFunds: { done: [RICH, { kind: "notBound" }], error: [{ kind: "network" }] },
    loadFunds: {
      done: [RICH, { kind: "notBound" }, { ...RICH, balance: null }, { ...RICH, balance: "0.049999" }],
      error: [{ kind: "network" }],
    },
    sendEnvelope: {
      done: [
        { envelopes: [ENVELOPE], order: ORDER },
        { envelopes: [{ ...ENVELOPE, status: "open" }], order: { ...ORDER, status: "paid" } },
      ],
      error: [{ kind: "api", error: "insufficientBalance", message: "" }],
    },
    orderFollow: {
      done: [
        { envelopes: [{ ...ENVELOPE, status: "open" }], order: { ...ORDER, status: "paid" } },
        { envelopes: [], order: { ...ORDER, status: "expired" } },
      ],
      error: [],
    },
    renewLink: { done: [{ paymentUrl: "https://example.org/unPaymentList#code=def" }], error: [{ kind: "network" }] },
    cancelOrder: {
      done: [{ ...ORDER, status: "cancelled" }],
      error: [{ kind: "api", error: "orderNotPayable", message: "" }],
    },
  },
  // Only a valid form is converted, and stays valid, so its problems can replace its amounts in the key.
  key: ({ options, draft, isSent, askedEnvelopeId, order }) => {
    const validation = validateSend(draft);
    const problems = validation.ok ? [] : validation.problems.map(({ field }) => field.replace("single", "total"));
    return {
      unpaid: options?.unpaidOrders.length ?? null,
      problems,
      type: draft.type,
      isSent,
      askedEnvelopeId,
      isPayable: order === null ? null : order.fromAddress !== null,
      isOpen: order?.status === "awaitingPayment" || order?.status === "partiallyPaid",
      hasLink: order === null ? null : order.paymentUrl !== null,
    };
  },
  // The list is empty only where the asked order is missing.
  isWalked: (stimulus, { draft, askedEnvelopeId }, running) => {
    if (/^ui\.choose(Amount|Type)/.test(stimulus)) return validateSend(draft).ok && running.length === 0;
    return stimulus !== "done(loadOptions)#1" || askedEnvelopeId !== null;
  },
  invariants: {
    "only a right form is sent": ({ draft }, isIn) =>
      !["checkingBalance", "submitting"].some((path) => isIn(path)) || validateSend(draft).ok,
    "an amount is given once": ({ draft }) => (draft.totalAmount === null) !== (draft.singleAmount === null),
    "a lucky draw has no single amount": ({ draft }) =>
      draft.type === "ordinary" || draft.singleAmount === null || !validateSend(draft).ok,
    "without a coin nothing is written": ({ coinTypes }, isIn) => coinTypes.length > 0 || !isIn("editing"),
    "only an order that a wallet can pay leads to the payment page": ({ order }, isIn) =>
      !isIn("openingPayment") || order?.fromAddress !== null,
    "an order is followed by its name": ({ order }, isIn) =>
      !["awaitingPayment", "openingPayment", "renewingLink", "confirmingCancel", "cancelling"].some((path) =>
        isIn(path),
      ) || order !== null,
    "live is paid": ({ order, envelopes }, isIn) => !isIn("live") || (order?.status === "paid" && envelopes.length > 0),
    "a failure is shown": ({ failure }, isIn) => !isIn("failed") || failure !== null,
  },
  view: viewEnvelopeSend,
  withoutControl: ["ui.type", "ui.leave"],
});
