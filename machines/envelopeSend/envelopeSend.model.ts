import type { components } from "#contract/schema.d.ts";
import { validateSend } from "#domain/envelope/validateSend.ts";
import { envelopeSendMachine } from "./envelopeSend.machine.ts";
import { viewEnvelopeSend } from "./envelopeSend.view.ts";
import { FIRST_LOOK, type SendOptions } from "./sendOptions.ts";
import type { SendForm } from "./sendForm.ts";
import type { Funds } from "./sendFunds.ts";
import { defineModel } from "#tests/models/model.ts";
import {
  sampleConnection,
  sampleOrder,
  sampleUnpaidEnvelope,
  sampleSendInput,
  sampleConnected,
} from "#tests/support/samples.ts";
import type { WalletConnectionInput } from "../walletConnection/walletConnection.machine.ts";

type Envelope = components["schemas"]["Envelope"];
type Order = components["schemas"]["Order"];

const ORDER: Order = { ...sampleOrder, paymentUrl: "https://example.org/unPaymentList#code=abc" };
/** Its coin takes no new sends any more. */
const SAVED: SendForm = {
  type: "luckyDraw",
  coinType: "sol",
  count: "",
  totalAmount: "0.05",
  singleAmount: null,
  passphrase: "happy year",
  claimRule: "passphrase",
  requiredChatIds: [],
  drawRule: "instant",
  drawWindowS: 300,
  remark: "",
  coverId: "eid",
  messageId: null,
};
/** Names no wallet, so no wallet can pay it. */
const UNPAYABLE: Order = { ...ORDER, orderId: "o2", fromAddress: null, envelopeIds: ["e2"] };
const GIFT = { amount: "0.05" };
/** Enough for both chats. */
const RICH: Funds & { kind: "bound" } = { kind: "bound", address: sampleOrder.treasuryAddress, balance: "0.1" };
const CHATS = [
  { chatId: "-1001", title: "Family", kind: "group" as const, isBotAdministrator: true, areMembersHidden: false },
  { chatId: "-1002", title: "Friday lunch", kind: "group" as const, isBotAdministrator: true, areMembersHidden: false },
];
const CONNECTION: WalletConnectionInput = { ...sampleConnection, isExplained: true };
const ENVELOPE: Envelope = { ...sampleUnpaidEnvelope, remark: null };
const OVER: Envelope = { ...ENVELOPE, status: "finished", chatId: "-1001" };
const READ: SendOptions = {
  coinTypes: ["eth"],
  holdings: [],
  chats: CHATS,
  coinsPaidHere: ["eth"],
  unpaidOrders: [],
  lookInUse: FIRST_LOOK,
  passphrase: "acid army able arrow",
  recent: [{ coinType: "eth", totalAmount: "0.05" }],
};

