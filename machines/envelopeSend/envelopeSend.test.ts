import { expect, test } from "vitest";
import { waitFor } from "xstate";
import type { components } from "#contract/schema.d.ts";
import type { CoinType } from "#domain/coins.ts";
import { MAX_CHATS } from "#domain/envelope/validateSend.ts";
import { sampleOrder, sampleUnpaidEnvelope, sampleConnected } from "#tests/support/samples.ts";
import { bind, CONNECTION, FAMILY, FORM, LOOK, MADE_UP, openSendPage, READ_ANEW } from "#tests/support/openSendPage.ts";
import type { Failure } from "../kit/failure.ts";
import type { OrderReading } from "../kit/follow/orderFollow.ts";
import type { WalletConnectionOutput } from "../walletConnection/walletConnection.machine.ts";
import type { EnvelopeSendEvent, EnvelopeSendInput, SendResult } from "./envelopeSend.machine.ts";
import type { EnvelopeSendView } from "./envelopeSend.view.ts";
import type { SendOptions } from "./sendOptions.ts";
import { createDraft, type SavedSend } from "./sendForm.ts";
import type { Funds } from "./sendFunds.ts";

type Order = components["schemas"]["Order"];

const WORK = { ...FAMILY, chatId: "-1002", title: "Work" } as const;
const NEWS = { ...FAMILY, chatId: "-1004", title: "News", kind: "channel" } as const;
const LUNCH = { ...FAMILY, chatId: "-1003", title: "Friday lunch" } as const;
const OFFLINE: Failure = { kind: "network" };
const SENT: SendResult = { envelopes: [sampleUnpaidEnvelope], order: sampleOrder };
const LIVE: SendResult = {
  envelopes: [{ ...sampleUnpaidEnvelope, status: "open" }],
  order: { ...sampleOrder, status: "paid" },
};

type Page = Awaited<ReturnType<typeof openSendPage>>;

const SUBMIT = { type: "ui.submit" } as const;
const RELOAD = { type: "ui.reload" } as const;
const RESUME = { type: "ui.resume", orderId: sampleOrder.orderId } as const;
const ORDINARY = { type: "ui.chooseType", envelopeType: "ordinary" } as const;
const BY_SHARE = { type: "ui.chooseAmount", field: "singleAmount" } as const;

test("a lucky draw of 0.05 ETH in 5 shares is sent to the hinted group, paid outside, and goes live", async () => {
  const followed = [SENT, LIVE];
  const { clock, sent, saved, type, act, reachOrder } = await openSendPage({ input: { chatIds: ["-1001"] }, followed });
  expect(type({ ...FORM, remark: " Good luck " })).toMatchObject({ total: "0.05", chatIds: ["-1001"] });
  const draft = { ...createDraft("eth"), ...FORM, remark: " Good luck " };
  expect(saved.at(-1)).toEqual({ draft, chatIds: ["-1001"] });
  await act(SUBMIT);
  expect(sent.map(({ body }) => body)).toEqual([
    { type: "luckyDraw", coinType: "eth", ...FORM, count: 5, remark: "Good luck", ...LOOK, chatIds: ["-1001"] },
  ]);
  // The form was kept until there was an order.
  expect(saved.at(-1)).toBeNull();
  const { order, view } = await reachOrder("awaitingPayment");
  expect(view.passphrase).toBeNull();
  const follow = order.getSnapshot().children.orderFollow;
  if (follow !== undefined) await waitFor(follow, ({ value }) => value === "waiting");
  clock.increment(3000);
  expect((await reachOrder("live")).view.passphrase).toBe("happy year");
});

test("an ordinary envelope by single amount, without a chat", async () => {
  const { sent, type, act } = await openSendPage();
  type(FORM);
  const [singleAmount, passphrase] = ["0.01", "K7MQ2PXA"];
  expect(type({ singleAmount, passphrase }).draft.totalAmount).toBeNull();
  const view = await act(ORDINARY, { type: "ui.toggleChat", chatId: "-1001" });
  expect([view.total, view.chatIds]).toEqual(["0.05", []]);
  await act(SUBMIT);
  expect(sent.map(({ body }) => body)).toEqual([
    { type: "ordinary", coinType: "eth", count: 5, singleAmount, passphrase, ...LOOK },
  ]);
});

test("problems show as one types, of a mere beginning once it was left, and all of them once the form was sent", async () => {
  const { sent, send, type } = await openSendPage();
  expect(type({}).problems).toEqual({});
  expect(Object.keys(type({ count: "101" }).problems)).toEqual(["count"]);
  expect(Object.keys(type({ passphrase: "happy" }).problems)).toEqual(["count"]);
  expect(Object.keys(send({ type: "ui.leave", field: "passphrase" }).problems)).toEqual(["count", "passphrase"]);
  type({ passphrase: "" });
  expect(Object.values(send(SUBMIT).problems).map(({ messageKey }) => messageKey)).toEqual([
    "envelope:problem.countRange",
    "envelope:problem.amountRequired",
    "envelope:problem.passphraseRequired",
  ]);
  expect(sent).toEqual([]);
});

