import { describe, expect, test } from "vitest";
import { createMachine } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { sampleOrder, samplePayout, sampleUnpaidEnvelope } from "#tests/support/samples.ts";
import { openChart, provideWorld } from "#tests/support/openChart.ts";
import { answerInTurn, OFFLINE, refuse } from "#tests/support/refusal.ts";
import type { Failure } from "../failure.ts";
import type { FollowMachine } from "./follow.machine.ts";
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

/** @param answers one for each reading; the last stays, and undefined never comes */
function follow<Reading extends object>(
  machine: FollowMachine<Reading>,
  answers: (Reading | Failure | undefined)[],
  reading: Reading | null = null,
  awaited?: string,
) {
  const signals: AbortSignal[] = [];
  const answer = answerInTurn<Reading>(answers);
  const chart = openChart(machine, viewFollow<Reading>, {
    input: { id: "1", reading, ...(awaited !== undefined && { awaited }) },
    world: {
      read: (input, signal) => {
        expect(input).toEqual({ id: "1" });
        signals.push(signal);
        return answer();
      },
    },
  });
  const getOutput = () => chart.actor.getSnapshot().output;
  return { ...chart, signals, getOutput, passTime: (seconds: number) => chart.pass(seconds * 1000) };
}

const followOrder = (answers: (OrderReading | Failure | undefined)[], order: Order | null = null) =>
  follow(orderFollowMachine, answers, toOrderReading(order));

test.each(["paid", "cancelled", "expired"] as const)("an order that is %s ends the following", async (status) => {
  const { emitted, act, look, getOutput } = followOrder([{ ...PAID, order: { ...sampleOrder, status } }]);
  await act();
  expect(getOutput()).toEqual({ ...PAID, order: { ...sampleOrder, status } });
  expect([look().state, look().reading?.order.status, emitted]).toEqual(["ended", status, []]);
});

test.each(["paid", "cancelled", "returned"] as const)("a payout that is %s ends the following", async (status) => {
  const { emitted, act, getOutput } = follow<Payout>(payoutFollowMachine, [{ ...samplePayout, status }]);
  expect((await act()).state).toBe("ended");
  expect(getOutput()).toMatchObject({ status });
  expect(emitted).toEqual([]);
});

test.each([
  ...(["awaitingPayment", "partiallyPaid", "confirming"] as const).map((status) => ["order", status] as const),
  ...(["queued", "held", "sending", "confirming"] as const).map((status) => ["payout", status] as const),
])("an %s that is %s is read again every three seconds", async (kind, status) => {
  const order = { ...OPEN, order: { ...sampleOrder, status: status as Order["status"] } };
  const payout: Payout = { ...samplePayout, status: status as Payout["status"] };
  const { clock, signals, emitted, pass } =
    kind === "order" ? followOrder([order]) : follow<Payout>(payoutFollowMachine, [payout]);
  await pass(2_999);
  expect(signals).toHaveLength(1);
  clock.increment(1);
  expect(signals).toHaveLength(2);
  expect(emitted).toEqual([{ type: "follow.read", reading: kind === "order" ? order : payout }]);
});

test("a first reading has the time of a request, and fails with a way to try again", async () => {
  const { clock, look, act } = followOrder([{ kind: "timeout" }, OPEN]);
  clock.increment(20_000);
  expect(look().state).toBe("reading");
  expect(await act()).toMatchObject({ state: "failed", failureKey: "errors:timeout" });
  expect(await act({ type: "ui.retry" })).toMatchObject({ state: "waiting", failureKey: null, reading: OPEN });
});

test("a later reading that takes long is broken off and made again", async () => {
  const { clock, signals, look, passTime } = followOrder([undefined, PAID], sampleOrder);
  clock.increment(20_000);
  expect([look().state, signals[0]?.aborted]).toEqual(["waiting", true]);
  expect((await passTime(3)).reading?.order.status).toBe("paid");
});

