import { describe, expect, test } from "vitest";
import { waitFor } from "xstate";
import type { components } from "#contract/schema.d.ts";
import type { Holding } from "#domain/money/holdings.ts";
import { sampleOrder, sampleUnpaidEnvelope } from "#tests/support/samples.ts";
import { bind, FAMILY, FORM, MADE_UP, openSendPage, READ_ANEW } from "#tests/support/openSendPage.ts";
import { createDraft } from "./sendForm.ts";
import type { SendOptions } from "./sendOptions.ts";

type Envelope = components["schemas"]["Envelope"];

const SUBMIT = { type: "ui.submit" } as const;
const MORE = { type: "ui.toggleMore" } as const;
const DOLLARS = { type: "ui.chooseUnit", unit: "dollars" } as const;
const COIN = { type: "ui.chooseUnit", unit: "coin" } as const;
const QUICK = { count: "5", totalAmount: "0.05" };
const OFFLINE = { kind: "network" } as const;

function typeDollars(value: string) {
  return { type: "ui.type", field: "dollars", value } as const;
}

describe("what is folded away", () => {
  test("amount and number are enough: the rest has its values", async () => {
    const { sent, type, act } = await openSendPage();
    expect(type(QUICK)).toMatchObject({ isMoreShown: false, problems: {} });
    await act(SUBMIT);
    expect(sent).toMatchObject([{ body: { ...QUICK, count: 5, passphrase: MADE_UP, chatIds: ["-1001"] } }]);
  });

  test("unfolds by itself for what is wrong in it, and stays open while that is mended", async () => {
    const { send, type } = await openSendPage();
    type({ ...QUICK, passphrase: "" });
    expect(send(SUBMIT)).toMatchObject({ isMoreShown: true, rejectedSubmits: 1 });
    expect(type({ passphrase: "happy year" })).toMatchObject({ isMoreShown: true, problems: {} });
    type({ passphrase: "" });
    expect(send(MORE).isMoreShown).toBe(true);
    expect(type({ passphrase: "happy year" })).toMatchObject({ isMoreShown: true, problems: {} });
    expect(send(MORE).isMoreShown).toBe(false);
  });

  test("stays folded for what is wrong elsewhere", async () => {
    const { send, type } = await openSendPage();
    type({ count: "5" });
    expect(send(SUBMIT)).toMatchObject({ isMoreShown: false, problems: { totalAmount: { code: "amountRequired" } } });
  });

  test("a kept form that is wrong there opens unfolded", async () => {
    const draft = { ...createDraft("eth"), remark: "r".repeat(121) };
    const { act } = await openSendPage({ input: { saved: { draft, chatIds: [] } } });
    expect((await act()).isMoreShown).toBe(true);
  });

  test("a form without a passphrase gets another one at each reading, and a typed one stays", async () => {
    const { sent, type, act } = await openSendPage({ readings: [{}, { passphrase: "zebra zone yard year" }] });
    type(QUICK);
    expect((await act(...READ_ANEW)).draft.passphrase).toBe(MADE_UP);
    type({ passphrase: "" });
    expect((await act(...READ_ANEW)).draft.passphrase).toBe(MADE_UP);
    type({ passphrase: "happy year" });
    await act(...READ_ANEW);
    await act(SUBMIT);
    expect(sent).toMatchObject([{ body: { passphrase: "happy year" } }]);
  });
});