test.each(["0", "0.", "0.0", "0.000004"])(
  "an amount that is begun with %s is not called wrong before it is left",
  async (totalAmount) => {
    const { send, type } = await openSendPage();
    expect(type({ count: "5", totalAmount }).problems).toEqual({});
    expect(send({ type: "ui.leave", field: "totalAmount" }).problems.totalAmount).toBeDefined();
  },
);

test("the nearest total that divides is offered, and is right", async () => {
  const { send, type } = await openSendPage();
  send(ORDINARY);
  const { nearestTotal } = type({ count: "3", totalAmount: "0.1" });
  expect(nearestTotal).toBe("0.099999");
  const view = type({ totalAmount: nearestTotal ?? "" });
  expect([view.nearestTotal, view.problems, view.share]).toEqual([null, {}, { kind: "exact", amount: "0.033333" }]);
});

test("a form begins with as many shares as a small group has, and loses nothing while nothing else was typed", async () => {
  const { type } = await openSendPage();
  const view = type({});
  expect([view.draft.count, view.hasUnsavedInput]).toEqual(["5", false]);
  expect(type({ count: "6" }).hasUnsavedInput).toBe(true);
});

test("what is wrong elsewhere hides neither total nor share", async () => {
  const { send, type } = await openSendPage();
  expect(type({})).toMatchObject({ total: null, share: { kind: "luck", min: "0.000001" } });
  expect(send(ORDINARY).share).toBeNull();
  // What was typed in total is the total, before it is known of how many.
  expect(type({ totalAmount: "0.06", count: "" })).toMatchObject({ total: "0.06", share: null });
  const view = type({ totalAmount: "0.06", count: "3" });
  expect(view).toMatchObject({ total: "0.06", share: { kind: "exact", amount: "0.02" } });
});

test("0.05 in total for 5 is 0.01 each, and a lucky draw takes it as a total again", async () => {
  const { send, type } = await openSendPage();
  type(FORM);
  // A lucky draw has no amount for each.
  expect(send(BY_SHARE).draft.singleAmount).toBeNull();
  expect(send(ORDINARY, BY_SHARE)).toMatchObject({
    draft: { singleAmount: "0.01", totalAmount: null },
    total: "0.05",
    roundedFrom: null,
  });
  expect(send({ type: "ui.chooseType", envelopeType: "luckyDraw" })).toMatchObject({
    draft: { singleAmount: null, totalAmount: "0.05" },
    total: "0.05",
  });
});

test("a total that does not divide says so, and is not lost", async () => {
  const { send, type } = await openSendPage();
  type({ ...FORM, count: "3" });
  expect(send(ORDINARY, BY_SHARE)).toMatchObject({
    draft: { singleAmount: "0.016667" },
    total: "0.050001",
    roundedFrom: "0.05",
  });
  expect(send({ type: "ui.chooseAmount", field: "totalAmount" })).toMatchObject({
    draft: { totalAmount: "0.05" },
    roundedFrom: null,
  });
});

test("a retry keeps form and key; another form, and the same one sent again after it went through, get another key", async () => {
  const expired: OrderReading = { envelopes: [], order: { ...sampleOrder, status: "expired" } };
  const { sent, type, act, reachOrder } = await openSendPage({
    results: [OFFLINE, OFFLINE, SENT],
    followed: [expired],
  });
  type(FORM);
  for (const _ of [1, 2]) expect((await act(SUBMIT)).draft).toMatchObject(FORM);
  type({ count: "4" });
  for (const _ of [1, 2]) {
    await act(SUBMIT);
    (await reachOrder("cancelled")).order.send({ type: "ui.edit" });
    await act();
  }
  expect(sent.map(({ body, idempotencyKey }) => [body.count, idempotencyKey])).toEqual([
    [5, "a-4"],
    [5, "a-4"],
    [4, "a-5"],
    [4, "a-6"],
  ]);
});

test("members open it by a tap: it needs their group and no passphrase, and may ask for more chats", async () => {
  const { sent, saved, send, act } = await openSendPage({ options: { chats: [FAMILY, WORK], channels: [NEWS] } });
  const { passphrase: _, ...typed } = FORM;
  for (const [field, value] of Object.entries(typed))
    send({ type: "ui.type", field: field as keyof typeof FORM, value });
  expect(send({ type: "ui.chooseRule", claimRule: "members" }).requirable).toEqual([NEWS, FAMILY, WORK]);
  const refused = await act({ type: "ui.submit" });
  expect(refused.problems).toEqual({
    chatIds: expect.objectContaining({ messageKey: "envelope:problem.membersNeedGroup" }) as unknown,
  });
  send({ type: "ui.toggleChat", chatId: FAMILY.chatId });
  send({ type: "ui.toggleRequired", chatId: NEWS.chatId }, { type: "ui.toggleRequired", chatId: WORK.chatId });
  send({ type: "ui.toggleRequired", chatId: WORK.chatId });
  expect(saved.at(-1)?.draft).toMatchObject({ claimRule: "members", requiredChatIds: [NEWS.chatId] });
  await act({ type: "ui.submit" });
  expect(sent[0]?.body).toMatchObject({
    claimRule: "members",
    chatIds: [FAMILY.chatId],
    requiredChatIds: [NEWS.chatId],
  });
  expect(sent[0]?.body).not.toHaveProperty("passphrase");
});