export const model = defineModel({
  machine: envelopeSendMachine,
  inputs: [
    { ...sampleSendInput, chatIds: ["-1001"] },
    { ...sampleSendInput, saved: { draft: SAVED, chatIds: ["-1001"] }, gift: GIFT },
    { ...sampleSendInput, chatIds: ["-1001"], coinType: "ton", gift: GIFT },
    { ...sampleSendInput, asked: { envelopeId: "e1", orderId: null, isToBePaid: false } },
    { ...sampleSendInput, asked: { envelopeId: "e1", orderId: "o1", isToBePaid: true } },
    { ...sampleSendInput, minChats: 2 },
    { ...sampleSendInput, againId: "e1" },
  ],
  events: {
    "ui.chooseType": [
      { type: "ui.chooseType", envelopeType: "ordinary" },
      { type: "ui.chooseType", envelopeType: "luckyDraw" },
    ],
    "ui.chooseCoin": [{ type: "ui.chooseCoin", coinType: "eth" }],
    "ui.chooseAmount": [
      { type: "ui.chooseAmount", field: "singleAmount" },
      { type: "ui.chooseAmount", field: "totalAmount" },
    ],
    "ui.chooseUnit": [
      { type: "ui.chooseUnit", unit: "dollars" },
      { type: "ui.chooseUnit", unit: "coin" },
    ],
    "ui.toggleChat": [{ type: "ui.toggleChat", chatId: "-1002" }],
    "ui.chooseRule": [
      { type: "ui.chooseRule", claimRule: "members" },
      { type: "ui.chooseRule", claimRule: "passphrase" },
    ],
    "ui.chooseDraw": [
      { type: "ui.chooseDraw", drawRule: "together" },
      { type: "ui.chooseDraw", drawRule: "instant" },
    ],
    "ui.chooseWindow": [
      { type: "ui.chooseWindow", windowS: 15 },
      { type: "ui.chooseWindow", windowS: 300 },
    ],
    "ui.toggleRequired": [{ type: "ui.toggleRequired", chatId: "-1002" }],
    "ui.chooseCover": [{ type: "ui.chooseCover", coverId: "tet" }],
    "ui.chooseMessage": [{ type: "ui.chooseMessage", messageId: "newYear" }],
    "ui.type": [
      { type: "ui.type", field: "count", value: "5" },
      { type: "ui.type", field: "totalAmount", value: "0.05" },
      { type: "ui.type", field: "dollars", value: "150" },
    ],
    "ui.leave": [{ type: "ui.leave", field: "count" }],
    "ui.resume": [
      { type: "ui.resume", orderId: "o1" },
      { type: "ui.resume", orderId: "o2" },
      { type: "ui.resume", orderId: "o9" },
    ],
  },
  outcomes: {
    loadOptions: {
      done: [
        { ...READ, unpaidOrders: [ORDER, UNPAYABLE], lookInUse: { coverId: "wedding", messageId: "wedding" } },
        { ...READ, chats: [] },
        { ...READ, coinTypes: [], chats: [], unpaidOrders: [ORDER] },
        { ...READ, chats: CHATS.slice(0, 1), unpaidOrders: [ORDER] },
        { ...READ, askedOrder: ORDER },
        { ...READ, again: OVER },
      ],
      error: [{ kind: "network" }],
    },
    envelopeOrder: {
      done: [{ way: "edit" }, { way: "another" }, { way: "again", envelopes: [OVER, { ...OVER, chatId: "-1002" }] }],
      error: [],
    },
    loadConnection: { done: [CONNECTION], error: [{ kind: "network" }] },
    walletConnection: {
      done: [
        {
          ...sampleConnected,
          address: RICH.address,
          networkId: CONNECTION.networkId,
          wallet: { walletId: "w1", type: "ETH", address: RICH.address, proven: true },
        },
        { status: "forgotten" },
        { status: "cancelled" },
      ],
      error: [{ kind: "unexpected", message: "broken" }],
    },
    readFunds: {
      done: [
        { funds: RICH, price: "3000" },
        { funds: { kind: "notBound" }, price: null },
      ],
      error: [{ kind: "network" }],
    },
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
  },
  // Only a valid form is converted, and stays valid, so its problems can replace its amounts in the key.
  key: ({ options, draft, chatIds, minChats, isChatOffered, asked, againId, ordered, price, dollars }) => {
    const validation = validateSend(draft);
    const problems = validation.ok ? [] : validation.problems.map(({ field }) => field.replace("single", "total"));
    return {
      unpaid: options.unpaidOrders.length,
      problems,
      type: draft.type,
      claimRule: draft.claimRule,
      drawRule: draft.drawRule,
      chats: [...chatIds, minChats === 0 || isChatOffered],
      isAsked: asked !== null,
      isAgain: againId !== null,
      isPriced: price !== null,
      dollars: dollars === null ? "none" : dollars.price === null ? "waiting" : "priced",
      isSent: (ordered?.envelopes.length ?? 0) > 0,
    };
  },
  // The list is empty only where the asked order is missing. A page for several chats differs only up to the sending.
  isWalked: (stimulus, { options, draft, minChats, asked, againId, price, dollars }, running) => {
    if (againId !== null) return !/^done\(loadOptions\)#[0-4]/.test(stimulus);
    if (stimulus === "done(loadOptions)#5") return false;
    // Whatever the form says, a wallet is connected in the same way.
    const isPlain = draft.type === "luckyDraw" && draft.claimRule === "passphrase" && dollars === null;
    if (stimulus === "done(loadFunds)#1" && !isPlain) return false;
    // Dollars differ only in the form.
    if (dollars !== null && stimulus !== "ui.chooseCoin#0" && /^ui\.(choose(?!Unit)|toggle|resume)/.test(stimulus))
      return false;
    if (asked !== null) return !/^done\(loadOptions\)#[23]/.test(stimulus);
    if (minChats > 0) {
      if (stimulus === "ui.resume#0") return options.chats.length === 1;
      return !/^ui\.(choose|resume|toggleMore|type#2)|^done\((loadFunds\)#0|loadOptions\)#[124])/.test(stimulus);
    }
    // How it is drawn differs only in the form of a lucky draw.
    if (/^ui\.choose(Draw|Window)/.test(stimulus))
      return validateSend(draft).ok && running.length === 0 && price !== null && draft.claimRule === "members";
    if (draft.drawRule === "together" && !stimulus.startsWith("ui.toggleMore")) return false;
    if (/^ui\.choose(Amount|Cover|Message|Type)/.test(stimulus)) return validateSend(draft).ok && running.length === 0;
    if (/^ui\.(chooseRule|toggleRequired)/.test(stimulus)) return validateSend(draft).ok && running.length === 0;
    if (/^ui\.(chooseUnit|toggleMore|type#2)/.test(stimulus)) return validateSend(draft).ok && running.length === 0;
    if (stimulus === "ui.toggleChat#0") return running.length === 0;
    return !/^done\(loadOptions\)#[134]/.test(stimulus);
  },
  invariants: {
    "only a right form is sent": ({ draft, chatIds, minChats }, isIn) =>
      !["checkingBalance", "submitting"].some((path) => isIn(path)) ||
      (draft.claimRule === "members"
        ? validateSend({ ...draft, passphrase: null }).ok && chatIds.length > 0
        : validateSend(draft).ok && chatIds.length >= minChats),
    "an amount is given once": ({ draft }) => (draft.totalAmount === null) !== (draft.singleAmount === null),
    "a lucky draw has no single amount": ({ draft }) =>
      draft.type === "ordinary" || draft.singleAmount === null || !validateSend(draft).ok,
    "without a coin nothing is written": ({ options }, isIn) => options.coinTypes.length > 0 || !isIn("editing"),
    "dollars and coin are never typed into each other": ({ draft, dollars }) =>
      dollars?.price !== null || (draft.totalAmount ?? draft.singleAmount) === "",
    "what is connected is known": ({ connection }, isIn) => isIn("connecting.open") === (connection !== null),
    "there is an order where one is followed": ({ ordered }, isIn) => isIn("ordered") === (ordered !== null),
    "a form that opens is read or ready at once": (_, isIn) => !isIn("editing.opened"),
    "a failure is shown": ({ failure }, isIn) => !isIn("failed") || failure !== null,
  },
  view: viewEnvelopeSend,
  repeatable: [
    "ui.chooseAmount",
    "ui.chooseCoin",
    "ui.chooseCover",
    "ui.chooseDraw",
    "ui.chooseMessage",
    "ui.chooseRule",
    "ui.chooseType",
    "ui.chooseUnit",
    "ui.chooseWindow",
    "ui.submit",
    "ui.toggleChat",
    "ui.toggleMore",
    "ui.toggleRequired",
  ],
  withoutControl: ["ui.type", "ui.leave"],
  // Nothing that is folded away is wrong, so it is shown where it was unfolded.
  press: {
    "ui.toForm": () => ({ isBack: true }),
    "ui.chooseType": ({ envelopeType }, { draft }) => ({ isShown: draft.type !== envelopeType }),
    "ui.chooseAmount": ({ field }, context) => ({
      among: [`[type=radio][value=${field}]`, 0],
      isShown: context.isMoreShown && (context.draft.singleAmount === null) !== (field === "totalAmount"),
    }),
    "ui.chooseRule": ({ claimRule }, context) => ({
      isShown: context.isMoreShown && context.draft.claimRule !== claimRule,
    }),
    "ui.chooseDraw": ({ drawRule }, context) => ({
      isShown: context.isMoreShown && context.draft.drawRule !== drawRule,
    }),
    "ui.chooseWindow": ({ windowS }, context) => ({
      isShown: context.isMoreShown && context.draft.drawWindowS !== windowS,
    }),
    "ui.toggleMore": () => ({ names: ["More options {{set}}"] }),
    // A chat is named twice where it can be required, too.
    "ui.toggleChat": ({ chatId }) => ({ among: [`[type=checkbox][value="${chatId}"]`, 0] }),
    "ui.toggleRequired": ({ chatId }, context) => ({
      among: [`[type=checkbox][value="${chatId}"]`, -1],
      isShown: context.isMoreShown && (context.chatIds.length !== 1 || context.chatIds[0] !== chatId),
    }),
    // In sheets that are opened for it.
    "ui.chooseCoin": () => ({ isShown: false }),
    "ui.chooseCover": () => ({ isShown: false }),
    "ui.chooseMessage": () => ({ isShown: false }),
    // They come before all else.
    "ui.resume": ({ orderId }, { options: { unpaidOrders } }) => {
      const index = unpaidOrders.findIndex((order) => order.orderId === orderId);
      return { among: ["section:first-of-type button", index], isShown: index >= 0 };
    },
    "ui.reload": () => ({ names: ["envelope:send.reload", "home:groups.checkAgain"] }),
    "ui.type": ({ field, value }, { draft, dollars }) => ({
      names: field === "count" ? ["envelope:send.count"] : AMOUNT_LABELS,
      fill: value,
      isShown:
        field === "count" || (field === "dollars" ? dollars !== null : dollars === null && draft[field] !== null),
    }),
  },
});

const AMOUNT_LABELS = ["envelope:send.totalAmount", "envelope:send.singleAmount", "envelope:multi.amountPerGroup"];