describe("an amount in dollars", () => {
  const prices = { eth: "3000", sol: "150" };

  test("is converted once, rounded down, and the coin amount is what is sent", async () => {
    const { sent, saved, send, act } = await openSendPage({ prices });
    send({ type: "ui.type", field: "count", value: "5" }, DOLLARS);
    expect(send(typeDollars("10"))).toMatchObject({
      dollars: { typed: "10", price: "3000" },
      draft: { totalAmount: "0.003333" },
      total: "0.003333",
    });
    expect(saved.at(-1)?.draft.totalAmount).toBe("0.003333");
    await act(SUBMIT);
    expect(sent).toMatchObject([{ body: { totalAmount: "0.003333" } }]);
  });

  test("keeps its price where another one is read meanwhile", async () => {
    const changing = { eth: "3000" };
    const { send, act } = await openSendPage({ prices: changing });
    send(DOLLARS, typeDollars("10"));
    changing.eth = "6000";
    expect(await act(...READ_ANEW)).toMatchObject({
      dollars: { price: "3000" },
      draft: { totalAmount: "0.003333" },
    });
    expect(send(typeDollars("12"))).toMatchObject({ draft: { totalAmount: "0.004" } });
    expect(send(COIN, DOLLARS, typeDollars("12"))).toMatchObject({ draft: { totalAmount: "0.002" } });
  });

  test.each([
    ["the balance", [bind("1"), bind("0.01"), bind("0.01")], undefined],
    ["the server", undefined, [OFFLINE]],
  ])("can be typed after %s refused a send that went before the price was read", async (_, funds, results) => {
    const options = { coinTypes: ["eth", "sol"] } as const;
    const { send, type, act } = await openSendPage({
      prices,
      options,
      ...(funds && { funds }),
      ...(results && { results }),
    });
    type(QUICK);
    send({ type: "ui.chooseCoin", coinType: "sol" });
    const refused = await act(SUBMIT);
    expect([refused.state, refused.refusal === null]).toEqual(["editing", false]);
    expect(send(DOLLARS)).toMatchObject({ dollars: { typed: "7.5" }, draft: QUICK });
  });

  test("begins with what the typed amount is worth, which stays as it is", async () => {
    const { send, type } = await openSendPage({ prices });
    type(QUICK);
    expect(send(DOLLARS)).toMatchObject({ dollars: { typed: "150" }, draft: QUICK });
    expect(send(COIN)).toMatchObject({ dollars: null, draft: QUICK });
  });

  test("cannot be typed without a price", async () => {
    const { send } = await openSendPage();
    const view = send(DOLLARS, typeDollars("10"));
    expect(view).toMatchObject({ dollars: null, draft: { totalAmount: "" } });
    const control = view.actions.find(({ event }) => event.type === "ui.chooseUnit");
    expect(control).toMatchObject({ event: DOLLARS, enabled: false });
  });

  test.each(["", "0.", "1e3", "-1"])("%j buys nothing yet", async (typed) => {
    const { send } = await openSendPage({ prices });
    const { draft, problems } = send(DOLLARS, typeDollars("10"), typeDollars(typed));
    expect([draft.totalAmount, problems]).toEqual([typed === "0." ? "0" : "", {}]);
  });

  test("buys something else of another coin, once its price is read", async () => {
    const { send, act } = await openSendPage({ prices, options: { coinTypes: ["eth", "sol", "ton"] } });
    send(DOLLARS, typeDollars("10"));
    const waiting = send({ type: "ui.chooseCoin", coinType: "sol" });
    expect(waiting).toMatchObject({ dollars: { typed: "10", price: null }, draft: { totalAmount: "" }, total: null });
    expect(await act()).toMatchObject({ dollars: { typed: "10", price: "150" }, draft: { totalAmount: "0.066666" } });
    // Of a coin without a price nothing is known.
    expect(await act({ type: "ui.chooseCoin", coinType: "ton" })).toMatchObject({
      dollars: null,
      draft: { totalAmount: "" },
    });
  });

  test("is given up where the price of another coin cannot be read", async () => {
    const funds = [bind("1"), OFFLINE];
    const { send, act } = await openSendPage({ prices, funds, options: { coinTypes: ["eth", "sol"] } });
    send(DOLLARS, typeDollars("10"));
    expect(await act({ type: "ui.chooseCoin", coinType: "sol" })).toMatchObject({ dollars: null });
  });

  test.each([
    ["another total", { type: "ui.type", field: "totalAmount", value: "0.01" }],
    ["the amount for each", { type: "ui.chooseAmount", field: "singleAmount" }],
  ] as const)("ends with %s: the amount is no longer what they buy", async (_, event) => {
    const { send } = await openSendPage({ prices });
    send({ type: "ui.chooseType", envelopeType: "ordinary" }, { type: "ui.type", field: "count", value: "3" });
    expect(send(DOLLARS, typeDollars("9")).dollars).toMatchObject({ typed: "9" });
    expect(send({ type: "ui.type", field: "count", value: "2" }).dollars).toMatchObject({ typed: "9" });
    expect(send(event).dollars).toBeNull();
  });
});