test("nobody is asked for a passphrase again who chooses it again, and without a group there is no other way", async () => {
  const { sent, type, send, act } = await openSendPage({ readings: [{}, { chats: [] }] });
  type(FORM);
  send({ type: "ui.chooseRule", claimRule: "members" }, { type: "ui.chooseRule", claimRule: "passphrase" });
  expect(send({ type: "ui.toggleRequired", chatId: FAMILY.chatId }).draft.requiredChatIds).toEqual([]);
  send({ type: "ui.chooseRule", claimRule: "members" });
  const { draft } = await act(...READ_ANEW);
  expect([draft.claimRule, draft.passphrase]).toEqual(["passphrase", FORM.passphrase]);
  expect(send({ type: "ui.chooseRule", claimRule: "members" }).draft.claimRule).toBe("passphrase");
  await act({ type: "ui.submit" });
  expect(sent[0]?.body).toMatchObject({ passphrase: FORM.passphrase });
});

test("a draw for all is proposed for members and five minutes, and is sent with what the person makes of that", async () => {
  const { sent, saved, send, type, act } = await openSendPage({ input: { chatIds: [FAMILY.chatId] } });
  type(FORM);
  const together = { type: "ui.chooseDraw", drawRule: "together" } as const;
  const proposed = { drawRule: "together", drawWindowS: 300, claimRule: "members" };
  expect(send(together).draft).toMatchObject(proposed);
  expect(saved.at(-1)?.draft).toMatchObject(proposed);
  expect(send({ type: "ui.chooseRule", claimRule: "passphrase" }, together).draft.claimRule).toBe("passphrase");
  send({ type: "ui.chooseWindow", windowS: 15 });
  await act(SUBMIT);
  expect(sent[0]?.body).toMatchObject({
    type: "luckyDraw",
    drawRule: "together",
    drawWindowS: 15,
    passphrase: FORM.passphrase,
  });
});

test("only luck is drawn: an ordinary envelope has no way to draw, and takes up its last one as a lucky draw again", async () => {
  const { sent, send, type, act } = await openSendPage({ options: { chats: [] }, results: [OFFLINE, OFFLINE, SENT] });
  type(FORM);
  expect(send({ type: "ui.chooseWindow", windowS: 15 }).draft.drawWindowS).toBe(300);
  const offered = ({ actions }: EnvelopeSendView) =>
    actions.filter(({ event }) => /Draw|Window/u.test(event.type)).map(({ labelKey }) => labelKey);
  expect(offered(send({ type: "ui.chooseDraw", drawRule: "together" }))).toHaveLength(5);
  expect(send().draft.claimRule).toBe("passphrase");
  const ordinary = send(ORDINARY);
  expect(offered(ordinary)).toEqual([]);
  await act(SUBMIT);
  expect(sent[0]?.body).not.toHaveProperty("drawRule");
  expect(sent[0]?.body).not.toHaveProperty("drawWindowS");
  send({ type: "ui.chooseType", envelopeType: "luckyDraw" });
  await act(SUBMIT);
  expect(sent[1]?.body).toMatchObject({ drawRule: "together", drawWindowS: 300 });
  send({ type: "ui.chooseDraw", drawRule: "instant" });
  await act(SUBMIT);
  expect(sent[2]?.body).not.toHaveProperty("drawRule");
});

/** What was read before the options changed. */
const BEFORE: Partial<SendOptions> = { coinTypes: ["eth", "ton"], chats: [FAMILY], lookInUse: LOOK };
const OWN_LOOK = { coverId: "eid", messageId: "eid" } as const;

test.each<[string, EnvelopeSendEvent[], Partial<SendOptions>, object]>([
  ["nothing has changed", [], {}, LOOK],
  ["its chat is gone", [], { chats: [] }, { chatIds: undefined }],
  ["its coin is closed", [], { coinTypes: ["ton"] }, { coinType: "ton" }],
  ["another look is in use", [], { lookInUse: OWN_LOOK }, OWN_LOOK],
  [
    "another look is in use than its own",
    [
      { type: "ui.chooseCover", coverId: "wedding" },
      { type: "ui.chooseMessage", messageId: "wedding" },
    ],
    { lookInUse: OWN_LOOK },
    { coverId: "wedding", messageId: "wedding" },
  ],
])(
  "where after an order %s, the form is sent as it is now, under a key of its own",
  async (_, events, changed, fields) => {
    const { sent, type, act } = await openSendPage({ options: changed, readings: [BEFORE], results: [OFFLINE] });
    type(FORM);
    await act(...events);
    await act(SUBMIT);
    await act(...READ_ANEW);
    await act(SUBMIT);
    const [first, second] = sent;
    expect(second?.body).toEqual({ ...first?.body, ...fields });
    expect(second?.idempotencyKey).not.toBe(first?.idempotencyKey);
  },
);

