import { createActor } from "xstate";

import { DOLLARS_OPEN, walkOneWay } from "./dollars.ts";
import { FORM_OTHERS, FORM_UNTOLD } from "./sendForm.ts";
import { TO_CODE } from "./connection.ts";

import { nothing } from "#gallery/nothing.ts";
import { model as balancePayment } from "#machines/balancePayment/balancePayment.model.ts";
import { model as envelopeOrder } from "#machines/envelopeOrder/envelopeOrder.model.ts";
import { type EnvelopeSendContext, envelopeSendMachine } from "#machines/envelopeSend/envelopeSend.machine.ts";
import { model } from "#machines/envelopeSend/envelopeSend.model.ts";
import { viewEnvelopeSend } from "#machines/envelopeSend/envelopeSend.view.ts";
import type { SendOptions } from "#machines/envelopeSend/sendOptions.ts";
import { model as payment } from "#machines/payment/payment.model.ts";
import { model as picker } from "#machines/picker/picker.model.ts";
import { model as securityCodePrompt } from "#machines/securityCodePrompt/securityCodePrompt.model.ts";
import { model as walletConnection } from "#machines/walletConnection/walletConnection.model.ts";
import { CoinSheet } from "#src/screens/sendPacket/CoinSheet.tsx";
import { LookSheet } from "#src/screens/sendPacket/LookSheet.tsx";
import { SendPacket } from "#src/screens/sendPacket/SendPacket.tsx";
import type { WalkedModel } from "#tests/models/model.ts";
import { sampleOrder, sampleSendInput } from "#tests/support/samples.ts";
import { leaveOut, walkResource } from "#tests/screens/kitWalks.ts";
import type { ScreenWalk } from "#tests/screens/screenWalk.ts";

const page = {
  flow: "envelopeSend" as const,
  at: "/sendPacket",
  screen: <SendPacket />,
  back: "/homePage",
  others: [
    ...FORM_OTHERS,
    "button All the best!",
    "button Cover Wedding",
    "button Currency ETH",
    "button Good luck!",
    "button Happy New Year!",
    "button Make one",
    "button May fortune smile on you",
    "button Text A long and happy marriage",
    "field Claim passphrase",
    "field Remark",
    "link /multiSend",
  ],
  opens: [
    "button Family Send to",
    "button Family, Friday lunch Send to",
    "button Friday lunch Send to",
    "fold Waiting for payment 2",
  ],
  untold: FORM_UNTOLD,
};

const { done: options = [], error = [] } = model.outcomes["loadOptions"] ?? {};

/** The model with two coins wherever it has any, and with a single amount to type. */
const ofWholeForm: WalkedModel = {
  ...model,
  events: {
    ...model.events,
    "ui.type": [...(model.events["ui.type"] ?? []), { type: "ui.type", field: "singleAmount", value: "0.01" }],
  },
  outcomes: {
    ...model.outcomes,
    loadOptions: {
      done: (options as readonly SendOptions[]).map((read) =>
        Object.assign({}, read, read.coinTypes.length === 0 ? {} : { coinTypes: ["eth", "ton"] }),
      ),
      error,
    },
  },
  // What is folded away cannot be pressed, and what is chosen need not be chosen again.
  key: (context) => {
    const { isMoreShown } = context as unknown as EnvelopeSendContext;
    return [model.key(context), isMoreShown];
  },
};

