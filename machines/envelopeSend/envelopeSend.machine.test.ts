import { expect, test } from "vitest";
import { createActor, fromPromise, SimulatedClock, waitFor } from "xstate";
import type { components } from "#contract/schema.d.ts";
import type { CoinType } from "#domain/coins.ts";
import type { Failure } from "../kit/failure.ts";
import type { OrderReading } from "../kit/follow/orderFollow.ts";
import { orderFollowChild } from "../kit/follow/orderFollow.ts";
import { envelopeOrderMachine } from "../envelopeOrder/envelopeOrder.machine.ts";
import { viewEnvelopeOrder } from "../envelopeOrder/envelopeOrder.view.ts";
import { envelopeSendMachine } from "./envelopeSend.machine.ts";
import {
  FIRST_LOOK,
  type EnvelopeSendInput,
  type OptionsRequest,
  type SendOptions,
  type SendResult,
} from "./envelopeSend.setup.ts";
import { viewEnvelopeSend } from "./envelopeSend.view.ts";
import type { Funds, Look, SavedSend } from "./sendForm.ts";
import { sampleOrder, sampleUnpaidEnvelope, sampleSendInput } from "#tests/models/samples.ts";

type Order = components["schemas"]["Order"];
type SendBody = components["schemas"]["SendRedEnvelopeBody"];

const PAYMENT_URL = "https://hongbao.example/unPaymentList#code=abc";
const ORDER: Order = { ...sampleOrder, paymentUrl: PAYMENT_URL };
const ENVELOPE = sampleUnpaidEnvelope;
const UNPAID: OrderReading = { envelopes: [], order: ORDER };
const LIVE: OrderReading = { envelopes: [{ ...ENVELOPE, status: "open" }], order: { ...ORDER, status: "paid" } };
const RICH: Funds = { kind: "bound", address: "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266", balance: "0.05" };

interface World {
  /** One for each time that the page asks; the last one stays. */
  coins?: CoinType[][];
  /** Likewise. */
  chats?: (readonly string[])[];
  unpaidOrders?: readonly Order[];
  /** What is in use, likewise. */
  looks?: Look[];
  funds?: Funds;
  /** Answers to sends; the last one stays. */
  results?: (SendResult | Failure)[];
  readings?: OrderReading[];
  input?: Partial<EnvelopeSendInput>;
}

async function answer<Answer extends object>(held: Answer | Failure | undefined): Promise<Answer> {
  if (held === undefined) throw new Error("nothing left to answer");
  if ("kind" in held) throw held;
  return held;
}

function takeNext<Item>(items: Item[]): Item | undefined {
  return items.length > 1 ? items.shift() : items[0];
}

function start({
  coins = [["eth"]],
  chats = [["-1001"]],
  unpaidOrders = [],
  looks = [],
  funds = RICH,
  results = [{ envelopes: [ENVELOPE], order: ORDER }],
  readings = [LIVE],
  input = {},
}: World = {}) {
  const sent: { body: SendBody; idempotencyKey: string }[] = [];
  /** What the page was asked to keep, in order. */
  const saved: (SavedSend | null)[] = [];
  const clock = new SimulatedClock();
  const envelopeOrder = envelopeOrderMachine.provide({
    actors: {
      orderFollow: orderFollowChild.provide({
        actors: { read: fromPromise<OrderReading, { id: string }>(() => answer(takeNext(readings))) },
      }),
      cancelOrder: fromPromise<Order, { orderId: string }>(async () => ({ ...ORDER, status: "cancelled" })),
    },
  });
  const machine = envelopeSendMachine.provide({
    actors: {
      envelopeOrder,
      loadOptions: fromPromise<SendOptions, OptionsRequest>(async () => ({
        coinTypes: takeNext(coins) ?? [],
        chats: (takeNext(chats) ?? []).map((chatId) => ({ chatId, title: "Family" })),
        unpaidOrders,
        coinsPaidHere: [],
        lookInUse: takeNext(looks) ?? FIRST_LOOK,
      })),
      loadFunds: fromPromise<Funds, { coinType: CoinType }>(async () => funds),
      sendEnvelope: fromPromise<SendResult, { body: SendBody; idempotencyKey: string }>(({ input }) => {
        sent.push(input);
        return answer(takeNext(results));
      }),
    },
  });
  const actor = createActor(machine, {
    input: { ...sampleSendInput, chatIds: ["-1001"], ...input },
    clock,
  });
  actor.on("draft.changed", (event) => saved.push(event.saved));
  actor.start();
  actor.send({ type: "ui.open" });
  return { actor, clock, sent, saved };
}