test("an envelope gets what is in use, unless another cover or text is chosen for it alone", async () => {
  const { sent, saved, type, send, act } = await openSendPage({ results: [OFFLINE] });
  expect(type(FORM).look).toEqual(LOOK);
  await act(SUBMIT);
  expect(send({ type: "ui.chooseCover", coverId: "wedding" }).look).toEqual({ ...LOOK, coverId: "wedding" });
  send({ type: "ui.chooseMessage", messageId: "wedding" });
  expect(saved.at(-1)?.draft).toMatchObject({ coverId: "wedding", messageId: "wedding" });
  await act(SUBMIT);
  // Named in both cases: what the preview shows is what arrives, whatever is chosen elsewhere meanwhile.
  expect(sent.map(({ body }) => [body.coverId, body.messageId])).toEqual([
    ["tet", "newYear"],
    ["wedding", "wedding"],
  ]);
});

test("a kept form comes back with its cover, the text in use by now, and no coin that is closed", async () => {
  const draft = {
    ...createDraft("sol"),
    type: "ordinary",
    count: "3",
    totalAmount: null,
    singleAmount: "0.01",
  } as const;
  const saved: SavedSend = { draft: { ...draft, coverId: "eid" }, chatIds: ["-1001"] };
  const { act } = await openSendPage({ input: { saved } });
  expect(await act()).toMatchObject({
    draft: { ...saved.draft, coinType: "eth", passphrase: MADE_UP },
    chatIds: ["-1001"],
    look: { ...LOOK, coverId: "eid" },
    total: "0.03",
    share: { kind: "exact", amount: "0.01" },
  });
});

const NO_WALLET: Funds = { kind: "notBound" };

test.each<[string, Funds | Failure, object, object]>([
  ["no wallet", NO_WALLET, NO_WALLET, { messageKey: "errors:walletNotBound" }],
  ["a balance that cannot be read", bind(null), { balance: null }, { messageKey: "errors:balanceUnavailable" }],
  ["a wallet that cannot be read", OFFLINE, { kind: "unknown" }, { messageKey: "errors:network" }],
  [
    "too little by the smallest unit",
    bind("0.049999999999999999"),
    bind("0.049999"),
    {
      messageKey: "envelope:send.shortage",
      params: { balance: "0.049999999999999999", needed: "0.05", coin: "ETH" },
    },
  ],
])("%s shows before anything is typed, and refuses in the form, which is kept", async (_, funds, payer, refusal) => {
  const { sent, act, type } = await openSendPage({ funds: [funds] });
  expect(await act()).toMatchObject({ state: "editing", payer, shortage: null, refusal: null });
  type(FORM);
  expect(await act(SUBMIT)).toMatchObject({ state: "editing", draft: FORM, refusal, rejectedSubmits: 1 });
  expect(sent).toEqual([]);
  expect(type({ count: "4" }).refusal).toBeNull();
});

test("a wallet with too little shows as one types", async () => {
  const { type } = await openSendPage({ funds: [bind("0.04")] });
  expect(type({ count: "5", totalAmount: "0.05" }).shortage).toEqual({
    messageKey: "envelope:send.shortage",
    params: { balance: "0.04", needed: "0.05", coin: "ETH" },
  });
  expect(type({ totalAmount: "0.04" }).shortage).toBeNull();
});

test.each([
  ["walletUnsupported", {}, {}],
  ["serviceUnavailable", {}, {}],
  ["tooManyTries", { retryAfterSeconds: 42 }, { context: "seconds", wait: "42" }],
] as const)("the server's %s stands in the form too, which can be sent again", async (error, fields, params) => {
  const { sent, type, act } = await openSendPage({ results: [{ kind: "api", error, message: "", ...fields }] });
  type(FORM);
  for (const times of [1, 2]) {
    const refusal = { messageKey: `errors:${error}`, params };
    expect(await act(SUBMIT)).toMatchObject({ state: "editing", draft: FORM, refusal });
    expect(sent).toHaveLength(times);
  }
});

test("each coin that is chosen has its own funds read, at the start and before it is sent", async () => {
  const { coins, type, send, act } = await openSendPage({ options: { coinTypes: ["eth", "ton"] } });
  send({ type: "ui.chooseCoin", coinType: "ton" }, { type: "ui.chooseCoin", coinType: "eth" });
  expect(coins).toEqual(["eth", "ton", "eth"]);
  type(FORM);
  await act(SUBMIT);
  expect(coins).toEqual(["eth", "ton", "eth", "eth"]);
});

