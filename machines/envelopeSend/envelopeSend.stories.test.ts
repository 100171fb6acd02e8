import { expect, test } from "vitest";
import { createActor, fromPromise, waitFor, type SnapshotFrom } from "xstate";
import type { components } from "#contract/schema.d.ts";
import type { CoinType } from "#domain/coins.ts";
import { MAX_CHATS } from "#domain/envelope/validateSend.ts";
import { sampleOrder, sampleUnpaidEnvelope, sampleSendInput } from "#tests/models/samples.ts";
import { envelopeOrderMachine, type PaymentMeans } from "../envelopeOrder/envelopeOrder.machine.ts";
import { viewEnvelopeOrder } from "../envelopeOrder/envelopeOrder.view.ts";
import type { Failure } from "../kit/failure.ts";
import type { OrderReading } from "../kit/follow/orderFollow.ts";
import { orderFollowChild } from "../kit/follow/orderFollow.ts";
import { envelopeSendMachine } from "./envelopeSend.machine.ts";
import {
  type EnvelopeSendInput,
  type OptionsRequest,
  type SendOptions,
  type SendResult,
} from "./envelopeSend.setup.ts";
import { viewEnvelopeSend } from "./envelopeSend.view.ts";
import type { Funds, SavedSend } from "./sendForm.ts";

type Order = components["schemas"]["Order"];
type SendBody = components["schemas"]["SendRedEnvelopeBody"];

const FAMILY = { chatId: "-1001", title: "Family" };
const ADDRESS = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";

interface World {
  input?: Partial<EnvelopeSendInput>;
  options?: Partial<SendOptions>;
  /** How readings of the options differ, or fail, before they are as `options` says. */
  readings?: (Partial<SendOptions> | Failure)[];
  /** One for each time that it is asked; the last one stays. */
  funds?: (Funds | Failure)[];
  refusal?: object;
  /** What a send makes. */
  made?: SendResult;
  /** What becomes of an order that is followed; nothing when absent. */
  followed?: OrderReading;
}

/** Opens the send page of a person whose server answers so. */
async function open({
  input,
  options,
  readings = [],
  funds = [{ kind: "bound", address: ADDRESS, balance: "1" }],
  refusal,
  made = { envelopes: [sampleUnpaidEnvelope], order: sampleOrder },
  followed,
}: World) {
  /** The coins whose funds were asked for. */
  const coins: CoinType[] = [];
  const shown: string[] = [];
  const sent: SendBody[] = [];
  const saved: (SavedSend | null)[] = [];
  const requests: OptionsRequest[] = [];
  const machine = envelopeSendMachine.provide({
    actors: {
      envelopeOrder: envelopeOrderMachine.provide({
        actors: {
          orderFollow: orderFollowChild.provide({
            actors: {
              read: fromPromise<OrderReading, { id: string }>(() =>
                followed ? Promise.resolve(followed) : new Promise(() => {}),
              ),
            },
          }),
          cancelOrder: fromPromise<Order, { orderId: string }>(async () => ({ ...sampleOrder, status: "cancelled" })),
          loadPayment: fromPromise<PaymentMeans, undefined>(() => new Promise(() => {})),
        },
      }),
      loadOptions: fromPromise<SendOptions, OptionsRequest>(async ({ input: request }) => {
        requests.push(request);
        const reading = readings.shift();
        if (reading !== undefined && "kind" in reading) throw reading;
        return {
          coinTypes: ["eth"],
          chats: [FAMILY],
          unpaidOrders: [],
          coinsPaidHere: [],
          lookInUse: { coverId: "tet", messageId: "newYear" },
          ...options,
          ...reading,
        };
      }),
      loadFunds: fromPromise<Funds, { coinType: CoinType }>(async ({ input: { coinType } }) => {
        coins.push(coinType);
        const [first] = funds.length > 1 ? funds.splice(0, 1) : funds;
        if (first === undefined) throw new Error("no answer");
        if (first.kind !== "bound" && first.kind !== "notBound") throw first;
        return first;
      }),
      sendEnvelope: fromPromise<SendResult, { body: SendBody; idempotencyKey: string }>(async ({ input: { body } }) => {
        sent.push(body);
        if (refusal !== undefined) throw refusal;
        return made;
      }),
    },
  });
  const actor = createActor(machine, {
    input: { ...sampleSendInput, ...input },
  }).start();
  const findOrder = async () => {
    const { children } = await waitFor(actor, (snapshot) => snapshot.children.envelopeOrder !== undefined);
    if (children.envelopeOrder === undefined) throw new Error("there is no order");
    return children.envelopeOrder;
  };
  const reachOrder = async () => viewEnvelopeOrder((await findOrder()).getSnapshot());
  actor.on("form.shown", ({ type: told }) => shown.push(told));
  actor.on("draft.changed", (event) => saved.push(event.saved));
  const view = () => viewEnvelopeSend(actor.getSnapshot());
  const reach = async (isThere: (snapshot: SnapshotFrom<typeof envelopeSendMachine>) => boolean) => {
    await waitFor(actor, isThere);
    return view();
  };
  const type = (fields: Partial<Record<"count" | "totalAmount" | "singleAmount" | "passphrase", string>>) => {
    for (const [field, value] of Object.entries(fields)) {
      actor.send({ type: "ui.type", field: field as keyof typeof fields, value });
    }
  };
  actor.send({ type: "ui.open" });
  await reach(({ value }) => value !== "loadingOptions" && JSON.stringify(value) !== '{"editing":"readingFunds"}');
  return { actor, coins, sent, saved, shown, requests, view, findOrder, reachOrder, reach, type };
}