type Started = ReturnType<typeof start>;

async function reach(actor: Started["actor"], state: ReturnType<typeof viewEnvelopeSend>["state"]) {
  return viewEnvelopeSend(await waitFor(actor, (snapshot) => viewEnvelopeSend(snapshot).state === state));
}

/** Waits for a state of the order that the form has led to. */
async function reachOrder({ actor }: Started, state: ReturnType<typeof viewEnvelopeOrder>["state"]) {
  const { children } = await waitFor(actor, (snapshot) => snapshot.children.envelopeOrder !== undefined);
  const order = children.envelopeOrder;
  if (order === undefined) throw new Error("there is no order");
  const view = viewEnvelopeOrder(await waitFor(order, (snapshot) => viewEnvelopeOrder(snapshot).state === state));
  return { order, view };
}

/** Waits until the order was read once. */
async function waitForReading(started: Started) {
  const { order } = await reachOrder(started, "awaitingPayment");
  const follow = order.getSnapshot().children.orderFollow;
  if (follow !== undefined) await waitFor(follow, ({ value }) => value === "waiting");
  return order;
}

async function fill(actor: Started["actor"]): Promise<void> {
  await reach(actor, "editing");
  actor.send({ type: "ui.type", field: "count", value: "5" });
  actor.send({ type: "ui.type", field: "totalAmount", value: "0.05" });
  actor.send({ type: "ui.type", field: "passphrase", value: "happy year" });
  actor.send({ type: "ui.type", field: "remark", value: " Good luck " });
}

test("a lucky draw of 0.05 ETH in 5 shares is sent to the hinted group, paid outside, and goes live", async () => {
  const started = start({ readings: [UNPAID, LIVE] });
  const { actor, clock, sent } = started;
  await fill(actor);
  expect(viewEnvelopeSend(actor.getSnapshot()).total).toBe("0.05");
  actor.send({ type: "ui.submit" });
  const order = await waitForReading(started);
  const opened: string[] = [];
  order.on("openPayment", ({ url }) => opened.push(url));
  expect(sent).toEqual([
    {
      body: {
        type: "luckyDraw",
        coinType: "eth",
        count: 5,
        totalAmount: "0.05",
        passphrase: "happy year",
        remark: "Good luck",
        ...FIRST_LOOK,
        chatIds: ["-1001"],
      },
      idempotencyKey: "a-4",
    },
  ]);
  expect(viewEnvelopeOrder(order.getSnapshot()).passphrase).toBeNull();
  order.send({ type: "ui.openPayment" });
  expect(opened).toEqual([PAYMENT_URL]);
  clock.increment(3000);
  expect((await reachOrder(started, "live")).view.passphrase).toBe("happy year");
});

test("an ordinary envelope by single amount, without a chat", async () => {
  const { actor, sent } = start();
  await fill(actor);
  actor.send({ type: "ui.chooseType", envelopeType: "ordinary" });
  actor.send({ type: "ui.type", field: "singleAmount", value: "0.01" });
  actor.send({ type: "ui.type", field: "passphrase", value: "K7MQ2PXA" });
  actor.send({ type: "ui.toggleChat", chatId: "-1001" });
  actor.send({ type: "ui.type", field: "remark", value: "" });
  expect(viewEnvelopeSend(actor.getSnapshot()).total).toBe("0.05");
  actor.send({ type: "ui.submit" });
  await reach(actor, "ordered");
  expect(sent.map(({ body }) => body)).toEqual([
    { type: "ordinary", coinType: "eth", count: 5, singleAmount: "0.01", passphrase: "K7MQ2PXA", ...FIRST_LOOK },
  ]);
});

