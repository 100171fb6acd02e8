import { describe, expect, test } from "vitest";
import { createActor, createMachine, fromPromise, SimulatedClock } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { sampleOrder, samplePayout, sampleUnpaidEnvelope } from "#tests/models/samples.ts";
import type { Failure } from "../failure.ts";
import type { FollowEmitted, FollowMachine } from "./follow.machine.ts";
import { viewFollow } from "./follow.view.ts";
import { orderFollowChild, orderFollowMachine, type OrderReading, toOrderReading } from "./orderFollow.ts";
import { payoutFollowChild, payoutFollowMachine } from "./payoutFollow.ts";

type Order = components["schemas"]["Order"];
type Payout = components["schemas"]["Payout"];

const OPEN: OrderReading = { order: sampleOrder, envelopes: [] };
const PAID: OrderReading = {
  order: { ...sampleOrder, status: "paid" },
  envelopes: [{ ...sampleUnpaidEnvelope, status: "open" }],
};
const NETWORK: Failure = { kind: "network" };
const flush = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));

/** A server's answers, one for each reading; the last stays, and undefined never comes. */
function answerWith<Reading extends object>(answers: readonly (Reading | Failure | undefined)[]) {
  const signals: AbortSignal[] = [];
  const read = fromPromise<Reading, { id: string }>(({ input, signal }) => {
    expect(input).toEqual({ id: "1" });
    const answer = answers[Math.min(signals.push(signal), answers.length) - 1];
    if (answer === undefined) return new Promise(() => undefined);
    return "kind" in answer ? Promise.reject(answer) : Promise.resolve(answer);
  });
  return { signals, read };
}

function follow<Reading extends object>(
  machine: FollowMachine<Reading>,
  answers: readonly (Reading | Failure | undefined)[],
  reading: Reading | null = null,
  awaited?: string,
) {
  const { signals, read } = answerWith(answers);
  const emitted: FollowEmitted<Reading>[] = [];
  const clock = new SimulatedClock();
  const actor = createActor(machine.provide({ actors: { read } }), {
    clock,
    input: { id: "1", reading, ...(awaited === undefined ? {} : { awaited }) },
  });
  actor.on("*", (event) => emitted.push(event));
  actor.start();
  const look = () => viewFollow<Reading>(actor.getSnapshot());
  const pass = async (seconds: number): Promise<void> => {
    await flush();
    clock.increment(seconds * 1000);
    await flush();
  };
  return { actor, clock, signals, emitted, look, pass };
}

const followOrder = (answers: readonly (OrderReading | Failure | undefined)[], order: Order | null = null) =>
  follow(orderFollowMachine, answers, toOrderReading(order));

test.each(["paid", "cancelled", "expired"] as const)("an order that is %s ends the following", async (status) => {
  const { actor, emitted, look } = followOrder([{ ...PAID, order: { ...sampleOrder, status } }]);
  await flush();
  expect(actor.getSnapshot()).toMatchObject({ status: "done", output: { order: { status } } });
  expect(actor.getSnapshot().output?.envelopes).toEqual(PAID.envelopes);
  expect([look().state, look().reading?.order.status, emitted]).toEqual(["ended", status, []]);
});

test.each(["paid", "cancelled", "returned"] as const)("a payout that is %s ends the following", async (status) => {
  const { actor, emitted } = follow<Payout>(payoutFollowMachine, [{ ...samplePayout, status }]);
  await flush();
  expect(actor.getSnapshot()).toMatchObject({ status: "done", value: "ended", output: { status } });
  expect(emitted).toEqual([]);
});

test.each([
  ...(["awaitingPayment", "partiallyPaid", "confirming"] as const).map((status) => ["order", status] as const),
  ...(["queued", "held", "sending", "confirming"] as const).map((status) => ["payout", status] as const),
])("an %s that is %s is read again every three seconds", async (kind, status) => {
  const order = { ...OPEN, order: { ...sampleOrder, status: status as Order["status"] } };
  const payout: Payout = { ...samplePayout, status: status as Payout["status"] };
  const { clock, signals, emitted } =
    kind === "order" ? followOrder([order]) : follow<Payout>(payoutFollowMachine, [payout]);
  await flush();
  clock.increment(2_999);
  expect(signals).toHaveLength(1);
  clock.increment(1);
  expect(signals).toHaveLength(2);
  expect(emitted).toEqual([{ type: "follow.read", reading: kind === "order" ? order : payout }]);
});

test("a first reading has the time of a request, and fails with a way to try again", async () => {
  const { actor, clock, look } = followOrder([{ kind: "timeout" }, OPEN]);
  clock.increment(20_000);
  expect(look().state).toBe("reading");
  await flush();
  expect(look()).toMatchObject({ state: "failed", failureKey: "errors:timeout" });
  actor.send({ type: "ui.retry" });
  await flush();
  expect(look()).toMatchObject({ state: "waiting", failureKey: null, reading: OPEN });
});

test("a later reading that takes long is broken off and made again", async () => {
  const { pass, clock, signals, look } = followOrder([undefined, PAID], sampleOrder);
  clock.increment(20_000);
  expect([look().state, signals[0]?.aborted]).toEqual(["waiting", true]);
  await pass(3);
  expect(look().reading?.order.status).toBe("paid");
});

test("a stop breaks the reading off", () => {
  const { actor, signals } = followOrder([undefined]);
  actor.stop();
  expect(signals[0]?.aborted).toBe(true);
});

test("a reorganisation takes a payment back, and the order is followed on", async () => {
  const take = (status: Order["status"]): OrderReading => ({ ...OPEN, order: { ...sampleOrder, status } });
  const { actor, look, pass } = followOrder([take("confirming"), take("awaitingPayment"), take("expired")]);
  await pass(3);
  expect(look()).toMatchObject({ state: "waiting", reading: { order: { status: "awaitingPayment" } } });
  await pass(3);
  expect(actor.getSnapshot().output?.order.status).toBe("expired");
});