const ASKED = { envelopeId: "e2", orderId: "o2", isToBePaid: false };
const FORM = { count: "5", totalAmount: "0.05", passphrase: "happy year" };

test("a person without a wallet reads so before anything is filled in", async () => {
  const { view } = await open({ funds: [{ kind: "notBound" }] });
  expect(view()).toMatchObject({ state: "editing", payer: { kind: "notBound" }, refusal: null });
});

test("a person with a wallet sees it, with what it has", async () => {
  const { view, type } = await open({ funds: [{ kind: "bound", address: ADDRESS, balance: "0.04" }] });
  expect(view()).toMatchObject({ payer: { address: ADDRESS, balance: "0.04" }, shortage: null });
  type({ count: "5", totalAmount: "0.05" });
  expect(view().shortage).toEqual({
    messageKey: "envelope:send.shortage",
    params: { balance: "0.04", needed: "0.05", coin: "ETH" },
  });
  type({ totalAmount: "0.04" });
  expect(view().shortage).toBeNull();
});

test("what a wallet has is cut to the digits that an envelope can have", async () => {
  const { view } = await open({ funds: [{ kind: "bound", address: ADDRESS, balance: "9.899957999999999706" }] });
  expect(view().payer).toEqual({ kind: "bound", address: ADDRESS, balance: "9.899957" });
});

test.each<[string, Funds, object]>([
  ["no wallet", { kind: "notBound" }, { messageKey: "errors:walletNotBound" }],
  [
    "a balance that cannot be read",
    { kind: "bound", address: ADDRESS, balance: null },
    { messageKey: "errors:balanceUnavailable" },
  ],
  [
    "too little by the smallest unit",
    { kind: "bound", address: ADDRESS, balance: "0.049999999999999999" },
    {
      messageKey: "envelope:send.shortage",
      params: { balance: "0.049999999999999999", needed: "0.05", coin: "ETH" },
    },
  ],
])("%s refuses in the form, which keeps what was typed", async (_, funds, refusal) => {
  const { actor, sent, reach, type } = await open({ funds: [funds] });
  type(FORM);
  actor.send({ type: "ui.submit" });
  expect(await reach(({ context }) => context.failure !== null)).toMatchObject({
    state: "editing",
    draft: FORM,
    refusal,
    rejectedSubmits: 1,
  });
  expect(sent).toEqual([]);
  type({ count: "4" });
  expect((await reach(() => true)).refusal).toBeNull();
});

test.each([
  ["walletUnsupported", {}],
  ["serviceUnavailable", {}],
  ["tooManyTries", { context: "seconds", wait: "42" }],
])("the server's %s stands in the form too, and the next press sends the same form again", async (error, params) => {
  const refusal = { kind: "api", error, message: "", ...(error === "tooManyTries" && { retryAfterSeconds: 42 }) };
  const { actor, sent, reach, type } = await open({ refusal });
  type(FORM);
  for (const times of [1, 2]) {
    actor.send({ type: "ui.submit" });
    const view = await reach(({ context }) => context.failure !== null && sent.length === times);
    expect(view).toMatchObject({ state: "editing", draft: FORM, refusal: { messageKey: `errors:${error}`, params } });
  }
});