const ordered = { model, input: 4, steps: ["ui.open#0", "done(loadOptions)#4"], child: "envelopeOrder" };
const RECOVERS = "goes to /updateCode?forgotten=1&redirect=%2FsendPacket";
const AT_ORDER = "goes to /sendPacket?envelopeId=e1&orderId=o1";
const ofOrder = {
  ...page,
  moves: {
    navigate: [
      "goes to /sendPacket",
      AT_ORDER,
      "goes to /sendPacket?envelopeId=e1&orderId=o1&pay=1",
      "goes to /sendPacket?envelopeId=e2&orderId=o2",
    ],
    openLink: ["abc", "def"].map((code) => `opens https://example.org/unPaymentList#code=${code}`),
    "code.wanted": ["goes to /updateCode?redirect=%2FsendPacket", RECOVERS],
  },
  others: [
    "button Copy",
    "button Copy the payment link",
    "button Pay with your phone",
    "button Picture to share",
    "button See the payment",
    "button Send to a chat",
    "button Share in a chat",
    "button Show",
    "link /sendRecord",
    "link /sendRecordDetails",
  ],
  // A payment has a page of its own, a dialog says what cancelling means, and the claims how envelopes ended.
  untold: [
    ...page.untold,
    "order",
    "envelopes",
    "titleKey envelope:send.state.awaitingPayment",
    "titleKey envelope:send.state.openingPayment",
    "titleKey envelope:send.state.live",
    "cancelKey envelope:send.cancelText",
    "cancelKey envelope:send.cancelPaidText",
  ],
};

/** What a payment of one order takes; the rest is as on the payment page, where it is walked. */
const OF_ONE_ORDER: ReadonlySet<string> = new Set([
  "idle --ui.open#0",
  "loading --done(loadPage)#0",
  "sorting --always#0",
  "sorting --always#1",
  "sorting --always#2",
  "sorting --always#3",
  "preparing --done(loadFirstTerms)#5",
  "connecting --done(walletConnection)#0",
  "reviewing --ui.pay#0",
  "checking --done(loadLastTerms)#8",
  "confirmingInWallet --done(pay)#0",
  "confirmingInWallet --done(pay)#1",
  "submitted --done(submitPayment)#0",
  "submitted --error(submitPayment)#0",
  "confirmingOnChain --done(orderFollow)#0",
  "confirmingOnChain --done(orderFollow)#1",
  "success --always#0",
]);

/** In the sheet the control says which look is in use. */
const sheet = { ...page, flow: "picker" as const, others: ["button Done"], untold: ["standingKey"] };
const inSheet = {
  ...picker.press,
  "ui.apply": () => ({ names: ["personal:send.applyForAll", "personal:mark.inUse"] }),
};
const form = viewEnvelopeSend(createActor(envelopeSendMachine, { input: sampleSendInput }).getSnapshot());
const [cover, text] = picker.inputs;

/** To where a wallet is connected that the payment needs. */
const TO_CONNECTION = [
  "ui.open#0",
  "done(loadOptions)#0",
  "done(readFunds)#1",
  "ui.type#0",
  "ui.type#1",
  "ui.submit#0",
  "done(loadFunds)#1",
  "done(loadConnection)#0",
];

/** What they can be used for is told of shares that cost more to withdraw than they are worth. */
const dollars = walkOneWay(
  {
    ...model,
    inputs: [{ ...sampleSendInput, chatIds: ["-1001"] }],
    events: {
      ...model.events,
      "ui.type": [
        { type: "ui.type", field: "count", value: "3" },
        { type: "ui.type", field: "totalAmount", value: "0.03" },
      ],
    },
    outcomes: {
      ...model.outcomes,
      loadOptions: {
        done: (options as readonly SendOptions[])
          .slice(0, 1)
          .map((read) => Object.assign({}, read, { coinTypes: ["usdt", "ton"], unpaidOrders: [], recent: [] })),
        error: [],
      },
      readFunds: {
        done: [{ funds: { kind: "bound", address: sampleOrder.treasuryAddress, balance: "20" }, price: "1" }],
        error: [],
      },
    },
  },
  ["ui.open#0", "done(loadOptions)#0", "done(readFunds)#0", "ui.type#0", "ui.type#1"],
  [
    "idle --ui.open#0",
    "loadingOptions --done(loadOptions)#5",
    "editing.opened --always#1",
    "editing.readingFunds --done(readFunds)#1",
    "editing --ui.type#0",
  ],
);

const IN_A_SHEET = "chosen in a sheet with a chart of its own";