test("a try starts without the rejectedSubmits of the last one, and shows what can pay by then", async () => {
  const funds = [bind("0.07"), bind("1")];
  const world = { funds, results: [OFFLINE], prices: { eth: "3000" } };
  const { actor, coins, type, send, act } = await openSendPage(world);
  expect(send(SUBMIT).rejectedSubmits).toBe(1);
  type(FORM);
  expect(send(SUBMIT)).toMatchObject({ state: "checkingBalance", rejectedSubmits: 0 });
  expect(await act()).toMatchObject({ payer: { balance: "1" }, refusal: { messageKey: "errors:network" } });
  // What the check has read is not read again.
  expect(coins).toEqual(["eth", "eth"]);
  send(SUBMIT);
  expect(actor.getSnapshot().context.failure).toBeNull();
});

test.each(["ui.retry", "app.online"] as const)("a page that cannot be read says so, and reads on %s", async (type) => {
  const { act } = await openSendPage({ readings: [OFFLINE, OFFLINE] });
  expect(await act({ type: "ui.retry" })).toMatchObject({ state: "failed", failureKey: "errors:network" });
  expect(await act({ type })).toMatchObject({ state: "editing", refusal: null });
});

test("where no coin is open the page says so instead of a form, goes on with an order, and looks again on request", async () => {
  const closed = { coinTypes: [], unpaidOrders: [sampleOrder] };
  const { act, reachOrder } = await openSendPage({ readings: [closed, closed] });
  expect((await act()).state).toBe("closed");
  await act(RESUME);
  expect((await reachOrder("awaitingPayment")).view.order.orderId).toBe("o1");
  expect((await act({ type: "ui.toForm" })).state).toBe("closed");
  expect((await act(RELOAD)).state).toBe("editing");
});

test("who has fewer than two groups reads how to link one, and goes on once it is there", async () => {
  const { act } = await openSendPage({
    input: { minChats: 2 },
    readings: [{ chats: [FAMILY], unpaidOrders: [sampleOrder] }],
    options: { chats: [FAMILY, WORK] },
  });
  // There is no such order.
  const { state, actions } = await act({ type: "ui.resume", orderId: "o9" });
  expect([state, actions.map(({ event }) => event.type)]).toEqual(["tooFewChats", ["ui.resume", "ui.reload"]]);
  expect(await act(RELOAD)).toMatchObject({ state: "editing", chatIds: ["-1001", "-1002"] });
});

test.each<[CoinType | null, CoinType]>([
  [null, "ton"],
  ["eth", "eth"],
  ["sol", "ton"],
])("opened for %s, a new form begins with %s, and keeps the coin that is chosen", async (asked, coinType) => {
  const { act } = await openSendPage({ options: { coinTypes: ["ton", "eth"] }, input: { coinType: asked } });
  expect(await act()).toMatchObject({ coinTypes: ["ton", "eth"], draft: { coinType } });
  await act({ type: "ui.chooseCoin", coinType: "eth" });
  expect((await act(...READ_ANEW)).draft.coinType).toBe("eth");
});

/** A form that was kept with these chats. */
function keep(...chatIds: string[]): SavedSend {
  return { draft: createDraft("eth"), chatIds };
}

test.each<[string, Partial<EnvelopeSendInput>, SendOptions["chats"], readonly string[]]>([
  ["the only group is chosen from the start", {}, [FAMILY], ["-1001"]],
  ["of two groups none is", {}, [FAMILY, WORK], []],
  ["a link names groups, where they are the person's", { chatIds: ["-1002", "-1009"] }, [FAMILY, WORK], ["-1002"]],
  ["a link overrules what was chosen", { chatIds: ["-1001"], saved: keep("-1002") }, [FAMILY, WORK], ["-1001"]],
  ["who chose no group before keeps that", { saved: keep() }, [FAMILY], []],
  ["for several, just two are both chosen", { minChats: 2 }, [FAMILY, WORK], ["-1001", "-1002"]],
  ["for several, a link names one of three", { minChats: 2, chatIds: ["-1002"] }, [FAMILY, WORK, LUNCH], ["-1002"]],
  ["for several, one that was chosen stays alone", { minChats: 2, saved: keep("-1002") }, [FAMILY, WORK], ["-1002"]],
  ["for one, several that were chosen stay", { saved: keep("-1002", "-1001") }, [FAMILY, WORK], ["-1002", "-1001"]],
])("%s", async (_, input, chats, chatIds) => {
  const { act } = await openSendPage({ input, options: { chats } });
  expect((await act()).chatIds).toEqual(chatIds);
});

function listToggles({ send }: Page) {
  return send().actions.flatMap(({ event, enabled }) =>
    event.type === "ui.toggleChat" ? [{ chatId: event.chatId, enabled }] : [],
  );
}