test("0.05 in total for 5 is 0.01 each, and a lucky draw takes it as a total again", async () => {
  const { actor, view, type } = await open({});
  type(FORM);
  actor.send({ type: "ui.chooseType", envelopeType: "ordinary" });
  actor.send({ type: "ui.chooseAmount", field: "singleAmount" });
  expect(view()).toMatchObject({
    draft: { singleAmount: "0.01", totalAmount: null },
    total: "0.05",
    roundedFrom: null,
  });
  actor.send({ type: "ui.chooseType", envelopeType: "luckyDraw" });
  expect(view()).toMatchObject({ draft: { singleAmount: null, totalAmount: "0.05" }, total: "0.05" });
});

test("a total that does not divide says so, and is not lost", async () => {
  const { actor, view, type } = await open({});
  actor.send({ type: "ui.chooseType", envelopeType: "ordinary" });
  type({ ...FORM, count: "3" });
  actor.send({ type: "ui.chooseAmount", field: "singleAmount" });
  expect(view()).toMatchObject({ draft: { singleAmount: "0.016667" }, total: "0.050001", roundedFrom: "0.05" });
  actor.send({ type: "ui.chooseAmount", field: "totalAmount" });
  expect(view()).toMatchObject({ draft: { totalAmount: "0.05" }, roundedFrom: null });
});

test("where no coin is open the page says so instead of a form", async () => {
  const { actor, view, reachOrder } = await open({ options: { coinTypes: [], unpaidOrders: [sampleOrder] } });
  expect(view().state).toBe("closed");
  actor.send({ type: "ui.resume", orderId: sampleOrder.orderId });
  expect(await reachOrder()).toMatchObject({ state: "awaitingPayment", order: { orderId: sampleOrder.orderId } });
});

test("an envelope in return begins with the coin that was received, where it is open", async () => {
  const inReturn = await open({ options: { coinTypes: ["ton", "eth"] }, input: { coinType: "eth" } });
  expect(inReturn.view().draft.coinType).toBe("eth");
  const closed = await open({ options: { coinTypes: ["ton", "eth"] }, input: { coinType: "sol" } });
  expect(closed.view().draft.coinType).toBe("ton");
});

test("a new form begins with the first coin that is open, and keeps the one that was chosen", async () => {
  const { actor, view, reach } = await open({ options: { coinTypes: ["ton", "eth"] } });
  expect(view()).toMatchObject({ coinTypes: ["ton", "eth"], draft: { coinType: "ton" } });
  actor.send({ type: "ui.chooseCoin", coinType: "eth" });
  actor.send({ type: "ui.reload" });
  expect(await reach((snapshot) => snapshot.matches("editing"))).toMatchObject({ draft: { coinType: "eth" } });
});

test("going on with an unpaid envelope opens its own order, not a form", async () => {
  const mine: Order = { ...sampleOrder, orderId: "o2", envelopeIds: ["e2"] };
  const { view, reachOrder } = await open({
    input: { asked: { ...ASKED, orderId: null } },
    options: { unpaidOrders: [sampleOrder, mine] },
  });
  expect(await reachOrder()).toMatchObject({ state: "awaitingPayment", order: { orderId: "o2" } });
  expect(view()).toMatchObject({ state: "ordered", actions: [] });
});

test("an unpaid envelope whose order ended meanwhile is shown instead", async () => {
  const { view } = await open({ input: { asked: { ...ASKED, envelopeId: "e9" } } });
  expect(view()).toMatchObject({ state: "gone", goneEnvelopeId: "e9" });
});

test("an order that the address names is followed on, whatever became of it", async () => {
  const askedOrder: Order = { ...sampleOrder, orderId: "o2", envelopeIds: ["e2"], status: "paid" };
  const { requests, reachOrder } = await open({ input: { asked: ASKED }, options: { askedOrder } });
  expect(requests).toEqual([{ orderId: "o2" }]);
  expect(await reachOrder()).toMatchObject({ order: { orderId: "o2" } });
});