const OVER: Envelope = {
  ...sampleUnpaidEnvelope,
  type: "ordinary",
  coinType: "eth",
  status: "finished",
  totalAmount: "0.06",
  singleAmount: "0.02",
  count: 3,
  claimRule: "members",
  conditions: [
    { chatId: "-1001", title: "Family", link: null, isMet: null },
    { chatId: "-1004", title: "News", link: null, isMet: null },
  ],
  passphrase: null,
  remark: "To all of you",
  coverId: "eid",
  messageId: "newYear",
  chatId: "-1001",
};
const NEWS = { ...FAMILY, chatId: "-1004", title: "News", kind: "channel" } as const;
const WORK = { ...FAMILY, chatId: "-1002", title: "Work" };
const REPEATED = {
  ...createDraft("eth"),
  type: "ordinary",
  count: "3",
  totalAmount: "0.06",
  claimRule: "members",
  requiredChatIds: ["-1004"],
  remark: "To all of you",
  coverId: "eid",
  messageId: "newYear",
  passphrase: MADE_UP,
};

describe("the same again", () => {
  const options = { chats: [FAMILY, WORK], channels: [NEWS], again: OVER };

  test("fills the form in as it was for that envelope, also over what was typed, and once", async () => {
    const saved = {
      draft: { ...createDraft("eth"), totalAmount: "0.02", passphrase: "happy year" },
      chatIds: ["-1002"],
    };
    const page = await openSendPage({ input: { againId: "e1", saved }, options });
    expect(await page.act()).toMatchObject({ draft: REPEATED, chatIds: ["-1001"], problems: {} });
    expect(page.requests).toEqual([{ orderId: null, againId: "e1" }]);
    // A reload of the page finds the form as it is then.
    expect([page.saved, page.shown]).toEqual([[{ draft: REPEATED, chatIds: ["-1001"] }], ["?"]]);
    page.type({ remark: "Only you" });
    const { draft } = await page.act(...READ_ANEW);
    expect([draft.remark, page.requests.at(-1)]).toEqual(["Only you", { orderId: null, againId: null }]);
  });

  test("never has the passphrase of before", async () => {
    const again: Envelope = { ...OVER, claimRule: "passphrase", conditions: [], passphrase: "spring rain" };
    const { act } = await openSendPage({ input: { againId: "e1" }, options: { ...options, again } });
    expect((await act()).draft).toMatchObject({ claimRule: "passphrase", passphrase: MADE_UP, requiredChatIds: [] });
  });

  test("is drawn as it was", async () => {
    const again: Envelope = { ...OVER, type: "luckyDraw", drawRule: "together", drawWindowS: 60 };
    const { act } = await openSendPage({ input: { againId: "e1" }, options: { ...options, again } });
    expect((await act()).draft).toMatchObject({ drawRule: "together", drawWindowS: 60 });
  });

  test("goes to no group where it went to none", async () => {
    const again: Envelope = { ...OVER, chatId: null, claimRule: "passphrase", conditions: [] };
    const { act } = await openSendPage({ input: { againId: "e1" }, options: { chats: [FAMILY], again } });
    expect((await act()).chatIds).toEqual([]);
  });

  test("opens an ordinary form where the envelope is not there", async () => {
    const { act, shown } = await openSendPage({ input: { againId: "e1" } });
    expect(await act()).toMatchObject({ state: "editing", draft: { ...createDraft("eth"), passphrase: MADE_UP } });
    expect(shown).toEqual([]);
  });

  test("from the page of the envelopes that have just ended, for all their groups", async () => {
    const ended = [OVER, { ...OVER, envelopeId: "e2", chatId: "-1002" }];
    const paid = { order: { ...sampleOrder, status: "paid" as const }, envelopes: ended };
    const page = await openSendPage({ options, results: [paid], ended });
    page.type(FORM);
    await page.act(SUBMIT);
    const { order } = await page.reachOrder("live");
    page.clock.increment(5000);
    await waitFor(order, (snapshot) => snapshot.matches({ live: "over" }));
    order.send({ type: "ui.again" });
    expect(await page.act()).toMatchObject({ state: "editing", draft: REPEATED, chatIds: ["-1001", "-1002"] });
    expect([page.saved.at(-1)?.draft.passphrase, page.shown]).toEqual(["", ["?"]]);
  });
});