test("each group can be added and taken back, and without one the envelope is shared by hand", async () => {
  const page = await openSendPage({ options: { chats: [FAMILY, WORK] } });
  expect(listToggles(page).map(({ chatId }) => chatId)).toEqual(["-1001", "-1002"]);
  const [family, work] = [FAMILY, WORK].map(({ chatId }) => ({ type: "ui.toggleChat", chatId }) as const);
  if (family === undefined || work === undefined) throw new Error("no groups");
  expect(page.send(work, family).chatIds).toEqual(["-1002", "-1001"]);
  expect([page.send(work).chatIds, page.saved.at(-1)?.chatIds]).toEqual([["-1001"], ["-1001"]]);
});

test("no more groups are taken than one send may have", async () => {
  const chats = Array.from({ length: MAX_CHATS + 1 }, (_, index) => ({ ...FAMILY, chatId: `-${index + 1}` }));
  const page = await openSendPage({ options: { chats } });
  const view = page.send(...chats.map(({ chatId }) => ({ type: "ui.toggleChat" as const, chatId })));
  expect(view.chatIds).toHaveLength(MAX_CHATS);
  expect(listToggles(page).at(-1)).toEqual({ chatId: `-${MAX_CHATS + 1}`, enabled: false });
  expect(listToggles(page).at(0)).toEqual({ chatId: "-1", enabled: true });
});

test("a send to several groups asks for two, says so at the list, and for a wallet that covers them all", async () => {
  const { sent, type, send, act } = await openSendPage({
    input: { minChats: 2 },
    options: { chats: [FAMILY, WORK, LUNCH] },
    funds: [bind("0.099999"), bind("0.099999"), bind("0.1")],
    prices: { eth: "3000" },
  });
  type(FORM);
  expect(send({ type: "ui.toggleChat", chatId: "-1001" }).problems).toEqual({});
  const chatIds = { code: "chatsTooFew", params: { min: "2" } };
  expect(send({ type: "ui.leave", field: "chatIds" }).problems).toMatchObject({ chatIds });
  expect(send(SUBMIT)).toMatchObject({ state: "editing", rejectedSubmits: 1 });
  const shortage = {
    messageKey: "envelope:multi.shortage",
    params: { balance: "0.099999", needed: "0.1", coin: "ETH" },
  };
  const view = send({ type: "ui.toggleChat", chatId: "-1003" });
  expect(view).toMatchObject({ problems: {}, total: "0.1", totalEach: "0.05", shortage });
  expect(await act(SUBMIT)).toMatchObject({ state: "editing", refusal: shortage });
  expect(sent).toEqual([]);
  await act(SUBMIT);
  expect(sent).toMatchObject([{ body: { chatIds: ["-1001", "-1003"], passphrase: "happy year" } }]);
});

const GIFT = { amount: "0.05" };

test("a winner without a wallet sends one back with what was won: the form is filled in, one tap sends it", async () => {
  const { sent, act } = await openSendPage({ input: { gift: GIFT }, funds: [{ kind: "notBound", inApp: "0.05" }] });
  expect(await act()).toMatchObject({
    isWalletMissing: false,
    inApp: { balance: "0.05", isEnough: true },
    total: "0.05",
  });
  expect((await act(SUBMIT)).state).toBe("ordered");
  expect(sent).toMatchObject([
    { body: { type: "ordinary", count: 1, totalAmount: "0.05", passphrase: MADE_UP, chatIds: ["-1001"] } },
  ]);
});

test("what was typed before stays, whatever was won", async () => {
  const draft = { ...createDraft("eth"), totalAmount: "0.02" };
  const { act } = await openSendPage({ input: { gift: GIFT, saved: { draft, chatIds: [] } } });
  expect((await act()).draft).toEqual({ ...draft, passphrase: MADE_UP });
});

test("the form says beforehand whether the balance covers all of it, and asks for a wallet only where it does not", async () => {
  const { send, type } = await openSendPage({ funds: [{ kind: "notBound", inApp: "0.050000000000000001" }] });
  expect(send(ORDINARY)).toMatchObject({ inApp: { balance: "0.05", isEnough: null }, isWalletMissing: false });
  type({ count: "1" });
  expect(type({ totalAmount: "0.05" })).toMatchObject({ inApp: { isEnough: true }, isWalletMissing: false });
  expect(type({ totalAmount: "0.050001" })).toMatchObject({ inApp: { isEnough: false }, isWalletMissing: true });
});

test("wallet and balance never pay together", async () => {
  const { sent, act } = await openSendPage({ funds: [bind("0.03", { inApp: "0.03" })], input: { gift: GIFT } });
  const shortage = { messageKey: "envelope:send.shortage", params: { balance: "0.03", needed: "0.05" } };
  expect(await act()).toMatchObject({ inApp: { isEnough: false }, shortage });
  expect(await act(SUBMIT)).toMatchObject({ refusal: shortage });
  expect(sent).toEqual([]);
});