test("an address that asks to pay here pays that order, and no other one", async () => {
  const askedOrder: Order = { ...sampleOrder, orderId: "o2", envelopeIds: ["e2"] };
  const { reachOrder } = await open({
    input: { asked: { ...ASKED, isToBePaid: true } },
    options: { askedOrder, coinsPaidHere: ["eth"] },
  });
  expect((await reachOrder()).state).toBe("paying");
});

test("back from an order that was opened in the form leads to the form as it was", async () => {
  const { actor, shown, reachOrder, reach, type } = await open({ options: { unpaidOrders: [sampleOrder] } });
  type(FORM);
  actor.send({ type: "ui.resume", orderId: sampleOrder.orderId });
  expect((await reachOrder()).state).toBe("awaitingPayment");
  actor.send({ type: "ui.toForm" });
  expect([shown, actor.getSnapshot().context.funds]).toEqual([["form.shown"], null]);
  expect(await reach(({ context }) => context.funds !== null)).toMatchObject({ state: "editing", draft: FORM });
});

test.each<[string, World, readonly string[]]>([
  ["the only group is chosen from the start", {}, ["-1001"]],
  ["of two groups none is", { options: { chats: [FAMILY, { chatId: "-1002", title: "Work" }] } }, []],
  [
    "a link names the group",
    { input: { chatIds: ["-1002"] }, options: { chats: [FAMILY, { chatId: "-1002", title: "Work" }] } },
    ["-1002"],
  ],
  [
    "who chose no group before keeps that",
    {
      input: {
        saved: {
          chatIds: [],
          draft: {
            type: "luckyDraw",
            coinType: "eth",
            totalAmount: "",
            singleAmount: null,
            count: "",
            passphrase: "",
            remark: "",
            coverId: null,
            messageId: null,
          },
        },
      },
    },
    [],
  ],
])("%s", async (_, world, chatIds) => {
  expect((await open(world)).view().chatIds).toEqual(chatIds);
});

test("an envelope gets what is in use, unless another cover or text is chosen for it alone", async () => {
  const { actor, sent, saved, view, reach, type } = await open({ refusal: { kind: "network" } });
  type(FORM);
  expect(view().look).toEqual({ coverId: "tet", messageId: "newYear" });
  actor.send({ type: "ui.submit" });
  await reach(({ context }) => context.rejectedSubmits === 1);
  actor.send({ type: "ui.chooseCover", coverId: "wedding" });
  expect(view().look).toEqual({ coverId: "wedding", messageId: "newYear" });
  actor.send({ type: "ui.chooseMessage", messageId: "wedding" });
  expect(saved.at(-1)?.draft).toMatchObject({ coverId: "wedding", messageId: "wedding" });
  actor.send({ type: "ui.submit" });
  await reach(() => sent.length === 2);
  // Named in both cases: what the preview shows is what arrives, whatever is chosen elsewhere meanwhile.
  expect(sent.map(({ coverId, messageId }) => [coverId, messageId])).toEqual([
    ["tet", "newYear"],
    ["wedding", "wedding"],
  ]);
});

test("a kept form keeps its cover, and takes the text that is in use by now", async () => {
  const draft: SavedSend["draft"] = {
    type: "luckyDraw",
    coinType: "eth",
    singleAmount: null,
    remark: "",
    ...FORM,
    coverId: "eid",
    messageId: null,
  };
  const { view } = await open({ input: { saved: { draft, chatIds: [] } } });
  expect(view().look).toEqual({ coverId: "eid", messageId: "newYear" });
});

const WORK = { chatId: "-1002", title: "Work" };
const LUNCH = { chatId: "-1003", title: "Friday lunch" };
const SEVERAL = { input: { minChats: 2 } };
type Opened = Awaited<ReturnType<typeof open>>;

function listToggles({ view }: Opened) {
  return view().actions.flatMap(({ event, enabled }) =>
    event.type === "ui.toggleChat" ? [{ chatId: event.chatId, enabled }] : [],
  );
}