test("a stop breaks the reading off", () => {
  const { actor, signals } = followOrder([undefined]);
  actor.stop();
  expect(signals[0]?.aborted).toBe(true);
});

test("a reorganisation takes a payment back, and the order is followed on", async () => {
  const take = (status: Order["status"]): OrderReading => ({ ...OPEN, order: { ...sampleOrder, status } });
  const { passTime, getOutput } = followOrder([take("confirming"), take("awaitingPayment"), take("expired")]);
  expect(await passTime(3)).toMatchObject({ state: "waiting", reading: { order: { status: "awaitingPayment" } } });
  await passTime(3);
  expect(getOutput()?.order.status).toBe("expired");
});

test("a lost network leaves what is known in place, and following goes on when it is back", async () => {
  const { passTime } = followOrder([OPEN, OFFLINE, { ...OPEN, order: { ...sampleOrder, status: "confirming" } }]);
  expect(await passTime(3)).toMatchObject({ state: "waiting", reading: OPEN, failureKey: "errors:network" });
  expect(await passTime(3)).toMatchObject({ reading: { order: { status: "confirming" } }, failureKey: null });
});

test("what is somebody else's is not found, and the server is left alone until the person asks again", async () => {
  const { signals, press, passTime, listControls } = followOrder([refuse("notFound"), OPEN]);
  expect(await passTime(600)).toMatchObject({ state: "failed", reading: null, failureKey: "errors:notFound" });
  expect([listControls(), signals.length]).toEqual([["ui.retry"], 1]);
  expect(press("ui.retry")).toMatchObject({ state: "reading", failureKey: null });
  expect((await passTime(0)).reading).toEqual(OPEN);
});

test("what the network kept away at first is read by itself once there is one", async () => {
  const { passTime, act } = followOrder([OFFLINE, OPEN]);
  expect((await passTime(0)).state).toBe("failed");
  expect(await act({ type: "app.online" })).toMatchObject({ state: "waiting", reading: OPEN, failureKey: null });
});

describe("what changes within moments, as a chart says,", () => {
  test("is read faster from then on", async () => {
    const { signals, passTime, send } = followOrder([OPEN]);
    await passTime(0);
    send({ type: "follow.hurry" });
    await passTime(0.5);
    await passTime(0.5);
    expect(signals).toHaveLength(3);
  });

  test("is asked for anew where an answer is awaited", async () => {
    const { signals, send, passTime } = followOrder([undefined, OPEN], sampleOrder);
    expect(send({ type: "follow.hurry" }).state).toBe("waiting");
    expect(signals[0]?.aborted).toBe(true);
    await passTime(0.5);
    expect(signals).toHaveLength(2);
  });

  test("is read first where nothing is known of it", () => {
    const { signals, send } = followOrder([undefined]);
    expect(send({ type: "follow.hurry" }).state).toBe("reading");
    expect(signals[0]?.aborted).toBe(false);
  });
});

