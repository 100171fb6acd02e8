import type { components } from "#contract/schema.d.ts";
import { validateSend } from "#domain/envelope/validateSend.ts";
import { envelopeSendMachine, envelopeSendSecrets } from "#machines/envelopeSend/envelopeSend.machine.ts";
import { envelopeSendTable, type EnvelopeSendShape } from "#machines/envelopeSend/envelopeSend.table.ts";
import { viewEnvelopeSend } from "#machines/envelopeSend/envelopeSend.view.ts";
import { FIRST_LOOK } from "#machines/envelopeSend/envelopeSend.setup.ts";
import type { Funds, SendForm } from "#machines/envelopeSend/sendForm.ts";
import { defineModel } from "./model.ts";
import { sampleOrder, sampleUnpaidEnvelope, sampleSendInput } from "./samples.ts";

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
const GIFT = { amount: "0.05", passphrase: "made up" };
/** Enough for both chats. */
const RICH: Funds & { kind: "bound" } = { kind: "bound", address: sampleOrder.treasuryAddress, balance: "0.1" };
const CHATS = [
  { chatId: "-1001", title: "Family" },
  { chatId: "-1002", title: "Friday lunch" },
];
const ENVELOPE: Envelope = { ...sampleUnpaidEnvelope, remark: null };

export const model = defineModel<EnvelopeSendShape>({
  machine: envelopeSendMachine,
  table: envelopeSendTable,
  secrets: envelopeSendSecrets,
  inputs: [
    { ...sampleSendInput, chatIds: ["-1001"] },
    { ...sampleSendInput, saved: { draft: SAVED, chatIds: ["-1001"] }, gift: GIFT },
    { ...sampleSendInput, chatIds: ["-1001"], coinType: "ton", gift: GIFT },
    { ...sampleSendInput, envelopeId: "e1", coinsPaidHere: ["eth"] },
    { ...sampleSendInput, minChats: 2 },
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
    "ui.toggleChat": [{ type: "ui.toggleChat", chatId: "-1002" }],
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
          chats: CHATS,
          unpaidOrders: [ORDER, UNPAYABLE],
          lookInUse: { coverId: "wedding", messageId: "wedding" },
        },
        { coinTypes: ["eth"], chats: [], unpaidOrders: [], lookInUse: FIRST_LOOK },
        { coinTypes: [], chats: [], unpaidOrders: [ORDER], lookInUse: FIRST_LOOK },
        { coinTypes: ["eth"], chats: CHATS.slice(0, 1), unpaidOrders: [ORDER], lookInUse: FIRST_LOOK },
      ],
      error: [{ kind: "network" }],
    },
    readFunds: { done: [RICH, { kind: "notBound" }], error: [{ kind: "network" }] },
    loadFunds: {
      done: [
        RICH,
        { kind: "notBound" },
        { ...RICH, balance: null },
        { ...RICH, balance: "0.049999" },
        { kind: "notBound", inApp: "0.1" },
      ],
      error: [{ kind: "network" }],
    },
    sendEnvelope: {
      done: [
        { envelopes: [ENVELOPE], order: ORDER },
        { envelopes: [{ ...ENVELOPE, status: "open" }], order: { ...ORDER, status: "paid" } },
      ],
      error: [{ kind: "api", error: "insufficientBalance", message: "" }],
    },
    loadEnvelopes: {
      done: [
        [
          { ...ENVELOPE, status: "open" },
          { ...ENVELOPE, envelopeId: "e2", chatId: "-1002", status: "finished" },
        ],
        [{ ...ENVELOPE, status: "finished" }],
      ],
      error: [{ kind: "network" }],
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
  key: ({ options, draft, chatIds, minChats, isChatOffered, isSent, askedEnvelopeId, order, coinsPaidHere }) => {
    const validation = validateSend(draft);
    const problems = validation.ok ? [] : validation.problems.map(({ field }) => field.replace("single", "total"));
    return {
      unpaid: options?.unpaidOrders.length ?? null,
      problems,
      type: draft.type,
      chats: minChats === 0 ? null : [...chatIds, isChatOffered],
      isSent,
      askedEnvelopeId,
      isPayable: order === null ? null : order.fromAddress !== null,
      isOpen: order?.status === "awaitingPayment" || order?.status === "partiallyPaid",
      hasLink: order === null ? null : order.paymentUrl !== null,
      coinsPaidHere,
    };
  },
  // The form is the same wherever its order is paid, so it is walked for one place alone. The list is empty only where the
  // asked order is missing. A page for several chats differs only up to the sending.
  isWalked: (stimulus, { options, draft, minChats, askedEnvelopeId, coinsPaidHere }, running) => {
    if (coinsPaidHere.length > 0 && /^ui\.(choose|toggle|type|leave)|^done\((load|read)Funds\)#[1-4]/.test(stimulus)) {
      return false;
    }
    if (minChats > 0) {
      if (stimulus === "ui.resume#0") return options?.chats.length === 1;
      return !/^ui\.(choose|resume)|^done\((loadFunds\)#0|loadOptions\)#[12])/.test(stimulus);
    }
    if (/^ui\.choose(Amount|Type)/.test(stimulus)) return validateSend(draft).ok && running.length === 0;
    if (stimulus === "ui.toggleChat#0") return running.length === 0;
    return !/^done\(loadOptions\)#[13]/.test(stimulus) || (askedEnvelopeId !== null && stimulus.endsWith("1"));
  },
  invariants: {
    "only a right form is sent": ({ draft, chatIds, minChats }, isIn) =>
      !["checkingBalance", "submitting"].some((path) => isIn(path)) ||
      (validateSend(draft).ok && chatIds.length >= minChats),
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