test("each group can be added and taken back, and without one the envelope is shared by hand", async () => {
  const opened = await open({ options: { chats: [FAMILY, WORK] } });
  const { actor, view, saved } = opened;
  expect(listToggles(opened).map(({ chatId }) => chatId)).toEqual(["-1001", "-1002"]);
  actor.send({ type: "ui.toggleChat", chatId: "-1002" });
  actor.send({ type: "ui.toggleChat", chatId: "-1001" });
  expect(view().chatIds).toEqual(["-1002", "-1001"]);
  actor.send({ type: "ui.toggleChat", chatId: "-1002" });
  expect([view().chatIds, saved.at(-1)?.chatIds]).toEqual([["-1001"], ["-1001"]]);
});

test("no more groups are taken than one send may have", async () => {
  const chats = Array.from({ length: MAX_CHATS + 1 }, (_, index) => ({ chatId: `-${index + 1}`, title: "Family" }));
  const opened = await open({ options: { chats } });
  const { actor, view } = opened;
  for (const { chatId } of chats) actor.send({ type: "ui.toggleChat", chatId });
  expect(view().chatIds).toHaveLength(MAX_CHATS);
  expect(listToggles(opened).at(-1)).toEqual({ chatId: `-${MAX_CHATS + 1}`, enabled: false });
  expect(listToggles(opened).at(0)).toEqual({ chatId: "-1", enabled: true });
});

test("a send to several groups asks for two, says so at the list, and is paid at once", async () => {
  const { actor, sent, view, reach, type } = await open({ ...SEVERAL, options: { chats: [FAMILY, WORK, LUNCH] } });
  type(FORM);
  actor.send({ type: "ui.toggleChat", chatId: "-1001" });
  expect(view().problems).toEqual({});
  actor.send({ type: "ui.leave", field: "chatIds" });
  const problem = { code: "chatsTooFew", params: { min: "2" } };
  expect(view().problems).toMatchObject({ chatIds: problem });
  actor.send({ type: "ui.submit" });
  expect([view().state, view().rejectedSubmits, sent]).toEqual(["editing", 1, []]);
  actor.send({ type: "ui.toggleChat", chatId: "-1003" });
  expect(view()).toMatchObject({ problems: {}, total: "0.1", totalEach: "0.05" });
  actor.send({ type: "ui.submit" });
  await reach((snapshot) => snapshot.matches("ordered"));
  expect(sent).toMatchObject([{ chatIds: ["-1001", "-1003"], passphrase: "happy year" }]);
});

test("where there are just two groups both are chosen from the start", async () => {
  const { view } = await open({ ...SEVERAL, options: { chats: [FAMILY, WORK] } });
  expect(view().chatIds).toEqual(["-1001", "-1002"]);
  const hinted = await open({ input: { minChats: 2, chatIds: ["-1002"] }, options: { chats: [FAMILY, WORK, LUNCH] } });
  expect(hinted.view().chatIds).toEqual(["-1002"]);
});

test("who has fewer than two groups reads how to link one, and goes on once it is there", async () => {
  const options = { chats: [FAMILY], unpaidOrders: [sampleOrder] };
  const { actor, view, reach } = await open({ ...SEVERAL, options });
  expect([view().state, view().actions.map(({ event }) => event.type)]).toEqual([
    "tooFewChats",
    ["ui.resume", "ui.reload"],
  ]);
  options.chats = [FAMILY, WORK];
  actor.send({ type: "ui.reload" });
  expect((await reach((snapshot) => snapshot.matches("editing"))).chatIds).toEqual(["-1001", "-1002"]);
});

test("a form that was begun for one group goes on as a form for several, and back", async () => {
  const draft = {
    type: "luckyDraw",
    coinType: "eth",
    singleAmount: null,
    remark: "",
    ...FORM,
    coverId: "eid",
    messageId: null,
  } as const;
  const chats = [FAMILY, WORK];
  const several = await open({
    input: { minChats: 2, saved: { draft, chatIds: ["-1002"] } },
    options: { chats },
  });
  several.actor.send({ type: "ui.toggleChat", chatId: "-1001" });
  const saved = several.saved.at(-1) ?? null;
  expect(saved).toEqual({ draft, chatIds: ["-1002", "-1001"] });
  const single = await open({ input: { saved }, options: { chats } });
  expect(single.view()).toMatchObject({ draft, chatIds: ["-1002", "-1001"] });
});