test("a wallet with too little is no problem where the balance covers it", async () => {
  const { act } = await openSendPage({ funds: [bind("0.03", { inApp: "0.05" })], input: { gift: GIFT } });
  expect(await act()).toMatchObject({ inApp: { isEnough: true }, shortage: null });
});

test("who has no wallet connects one on the way, and comes to the payment in the same go", async () => {
  const options = { coinsPaidHere: ["eth"] } as const;
  const funds: Funds[] = [{ kind: "notBound" }, { kind: "notBound" }, bind("1")];
  const world = { options, funds, connected: sampleConnected };
  const { type, act, sent, emitted, connections, reachOrder } = await openSendPage(world);
  const { isConnecting, actions } = type(FORM);
  expect([isConnecting, actions.find(({ event }) => event.type === "ui.submit")?.labelKey]).toEqual([
    true,
    "envelope:send.connectAndPay",
  ]);
  await act(SUBMIT);
  await reachOrder("paying");
  expect([sent.length, connections]).toEqual([1, [CONNECTION]]);
  expect(emitted.map((effect) => effect.type)).toContain("app.userChanged");
});

test.each([
  ["gives it up", { status: "cancelled" }, undefined, false],
  ["has forgotten the security code", { status: "forgotten" }, undefined, true],
  ["loses it", { kind: "unexpected", message: "broken" }, "errors:unexpected", false],
] satisfies [string, WalletConnectionOutput | Failure, string | undefined, boolean][])(
  "who %s while a wallet is connected is back at the form, and nothing is sent",
  async (_, connected, messageKey, isRecovering) => {
    const options = { coinsPaidHere: ["eth"] } as const;
    // The wallet that was bound at first is no more.
    const world = { options, funds: [bind("1"), NO_WALLET], prices: { eth: "3000" }, connected };
    const { type, act, sent, emitted } = await openSendPage(world);
    type(FORM);
    const view = await act(SUBMIT);
    expect([view.state, view.refusal?.messageKey, view.draft.totalAmount]).toEqual(["editing", messageKey, "0.05"]);
    expect(view.payer).toEqual(NO_WALLET);
    expect(emitted.some((effect) => effect.type === "code.wanted")).toBe(isRecovering);
    expect(sent).toEqual([]);
  },
);

test("where what connects a wallet cannot be loaded the form says why", async () => {
  const options = { coinsPaidHere: ["eth"] } as const;
  const { type, act } = await openSendPage({ options, funds: [NO_WALLET], connectionFailure: OFFLINE });
  type(FORM);
  expect(await act(SUBMIT)).toMatchObject({ state: "editing", refusal: { messageKey: "errors:network" } });
});

test("who goes back while a wallet is connected is at the form again, and nothing is sent", async () => {
  const options = { coinsPaidHere: ["eth"] } as const;
  const { actor, type, act, send, sent } = await openSendPage({ options, funds: [NO_WALLET] });
  type(FORM);
  send(SUBMIT);
  await waitFor(actor, (snapshot) => snapshot.matches({ connecting: "open" }));
  expect(await act({ type: "ui.toForm" })).toMatchObject({ state: "editing", draft: FORM, refusal: null });
  expect(sent).toEqual([]);
});

test("a bound wallet that has too little is refused, and no other one is connected", async () => {
  const funds = [bind("1"), bind("0.01")];
  const { type, act } = await openSendPage({ options: { coinsPaidHere: ["eth"] }, funds, prices: { eth: "3000" } });
  expect(type(FORM).isConnecting).toBe(false);
  const refused = { state: "editing", payer: bind("0.01"), refusal: { messageKey: "envelope:send.shortage" } };
  expect(await act(SUBMIT)).toMatchObject(refused);
});

test("nothing is connected for a coin that is paid elsewhere, nor where the balance pays", async () => {
  const elsewhere = await openSendPage({ funds: [{ kind: "notBound" }] });
  elsewhere.type(FORM);
  expect((await elsewhere.act(SUBMIT)).refusal?.messageKey).toBe("errors:walletNotBound");
  const options = { coinsPaidHere: ["eth"] } as const;
  const rich = await openSendPage({ options, funds: [{ kind: "notBound", inApp: "1" }] });
  expect(rich.type(FORM).isConnecting).toBe(false);
  await rich.act(SUBMIT);
  await rich.reachOrder("awaitingPayment");
});

test.each([
  ["the wallet", bind("1"), true],
  ["the balance in the app, which covers it", bind("1", { inApp: "0.05" }), false],
  ["the wallet, for the balance covers less", bind("1", { inApp: "0.049999" }), true],
])("a form that is paid here goes on to its payment at once where it is paid from %s", async (_, funds, isAtOnce) => {
  const options = { coinsPaidHere: ["eth"] } as const;
  const { type, act, reachOrder } = await openSendPage({ options, funds: [funds] });
  type(FORM);
  await act(SUBMIT);
  const state = isAtOnce ? "paying" : "awaitingPayment";
  expect((await reachOrder(state)).view.state).toBe(state);
});