export const walks: readonly ScreenWalk[] = [
  {
    ...page,
    model: ofWholeForm,
    moves: {
      ordered: [
        "goes to /sendPacket?envelopeId=e1&orderId=o1",
        "goes to /sendPacket?envelopeId=e1&orderId=o1&pay=1",
        "goes to /sendPacket?envelopeId=e2&orderId=o2",
      ],
      navigate: ["goes to /sendPacket"],
      "code.wanted": [RECOVERS],
      gone: ["goes to /sendRecordDetails?envelopeId=e1"],
    },
    unreached: {
      "editing --ui.chooseCoin#0": "chosen in a sheet of its own",
      "editing --ui.chooseCover#0": IN_A_SHEET,
      "editing --ui.chooseMessage#0": IN_A_SHEET,
      "editing --ui.leave#0": "a field is left with the next press",
      "editing.readingFunds --done(readFunds)#0": "comes with another coin",
    },
  },
  {
    ...page,
    ...dollars,
    answers: { "/system/info": DOLLARS_OPEN },
    others: [
      ...page.others,
      "button Currency USDT TON",
      "button 1.77 USDT",
      "button 7.77 USDT",
      "button 17.77 USDT",
      "button 77 USDT",
    ],
    seldom: ["button 1.77 USDT", "button 7.77 USDT", "button 17.77 USDT", "button 77 USDT"],
  },
  {
    ...page,
    ...walkResource(
      [
        {
          coins: [
            {
              coinType: "usdt",
              funds: { kind: "bound", address: sampleOrder.treasuryAddress, balance: "12.5", inApp: "3" },
            },
            { coinType: "ton", funds: { kind: "notBound" } },
          ],
        },
      ],
      ["ui.refresh", "ui.retry"],
    ),
    flow: "coinFunds",
    screen: <CoinSheet view={{ ...form, coinTypes: ["usdt", "ton"] }} send={nothing} onClose={nothing} />,
    answers: { "/business/coinPrice": { code: "USDTUSDT", price: "1" } },
    others: [
      "button Done",
      "button USDT TON",
      "button USDT TON In the app 3 USDT ≈ $3.00 From your wallet 12.5 USDT ≈ $12.50",
      "button Ton GRAM",
      "button Ton GRAM In the app 0 GRAM ≈ $0.00",
    ],
    opens: [],
    untold: ["value", "failureKey"],
  },
  {
    ...page,
    model: securityCodePrompt,
    host: {
      model: walletConnection,
      steps: TO_CODE,
      child: "securityCodePrompt",
      host: { model, steps: TO_CONNECTION, child: "walletConnection" },
    },
    moves: { "code.wanted": [RECOVERS] },
    opens: [],
    others: ["button Show"],
  },
  { ...ofOrder, model: envelopeOrder, host: { ...ordered, opening: "order.open" } },
  {
    ...ofOrder,
    model: balancePayment,
    moves: { ...ofOrder.moves, ordered: [AT_ORDER] },
    host: { model: envelopeOrder, steps: [], child: "balancePayment", host: ordered },
  },
  {
    ...ofOrder,
    model: { ...payment, inputs: payment.inputs.slice(2) },
    host: { model: envelopeOrder, input: 4, steps: ["done(loadPayment)#0"], child: "payment", host: ordered },
    moves: {
      ordered: ["goes to /sendPacket?envelopeId=e1&orderId=o1&pay=1"],
      awaitingPayment: ["goes to /sendPacket?envelopeId=e1&orderId=o1"],
    },
    others: ["button Copy", "link https://ethereum.org", "link https://explorer.example"],
    seldom: ["link https://ethereum.org"],
    untold: [
      ...ofOrder.untold,
      "titleKey wallet:payment.state.connecting",
      "titleKey wallet:payment.state.confirmingInWallet",
      "moneyKey",
      "explorerUrl",
      "order.explorerTx",
      "orders.explorerTx",
    ],
    unreached: leaveOut(payment.machine, ({ id }) => !OF_ONE_ORDER.has(id), "as on the payment page"),
  },
  {
    ...sheet,
    model: { ...picker, inputs: [cover], press: inSheet },
    screen: <LookSheet kind="cover" view={form} send={nothing} onClose={nothing} />,
  },
  {
    ...sheet,
    model: { ...picker, inputs: [text], press: inSheet },
    screen: <LookSheet kind="text" view={form} send={nothing} onClose={nothing} />,
  },
];