const GIFT = { amount: "0.05", passphrase: "MADE4YOU" };

test("a winner without a wallet sends one back with what was won: the form is filled in, one tap sends it", async () => {
  const { actor, sent, view, reach } = await open({
    input: { chatIds: ["-1001"], coinType: "eth", gift: GIFT },
    funds: [{ kind: "notBound", inApp: "0.05" }],
  });
  expect(view()).toMatchObject({ isWalletMissing: false, inApp: { balance: "0.05", isEnough: true }, total: "0.05" });
  actor.send({ type: "ui.submit" });
  await reach((snapshot) => snapshot.matches("ordered"));
  expect(sent).toEqual([
    expect.objectContaining({
      type: "ordinary",
      count: 1,
      totalAmount: "0.05",
      passphrase: "MADE4YOU",
      chatIds: ["-1001"],
    }),
  ]);
});

test("what was typed before stays, whatever was won", async () => {
  const { view: viewEmpty } = await open({});
  const draft = { ...viewEmpty().draft, totalAmount: "0.02" };
  const { view } = await open({ input: { gift: GIFT, saved: { draft, chatIds: [] } } });
  expect(view().draft).toEqual(draft);
});

test("the form says beforehand whether the balance covers all of it, and asks for a wallet only where it does not", async () => {
  const { actor, view, type } = await open({ funds: [{ kind: "notBound", inApp: "0.050000000000000001" }] });
  const fill = (totalAmount: string) => {
    actor.send({ type: "ui.chooseType", envelopeType: "ordinary" });
    type({ count: "1", totalAmount });
    return view();
  };
  expect(view()).toMatchObject({ inApp: { balance: "0.05", isEnough: null }, isWalletMissing: false });
  expect(fill("0.05")).toMatchObject({ inApp: { isEnough: true }, isWalletMissing: false });
  expect(fill("0.050001")).toMatchObject({ inApp: { isEnough: false }, isWalletMissing: true });
});

test("wallet and balance never pay together", async () => {
  const { actor, sent, view, reach } = await open({
    funds: [{ kind: "bound", address: ADDRESS, balance: "0.03", inApp: "0.03" }],
    input: { gift: GIFT },
  });
  expect(view()).toMatchObject({
    inApp: { isEnough: false },
    shortage: { params: { balance: "0.03", needed: "0.05" } },
  });
  actor.send({ type: "ui.submit" });
  expect(await reach(({ context }) => context.failure !== null)).toMatchObject({
    refusal: { messageKey: "envelope:send.shortage" },
  });
  expect(sent).toEqual([]);
});

test("a wallet with too little is no problem where the balance covers it", async () => {
  const { view } = await open({
    funds: [{ kind: "bound", address: ADDRESS, balance: "0.03", inApp: "0.05" }],
    input: { gift: GIFT },
  });
  expect(view()).toMatchObject({ inApp: { isEnough: true }, shortage: null });
});

const OFFLINE: Failure = { kind: "network" };

test.each(["ui.retry", "app.online"] as const)("a page that cannot be read says so, and reads on %s", async (type) => {
  const { actor, view, reach } = await open({ readings: [OFFLINE] });
  expect(view()).toMatchObject({ state: "failed", failureKey: "errors:network" });
  actor.send({ type });
  expect(await reach(({ value }) => JSON.stringify(value) === '{"editing":"ready"}')).toMatchObject({ refusal: null });
});

test("a page without an open coin looks again on request", async () => {
  const { actor, view, reach } = await open({ readings: [{ coinTypes: [] }] });
  expect(view().state).toBe("closed");
  actor.send({ type: "ui.reload" });
  await reach((snapshot) => snapshot.matches("editing"));
});

test("without enough groups only an order that there is can be gone on with", async () => {
  const { actor, view } = await open({ input: { minChats: 2 } });
  actor.send({ type: "ui.resume", orderId: "o9" });
  expect(view().state).toBe("tooFewChats");
});