describe("a payment that its chain makes final within seconds", () => {
  const SENT: OrderReading = { ...OPEN, order: { ...sampleOrder, coinType: "sol", reportedTxHash: "5sig" } };
  /** Lets half seconds pass. */
  async function passHalves(pass: (seconds: number) => Promise<unknown>, count: number): Promise<void> {
    for (let half = 0; half < count; half += 1) await pass(0.5);
  }

  test("is looked at each half second for two minutes, then as usual", async () => {
    const { signals, look, passTime } = followOrder([SENT]);
    await passHalves(passTime, 20);
    expect(signals).toHaveLength(21);
    await passHalves(passTime, 219);
    expect(signals).toHaveLength(240);
    await passHalves(passTime, 1);
    expect(signals).toHaveLength(241);
    await passHalves(passTime, 60);
    expect(signals).toHaveLength(251);
    expect(look()).toMatchObject({ state: "waiting", reading: SENT });
  });

  test("has its two minutes once, and another payment has its own", async () => {
    const next = { ...SENT, order: { ...SENT.order, reportedTxHash: "6sig" } };
    const answers: OrderReading[] = Array.from({ length: 300 }, () => SENT);
    const { signals, passTime } = followOrder([...answers, next]);
    await passHalves(passTime, 240);
    while (signals.length <= 300) await passTime(3);
    const looked = signals.length;
    await passHalves(passTime, 20);
    expect(signals).toHaveLength(looked + 20);
  });

  test("is seen as final at once", async () => {
    const paid = { ...PAID, order: { ...PAID.order, coinType: "sol" as const } };
    const { passTime, emitted, getOutput } = followOrder([SENT, SENT, paid]);
    await passHalves(passTime, 2);
    expect(getOutput()).toMatchObject({ order: { status: "paid" } });
    expect(emitted).toHaveLength(2);
  });

  test("hurries nobody while the server does not answer", async () => {
    const { signals, look, passTime, emitted } = followOrder([SENT, OFFLINE, SENT]);
    await passHalves(passTime, 1);
    expect(look()).toMatchObject({ state: "waiting", reading: SENT, failureKey: "errors:network" });
    expect(emitted.at(-1)).toEqual({ type: "follow.readFailed", error: OFFLINE });
    await passHalves(passTime, 5);
    expect(signals).toHaveLength(2);
    await passHalves(passTime, 2);
    expect([signals.length, look().failureKey]).toEqual([3, null]);
  });

  test("is not waited for longer than usual, and shown as it was read last", async () => {
    const further = { ...SENT, order: { ...SENT.order, confirmations: 1 } };
    const { signals, look, passTime } = followOrder([SENT, further, undefined, SENT]);
    await passHalves(passTime, 2);
    expect([look().reading, signals.length]).toEqual([further, 3]);
    await passTime(20);
    expect([signals[2]?.aborted, look().state]).toEqual([true, "waiting"]);
    await passHalves(passTime, 5);
    expect(signals).toHaveLength(3);
    await passHalves(passTime, 1);
    expect(signals).toHaveLength(4);
  });

  test("is looked at so too once a wallet has answered and told no id", async () => {
    const order = { ...OPEN, order: { ...sampleOrder, coinType: "ton" as const } };
    const { signals, passTime } = follow(orderFollowMachine, [order], order, "");
    await passHalves(passTime, 10);
    expect(signals).toHaveLength(11);
  });

  test.each([
    ["Ethereum's", { reportedTxHash: "0xabcd", coinType: "eth" as const }],
    ["Tron's", { status: "confirming" as const, coinType: "tron" as const }],
    ["one that nobody has paid", { coinType: "sol" as const }],
    ["one that waits for the rest", { coinType: "sol" as const, txHash: "5sig", reportedTxHash: "5sig" }],
  ])("is not %s", async (_, change) => {
    const { signals, passTime } = followOrder([{ ...OPEN, order: { ...sampleOrder, ...change } }]);
    await passHalves(passTime, 12);
    expect(signals).toHaveLength(3);
  });
});

test.each([
  ["order", provideWorld(orderFollowChild, { read: answerInTurn<OrderReading>([OPEN, OFFLINE, PAID]) })],
  [
    "payout",
    provideWorld(payoutFollowChild, {
      read: answerInTurn<Payout>([samplePayout, OFFLINE, { ...samplePayout, status: "paid" }]),
    }),
  ],
])("an %s that a chart follows is told to it by events of its own", async (kind, child) => {
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
  const { pass } = openChart(parent, () => ({}));
  for (let reading = 0; reading < 3; reading += 1) await pass(3_000);
  const known = kind === "order" ? { order: sampleOrder } : { payout: samplePayout };
  expect(heard).toMatchObject([
    { type: `${kind}.read`, ...known },
    { type: `${kind}.readFailed`, error: OFFLINE },
    { type: "done" },
  ]);
});