describe("what was sent lately", () => {
  const recent = [
    { coinType: "sol", totalAmount: "2" },
    { coinType: "eth", totalAmount: "0.05" },
    { coinType: "eth", totalAmount: "0.02" },
    { coinType: "eth", totalAmount: "0.05" },
    { coinType: "eth", totalAmount: "0.01" },
    { coinType: "eth", totalAmount: "0.03" },
  ] as const;

  test("a new form begins with the coin of the last one, and offers its totals", async () => {
    const { act, send } = await openSendPage({ options: { coinTypes: ["eth", "sol"], recent } });
    expect(await act()).toMatchObject({ draft: { coinType: "sol" }, recentTotals: ["2"] });
    const { recentTotals } = send({ type: "ui.chooseCoin", coinType: "eth" });
    expect(recentTotals).toEqual(["0.05", "0.02", "0.01"]);
  });

  test("a coin that takes no sends any more is no usual one", async () => {
    const { act } = await openSendPage({ options: { coinTypes: ["eth"], recent } });
    expect(await act()).toMatchObject({ draft: { coinType: "eth" } });
  });

  test("what one has most of comes before what was sent last, and leads the list", async () => {
    const holdings: Holding[] = [
      { coinType: "eth", balance: "1", price: "3000" },
      { coinType: "tron", balance: "9000", price: "0.3" },
    ];
    const options: Partial<SendOptions> = {
      coinTypes: ["sol", "tron", "eth"],
      recent,
      holdings,
      coinsPaidHere: ["sol"],
    };
    const { act } = await openSendPage({ options });
    expect(await act()).toMatchObject({ draft: { coinType: "eth" }, coinTypes: ["eth", "tron", "sol"] });
  });

  test("dollars come first where they are open, whatever else one has or has sent", async () => {
    const holdings: Holding[] = [{ coinType: "eth", balance: "1", price: "3000" }];
    const options: Partial<SendOptions> = {
      coinTypes: ["eth", "ton", "usdt"],
      recent,
      holdings,
      coinsPaidHere: ["ton"],
    };
    const { act } = await openSendPage({ options });
    expect(await act()).toMatchObject({ draft: { coinType: "usdt" }, coinTypes: ["eth", "ton", "usdt"] });
  });

  test("a coin that is dollars is typed as it is, and takes dollars that were typed for another one", async () => {
    const options: Partial<SendOptions> = { coinTypes: ["eth", "usdt"], coinsPaidHere: [] };
    const { send, act } = await openSendPage({
      options,
      input: { coinType: "eth" },
      prices: { eth: "3000", usdt: "1" },
    });
    await act();
    send(DOLLARS, typeDollars("5"));
    const { draft, dollars, actions } = await act({ type: "ui.chooseCoin", coinType: "usdt" });
    expect([draft.totalAmount, dollars]).toEqual(["5", null]);
    expect(actions.filter(({ event }) => event.type === "ui.chooseUnit")).toEqual([]);
  });

  test("who has nothing and has sent nothing begins with a coin that is paid in the app", async () => {
    const holdings: Holding[] = [{ coinType: "eth", balance: "0", price: "0" }];
    const options: Partial<SendOptions> = {
      coinTypes: ["eth", "sol", "ton"],
      holdings,
      coinsPaidHere: ["tron", "ton"],
    };
    const { act } = await openSendPage({ options });
    expect(await act()).toMatchObject({ draft: { coinType: "ton" }, coinTypes: ["eth", "sol", "ton"] });
  });

  test("offers no total where dollars are typed, or the amount for each", async () => {
    const { send } = await openSendPage({ options: { recent }, prices: { eth: "3000" } });
    expect(send(DOLLARS).recentTotals).toEqual([]);
    send(COIN, { type: "ui.type", field: "count", value: "5" }, { type: "ui.chooseType", envelopeType: "ordinary" });
    expect(send({ type: "ui.chooseAmount", field: "singleAmount" }).recentTotals).toEqual([]);
  });
});