const ASKED = { envelopeId: "e2", orderId: "o2", isToBePaid: false };
const ASKED_ORDER: Order = { ...sampleOrder, orderId: "o2", envelopeIds: ["e2"] };

test("going on with an unpaid envelope opens its own order, not a form", async () => {
  const options = { unpaidOrders: [sampleOrder, ASKED_ORDER] };
  const { act, reachOrder } = await openSendPage({ input: { asked: { ...ASKED, orderId: null } }, options });
  expect((await reachOrder("awaitingPayment")).view.order.orderId).toBe("o2");
  expect(await act()).toMatchObject({ state: "ordered", actions: [] });
});

test("an unpaid envelope whose order ended meanwhile is shown instead", async () => {
  const { act } = await openSendPage({ input: { asked: { ...ASKED, envelopeId: "e9" } } });
  expect(await act()).toMatchObject({ state: "gone", goneEnvelopeId: "e9" });
});

test("an address that asks to pay here pays that order", async () => {
  const { requests, reachOrder } = await openSendPage({
    input: { asked: { ...ASKED, isToBePaid: true } },
    options: { askedOrder: ASKED_ORDER, coinsPaidHere: ["eth"] },
  });
  expect((await reachOrder("paying")).view.order.orderId).toBe("o2");
  expect(requests).toEqual([{ orderId: "o2", againId: null }]);
});

test("back from an order that was opened in the form leads to the form as it was", async () => {
  const { actor, shown, type, act, send, reachOrder } = await openSendPage({ prices: { eth: "3000" } });
  type(FORM);
  send(RESUME);
  await reachOrder("awaitingPayment");
  send({ type: "ui.toForm" });
  expect([shown, actor.getSnapshot().context.funds]).toEqual([["?"], null]);
  expect(await act()).toMatchObject({ state: "editing", draft: FORM, payer: { kind: "bound" } });
});

test.each([
  ["expired", { ...LIVE, order: { ...ASKED_ORDER, status: "expired" } }, "cancelled", "ui.edit", true],
  ["went live", { ...LIVE, order: { ...ASKED_ORDER, status: "paid" } }, "live", "ui.another", false],
] as const)(
  "an order that its address named and that %s leads to a form, and to no order again",
  async (_, reading, state, type, isKept) => {
    const world = { input: { asked: ASKED }, options: { askedOrder: ASKED_ORDER }, followed: [reading] };
    const { actor, requests, saved, shown, act, reachOrder } = await openSendPage(world);
    (await reachOrder(state)).order.send({ type });
    const { draft, chatIds } = await act();
    expect([requests.at(-1), shown]).toEqual([{ orderId: null, againId: null }, ["?"]]);
    expect(saved).toEqual(isKept ? [{ draft, chatIds }] : []);
    expect(actor.getSnapshot().context.asked).toBeNull();
  },
);

test("a form outlives another order, and after its own one is empty and shows no problem", async () => {
  const world = { results: [LIVE], followed: [LIVE], prices: { eth: "3000" } };
  const { actor, type, send, act, reachOrder } = await openSendPage(world);
  send(SUBMIT);
  type(FORM);
  send({ type: "ui.toggleMore" }, RESUME);
  const writeAnother = async () => {
    (await reachOrder("live")).order.send({ type: "ui.another" });
    return act();
  };
  expect(await writeAnother()).toMatchObject({ draft: FORM, isMoreShown: false, rejectedSubmits: 0 });
  await act(
    ORDINARY,
    BY_SHARE,
    { type: "ui.leave", field: "count" },
    { type: "ui.chooseUnit", unit: "dollars" },
    SUBMIT,
  );
  expect(await writeAnother()).toMatchObject({ draft: { ...createDraft("eth"), passphrase: MADE_UP }, dollars: null });
  expect(actor.getSnapshot().context).toMatchObject({ amountSwitch: null, touched: [] });
});

const UNLED: Failure = { kind: "api", error: "botNotAdministrator", message: "" };

test("a chat in which the bot is no administrator is named, and said nowhere else, until the form changes", async () => {
  const condition = { chatId: FAMILY.chatId, title: FAMILY.title, link: null, isMet: null };
  const { act, send, type } = await openSendPage({
    input: { chatIds: [FAMILY.chatId] },
    results: [{ ...UNLED, conditions: [condition, { ...condition, chatId: "-9" }] }],
  });
  type(FORM);
  expect(await act(SUBMIT)).toMatchObject({ refusedChatIds: [FAMILY.chatId], refusal: null });
  expect(send({ type: "ui.chooseRule", claimRule: "passphrase" }).refusedChatIds).toEqual([]);
});

test("where the form shows none of the chats, the refusal is said in words", async () => {
  const { act, type } = await openSendPage({ results: [UNLED] });
  type(FORM);
  expect(await act(SUBMIT)).toMatchObject({
    refusedChatIds: [],
    refusal: { messageKey: "errors:botNotAdministrator" },
  });
});