test("problems show as one types, of a mere beginning once it was left, and all of them once the form was sent", async () => {
  const { actor, sent } = start();
  const listFields = () => Object.keys(viewEnvelopeSend(actor.getSnapshot()).problems);
  await reach(actor, "editing");
  expect(listFields()).toEqual([]);
  actor.send({ type: "ui.type", field: "count", value: "101" });
  expect(listFields()).toEqual(["count"]);
  actor.send({ type: "ui.type", field: "passphrase", value: "happy" });
  expect(listFields()).toEqual(["count"]);
  actor.send({ type: "ui.leave", field: "passphrase" });
  expect(listFields()).toEqual(["count", "passphrase"]);
  actor.send({ type: "ui.type", field: "passphrase", value: "" });
  actor.send({ type: "ui.submit" });
  const { problems } = await reach(actor, "editing");
  expect(Object.values(problems).map(({ messageKey }) => messageKey)).toEqual([
    "envelope:problem.countRange",
    "envelope:problem.amountRequired",
    "envelope:problem.passphraseRequired",
  ]);
  expect(sent).toEqual([]);
});

test.each(["0", "0.", "0.0", "0.000004"])(
  "an amount that is begun with %s is not called wrong before it is left",
  async (value) => {
    const { actor } = start();
    await reach(actor, "editing");
    actor.send({ type: "ui.type", field: "count", value: "5" });
    actor.send({ type: "ui.type", field: "totalAmount", value });
    expect(viewEnvelopeSend(actor.getSnapshot()).problems).toEqual({});
    actor.send({ type: "ui.leave", field: "totalAmount" });
    expect(viewEnvelopeSend(actor.getSnapshot()).problems.totalAmount).toBeDefined();
  },
);

test("the nearest total that divides is offered, and is right", async () => {
  const { actor } = start();
  await reach(actor, "editing");
  actor.send({ type: "ui.chooseType", envelopeType: "ordinary" });
  actor.send({ type: "ui.type", field: "count", value: "3" });
  actor.send({ type: "ui.type", field: "totalAmount", value: "0.1" });
  const { nearestTotal } = viewEnvelopeSend(actor.getSnapshot());
  expect(nearestTotal).toBe("0.099999");
  actor.send({ type: "ui.type", field: "totalAmount", value: nearestTotal ?? "" });
  const view = viewEnvelopeSend(actor.getSnapshot());
  expect([view.nearestTotal, view.problems, view.share]).toEqual([null, {}, { kind: "exact", amount: "0.033333" }]);
});

test("a retry keeps form and key, a changed form gets another key", async () => {
  const { actor, sent } = start({
    results: [{ kind: "network" }, { kind: "network" }, { envelopes: [ENVELOPE], order: ORDER }],
  });
  await fill(actor);
  actor.send({ type: "ui.submit" });
  await reach(actor, "submitting");
  expect((await reach(actor, "editing")).draft.totalAmount).toBe("0.05");
  actor.send({ type: "ui.submit" });
  await reach(actor, "submitting");
  await reach(actor, "editing");
  actor.send({ type: "ui.type", field: "count", value: "4" });
  actor.send({ type: "ui.submit" });
  await reach(actor, "ordered");
  expect(sent.map(({ body, idempotencyKey }) => [body.count, idempotencyKey])).toEqual([
    [5, "a-4"],
    [5, "a-4"],
    [4, "a-5"],
  ]);
});

test("an order sent before a reload is found again and can be cancelled", async () => {
  const started = start({ unpaidOrders: [ORDER], readings: [UNPAID] });
  await reach(started.actor, "editing");
  started.actor.send({ type: "ui.resume", orderId: "o1" });
  const order = await waitForReading(started);
  order.send({ type: "ui.cancelOrder" });
  order.send({ type: "ui.confirm" });
  expect((await reachOrder(started, "cancelled")).view.order.status).toBe("cancelled");
});