test("each coin that is chosen has its own funds read, at the start and before it is sent", async () => {
  const { actor, coins, view, reach, type } = await open({ options: { coinTypes: ["eth", "ton"] } });
  actor.send({ type: "ui.chooseCoin", coinType: "ton" });
  actor.send({ type: "ui.chooseCoin", coinType: "eth" });
  actor.send({ type: "ui.chooseAmount", field: "singleAmount" });
  expect([coins, view().draft.singleAmount]).toEqual([["eth", "ton", "eth"], null]);
  type(FORM);
  actor.send({ type: "ui.submit" });
  expect(coins).toEqual(["eth", "ton", "eth", "eth"]);
  await reach((snapshot) => snapshot.matches("ordered"));
});

test("funds that cannot be read stop no form, but a send", async () => {
  const { actor, sent, view, reach, type } = await open({ funds: [OFFLINE] });
  expect(view().payer).toEqual({ kind: "unknown" });
  type(FORM);
  actor.send({ type: "ui.submit" });
  const refused = await reach(({ context }) => context.rejectedSubmits > 0);
  expect([refused.state, refused.refusal?.messageKey, sent]).toEqual(["editing", "errors:network", []]);
});

test("a try starts without the rejectedSubmits of the last one, and shows what can pay by then", async () => {
  const funds: Funds[] = [
    { kind: "bound", address: ADDRESS, balance: "0.07" },
    { kind: "bound", address: ADDRESS, balance: "1" },
  ];
  const { actor, view, reach, type } = await open({ funds, refusal: OFFLINE });
  actor.send({ type: "ui.submit" });
  expect(view().rejectedSubmits).toBe(1);
  type(FORM);
  actor.send({ type: "ui.submit" });
  expect(view()).toMatchObject({ state: "checkingBalance", rejectedSubmits: 0 });
  expect(await reach(({ context }) => context.failure !== null)).toMatchObject({ payer: { balance: "1" } });
  actor.send({ type: "ui.submit" });
  expect(actor.getSnapshot().context.failure).toBeNull();
});

const ASKED_ORDER: Order = { ...sampleOrder, orderId: "o2", envelopeIds: ["e2"] };

test("an order that its address named and that was cancelled leads to the form, which is kept, and to no order again", async () => {
  const world = { input: { asked: ASKED }, options: { askedOrder: ASKED_ORDER } };
  const { actor, requests, saved, shown, findOrder, reach } = await open(world);
  const order = await findOrder();
  order.send({ type: "ui.cancelOrder" });
  order.send({ type: "ui.confirm" });
  await waitFor(order, (snapshot) => snapshot.matches("cancelled"));
  order.send({ type: "ui.edit" });
  const { draft, chatIds } = await reach((snapshot) => snapshot.matches("editing"));
  expect([requests.at(-1), saved, shown]).toEqual([{ orderId: null }, [{ draft, chatIds }], ["form.shown"]]);
  expect(actor.getSnapshot().context.asked).toBeNull();
});

test("an order that its address named and that went live leads to another form, and to no order again", async () => {
  const followed: OrderReading = {
    order: { ...ASKED_ORDER, status: "paid" },
    envelopes: [{ ...sampleUnpaidEnvelope, status: "open" }],
  };
  const world = { input: { asked: ASKED }, options: { askedOrder: ASKED_ORDER }, followed };
  const { requests, shown, findOrder, reach } = await open(world);
  const order = await waitFor(await findOrder(), (snapshot) => snapshot.matches("live")).then(findOrder);
  order.send({ type: "ui.another" });
  await reach((snapshot) => snapshot.matches("editing"));
  expect([requests.at(-1), shown]).toEqual([{ orderId: null }, ["form.shown"]]);
});

test("another form after one that was sent shows no problem, and no amount of the last one", async () => {
  const made: SendResult = {
    envelopes: [{ ...sampleUnpaidEnvelope, status: "open" }],
    order: { ...sampleOrder, status: "paid" },
  };
  const { actor, findOrder, reach, type } = await open({ made });
  actor.send({ type: "ui.chooseType", envelopeType: "ordinary" });
  type(FORM);
  actor.send({ type: "ui.chooseAmount", field: "singleAmount" });
  actor.send({ type: "ui.leave", field: "count" });
  actor.send({ type: "ui.submit" });
  (await findOrder()).send({ type: "ui.another" });
  await reach((snapshot) => snapshot.matches("editing"));
  expect(actor.getSnapshot().context).toMatchObject({ amountSwitch: null, touched: [] });
});