test("a lost network leaves what is known in place, and following goes on when it is back", async () => {
  const { look, pass } = followOrder([OPEN, NETWORK, { ...OPEN, order: { ...sampleOrder, status: "confirming" } }]);
  await pass(3);
  expect(look()).toMatchObject({ state: "waiting", reading: OPEN, failureKey: "errors:network" });
  await pass(3);
  expect(look()).toMatchObject({ reading: { order: { status: "confirming" } }, failureKey: null });
});

test("what is somebody else's is not found, and the server is left alone until the person asks again", async () => {
  const { actor, look, pass, signals } = followOrder([{ kind: "api", error: "notFound", message: "" }, OPEN]);
  await pass(600);
  expect(look()).toMatchObject({ state: "failed", reading: null, failureKey: "errors:notFound" });
  expect([look().actions.map(({ event }) => event.type), signals.length]).toEqual([["ui.retry"], 1]);
  actor.send({ type: "ui.retry" });
  expect(look()).toMatchObject({ state: "reading", failureKey: null });
  await pass(0);
  expect(look().reading).toEqual(OPEN);
});

describe("a payment that its chain makes final within seconds", () => {
  const SENT: OrderReading = { ...OPEN, order: { ...sampleOrder, coinType: "sol", reportedTxHash: "5sig" } };
  /** Lets half seconds pass. */
  async function passHalves(pass: (seconds: number) => Promise<void>, count: number): Promise<void> {
    for (let half = 0; half < count; half += 1) await pass(0.5);
  }

  test("is looked at each half second for two minutes, then as usual", async () => {
    const { signals, pass, look } = followOrder([SENT]);
    await passHalves(pass, 20);
    expect(signals).toHaveLength(21);
    await passHalves(pass, 219);
    expect(signals).toHaveLength(240);
    await passHalves(pass, 1);
    const looked = signals.length;
    await passHalves(pass, 60);
    expect(signals).toHaveLength(looked + 10);
    expect(look()).toMatchObject({ state: "waiting", reading: SENT });
  });

  test("has its two minutes once, and another payment has its own", async () => {
    const next = { ...SENT, order: { ...SENT.order, reportedTxHash: "6sig" } };
    const answers: OrderReading[] = Array.from({ length: 300 }, () => SENT);
    const { signals, pass } = followOrder([...answers, next]);
    await passHalves(pass, 240);
    while (signals.length <= 300) await pass(3);
    const looked = signals.length;
    await passHalves(pass, 20);
    expect(signals).toHaveLength(looked + 20);
  });

  test("is seen as final at once", async () => {
    const paid = { ...PAID, order: { ...PAID.order, coinType: "sol" as const } };
    const { actor, pass, emitted } = followOrder([SENT, SENT, paid]);
    await passHalves(pass, 2);
    expect(actor.getSnapshot()).toMatchObject({ status: "done", output: { order: { status: "paid" } } });
    expect(emitted).toHaveLength(2);
  });

  test("hurries nobody while the server does not answer", async () => {
    const { signals, pass, look } = followOrder([SENT, NETWORK, SENT]);
    await passHalves(pass, 1);
    expect(look()).toMatchObject({ state: "waiting", failureKey: "errors:network" });
    await passHalves(pass, 5);
    expect(signals).toHaveLength(2);
    await passHalves(pass, 2);
    expect([signals.length, look().failureKey]).toEqual([3, null]);
  });

  test("is looked at so too once a wallet has answered and told no id", async () => {
    const order = { ...OPEN, order: { ...sampleOrder, coinType: "ton" as const } };
    const { signals, pass } = follow(orderFollowMachine, [order], order, "");
    await passHalves(pass, 10);
    expect(signals).toHaveLength(11);
  });

  test.each([
    ["Ethereum's", { reportedTxHash: "0xabcd", coinType: "eth" as const }],
    ["Tron's", { status: "confirming" as const, coinType: "tron" as const }],
    ["one that nobody has paid", { coinType: "sol" as const }],
    ["one that waits for the rest", { coinType: "sol" as const, txHash: "5sig", reportedTxHash: "5sig" }],
  ])("is not %s", async (_, change) => {
    const { signals, pass } = followOrder([{ ...OPEN, order: { ...sampleOrder, ...change } }]);
    await passHalves(pass, 12);
    expect(signals).toHaveLength(3);
  });
});

test.each([
  ["order", orderFollowChild.provide({ actors: { read: answerWith([OPEN, NETWORK, PAID]).read } })],
  [
    "payout",
    payoutFollowChild.provide({
      actors: { read: answerWith<Payout>([samplePayout, NETWORK, { ...samplePayout, status: "paid" }]).read },
    }),
  ],
])("an %s that a chart follows is told to it by events of its own", async (kind, child) => {
  const clock = new SimulatedClock();
  const heard: object[] = [];
  const parent = createMachine({
    invoke: {
      id: "follow",
      src: child,
      input: { id: "1", reading: null },
      onDone: { actions: () => heard.push({ type: "done" }) },
    },
    on: { "*": { actions: ({ event }) => heard.push(event) } },
  });
  createActor(parent, { clock }).start();
  for (let reading = 0; reading < 3; reading += 1) {
    await flush();
    clock.increment(3_000);
  }
  await flush();
  const known = kind === "order" ? { order: sampleOrder } : { payout: samplePayout };
  expect(heard).toMatchObject([
    { type: `${kind}.read`, ...known },
    { type: `${kind}.readFailed`, error: NETWORK },
    { type: "done" },
  ]);
});