test("each change of the form is emitted to be kept, until the envelope is created", async () => {
  const { actor, saved } = start();
  await fill(actor);
  expect(saved.at(-1)).toEqual({
    draft: {
      type: "luckyDraw",
      coinType: "eth",
      count: "5",
      totalAmount: "0.05",
      singleAmount: null,
      passphrase: "happy year",
      remark: " Good luck ",
      coverId: null,
      messageId: null,
    },
    chatIds: ["-1001"],
  });
  actor.send({ type: "ui.toggleChat", chatId: "-1001" });
  expect(saved.at(-1)?.chatIds).toEqual([]);
  actor.send({ type: "ui.submit" });
  await reach(actor, "ordered");
  expect(saved.at(-1)).toBeNull();
});

test("a kept form comes back with its group, which a link overrules, and without a coin that is closed", async () => {
  const draft: SavedSend["draft"] = {
    type: "ordinary",
    coinType: "sol",
    count: "3",
    totalAmount: null,
    singleAmount: "0.01",
    passphrase: "happy year",
    remark: "Good luck",
    coverId: null,
    messageId: "eid",
  };
  const { actor } = start({ input: { chatIds: [], saved: { draft, chatIds: ["-1001"] } } });
  const view = await reach(actor, "editing");
  expect(view).toMatchObject({ draft: { ...draft, coinType: "eth" }, chatIds: ["-1001"], total: "0.03" });
  expect(view.share).toEqual({ kind: "exact", amount: "0.01" });

  const other = start({ input: { chatIds: ["-1001"], saved: { draft, chatIds: ["-1002"] } } });
  expect((await reach(other.actor, "editing")).chatIds).toEqual(["-1001"]);
});

test("a form that is not the sent one outlives another order", async () => {
  const started = start({ unpaidOrders: [ORDER] });
  const { actor } = started;
  const writeAnother = async () => (await reachOrder(started, "live")).order.send({ type: "ui.another" });
  await fill(actor);
  actor.send({ type: "ui.resume", orderId: "o1" });
  await writeAnother();
  expect((await reach(actor, "editing")).draft.totalAmount).toBe("0.05");
  actor.send({ type: "ui.submit" });
  await writeAnother();
  expect((await reach(actor, "editing")).draft.totalAmount).toBe("");
});

test("what is wrong elsewhere hides neither total nor share", async () => {
  const { actor } = start();
  await reach(actor, "editing");
  expect(viewEnvelopeSend(actor.getSnapshot())).toMatchObject({
    total: null,
    share: { kind: "luck", min: "0.000001" },
  });
  actor.send({ type: "ui.chooseType", envelopeType: "ordinary" });
  expect(viewEnvelopeSend(actor.getSnapshot()).share).toBeNull();
  actor.send({ type: "ui.type", field: "totalAmount", value: "0.06" });
  actor.send({ type: "ui.type", field: "count", value: "3" });
  expect(viewEnvelopeSend(actor.getSnapshot())).toMatchObject({
    total: "0.06",
    share: { kind: "exact", amount: "0.02" },
  });
});

test("a chat that is gone after a reload makes another form, and another key", async () => {
  const { actor, sent } = start({ chats: [["-1001"], []], results: [{ kind: "network" }, { kind: "network" }] });
  await fill(actor);
  for (const times of [1, 2]) {
    actor.send({ type: "ui.submit" });
    await waitFor(actor, ({ context }) => sent.length === times && context.failure !== null);
    actor.send({ type: "ui.reload" });
    await reach(actor, "editing");
  }
  expect(sent.map(({ body, idempotencyKey }) => [body.chatIds, idempotencyKey])).toEqual([
    [["-1001"], "a-4"],
    [undefined, "a-5"],
  ]);
});

test("a coin that is closed after a reload makes another form, and another key", async () => {
  const coins: CoinType[][] = [["eth", "ton"], ["ton"]];
  const { actor, sent } = start({ coins, results: [{ kind: "network" }, { kind: "network" }] });
  await fill(actor);
  for (const times of [1, 2]) {
    actor.send({ type: "ui.submit" });
    await waitFor(actor, ({ context }) => sent.length === times && context.failure !== null);
    actor.send({ type: "ui.reload" });
    await reach(actor, "editing");
  }
  expect(sent.map(({ body, idempotencyKey }) => [body.coinType, idempotencyKey])).toEqual([
    ["eth", "a-4"],
    ["ton", "a-5"],
  ]);
});

test("a reload that changes nothing keeps the key", async () => {
  const { actor, sent } = start({ results: [{ kind: "network" }, { kind: "network" }] });
  await fill(actor);
  for (const times of [1, 2]) {
    actor.send({ type: "ui.submit" });
    await waitFor(actor, ({ context }) => sent.length === times && context.failure !== null);
    actor.send({ type: "ui.reload" });
    await reach(actor, "editing");
  }
  expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
});

test("the same form sent again after it went through is another send", async () => {
  const started = start({ readings: [{ envelopes: [], order: { ...ORDER, status: "expired" } }] });
  const { actor, sent } = started;
  await fill(actor);
  for (const times of [1, 2]) {
    actor.send({ type: "ui.submit" });
    await waitFor(actor, () => sent.length === times);
    const { order } = await reachOrder(started, "cancelled");
    order.send({ type: "ui.edit" });
    await reach(actor, "editing");
  }
  const [first, second] = sent;
  expect(second?.body).toEqual(first?.body);
  expect(second?.idempotencyKey).not.toBe(first?.idempotencyKey);
});

test("a repeat of a send that is paid by now is live at once", async () => {
  const started = start({ results: [{ envelopes: LIVE.envelopes, order: LIVE.order }], readings: [] });
  await fill(started.actor);
  started.actor.send({ type: "ui.submit" });
  expect((await reachOrder(started, "live")).view.passphrase).toBe("happy year");
});

test("each of several chats gets an envelope, and the wallet has to cover them all", async () => {
  const envelopes = [ENVELOPE, { ...ENVELOPE, envelopeId: "e2" }];
  const input = { chatIds: ["-1001", "-1002", "-1003"] };
  const world = { chats: [["-1001", "-1002"]], readings: [{ ...LIVE, envelopes }], input };
  const poor = start({ ...world, funds: { ...RICH, balance: "0.099999" } });
  await fill(poor.actor);
  poor.actor.send({ type: "ui.submit" });
  await waitFor(poor.actor, ({ context }) => context.failure !== null);
  expect(viewEnvelopeSend(poor.actor.getSnapshot())).toMatchObject({
    state: "editing",
    total: "0.1",
    totalEach: "0.05",
    shortage: { messageKey: "envelope:multi.shortage", params: { balance: "0.099999", needed: "0.1", coin: "ETH" } },
    refusal: { messageKey: "envelope:multi.shortage", params: { balance: "0.099999", needed: "0.1", coin: "ETH" } },
  });

  const rich = start({ ...world, funds: { ...RICH, balance: "0.1" } });
  await fill(rich.actor);
  rich.actor.send({ type: "ui.submit" });
  const { view } = await reachOrder(rich, "live");
  expect(rich.sent[0]?.body.chatIds).toEqual(["-1001", "-1002"]);
  expect(view.envelopes.map(({ envelopeId }) => envelopeId)).toEqual(["e1", "e2"]);
});

test("a form whose look in use has changed is another one, but not where it names its own", async () => {
  const looks: Look[] = [FIRST_LOOK, { coverId: "tet", messageId: "newYear" }];
  const { actor, sent } = start({ looks: [...looks], results: [{ kind: "network" }] });
  const submit = async (rejectedSubmits: number) => {
    actor.send({ type: "ui.submit" });
    await waitFor(actor, ({ context }) => context.rejectedSubmits === rejectedSubmits);
  };
  await fill(actor);
  await submit(1);
  actor.send({ type: "ui.reload" });
  await reach(actor, "editing");
  await submit(1);
  const [first, second] = sent;
  expect(second?.body).toMatchObject({ coverId: "tet", messageId: "newYear" });
  expect(second?.idempotencyKey).not.toBe(first?.idempotencyKey);

  const own = start({ looks: [...looks], results: [{ kind: "network" }] });
  await fill(own.actor);
  own.actor.send({ type: "ui.chooseCover", coverId: "eid" });
  own.actor.send({ type: "ui.chooseMessage", messageId: "eid" });
  const { revision } = own.actor.getSnapshot().context;
  own.actor.send({ type: "ui.reload" });
  await reach(own.actor, "editing");
  expect(own.actor.getSnapshot().context.revision).toBe(revision);
});
