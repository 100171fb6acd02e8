import { expect, test } from "vitest";
import { createActor, createMachine, fromPromise, SimulatedClock } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { sampleOrder } from "#tests/models/samples.ts";
import type { Failure } from "../failure.ts";
import { orderFollowMachine, type OrderFollowEmitted, type OrderReading } from "./orderFollow.machine.ts";
import { orderFollowChild } from "./orderFollowChild.ts";
import { viewOrderFollow } from "./orderFollow.view.ts";

type Order = components["schemas"]["Order"];

const READING: OrderReading = { order: sampleOrder, envelopes: [] };
const PAID: OrderReading = { order: { ...sampleOrder, status: "paid" }, envelopes: [] };
const flush = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));

/** A server's answers, one for each reading; undefined never comes. */
function answerWith(answers: readonly (OrderReading | Failure | undefined)[]) {
  const signals: AbortSignal[] = [];
  const loadOrder = fromPromise<OrderReading, { orderId: string }>(({ signal }) => {
    const answer = answers[signals.push(signal) - 1];
    if (answer === undefined) return new Promise(() => undefined);
    return "kind" in answer ? Promise.reject(answer) : Promise.resolve(answer);
  });
  return { signals, loadOrder };
}

function follow(answers: readonly (OrderReading | Failure | undefined)[], order: Order | null = null) {
  const { signals, loadOrder } = answerWith(answers);
  const emitted: OrderFollowEmitted[] = [];
  const clock = new SimulatedClock();
  const actor = createActor(orderFollowMachine.provide({ actors: { loadOrder } }), {
    clock,
    input: { orderId: "o1", order },
  });
  actor.on("*", (event) => emitted.push(event));
  actor.start();
  const look = () => viewOrderFollow(actor.getSnapshot());
  return { actor, clock, signals, emitted, look };
}

test.each(["paid", "cancelled", "expired"] as const)(
  "an order that is %s ends the following with it",
  async (status) => {
    const { actor, emitted, look } = follow([{ ...READING, order: { ...sampleOrder, status } }]);
    await flush();
    expect(actor.getSnapshot()).toMatchObject({ status: "done", output: { order: { status }, envelopes: [] } });
    expect([look().state, look().order?.status, emitted]).toEqual(["ended", status, []]);
  },
);

test.each(["awaitingPayment", "partiallyPaid", "confirming"] as const)(
  "an order that is %s is read again every three seconds",
  async (status) => {
    const open = { ...READING, order: { ...sampleOrder, status } };
    const { clock, signals, emitted } = follow([open, open]);
    await flush();
    clock.increment(2_999);
    expect(signals).toHaveLength(1);
    clock.increment(1);
    expect(signals).toHaveLength(2);
    expect(emitted).toEqual([{ type: "order.read", order: open.order }]);
  },
);

test("a first reading has the time of a request, and fails with a way to try again", async () => {
  const { actor, clock, signals, look } = follow([undefined, READING]);
  clock.increment(99_999);
  expect(look().state).toBe("reading");
  clock.increment(1);
  expect(look()).toMatchObject({ state: "failed", failureKey: "errors:timeout" });
  expect(signals[0]?.aborted).toBe(true);
  actor.send({ type: "ui.retry" });
  await flush();
  expect(look()).toMatchObject({ state: "waiting", failureKey: null, order: sampleOrder });
});

test("a later reading that takes long is broken off and made again", async () => {
  const { clock, signals, look } = follow([undefined, PAID], sampleOrder);
  clock.increment(20_000);
  expect([look().state, signals[0]?.aborted]).toEqual(["waiting", true]);
  clock.increment(3_000);
  await flush();
  expect(look().order?.status).toBe("paid");
});

test("a stop breaks the reading off", () => {
  const { actor, signals } = follow([undefined]);
  actor.stop();
  expect(signals[0]?.aborted).toBe(true);
});

test("as a child it sends its readings to its parent", async () => {
  const { loadOrder } = answerWith([READING, { kind: "network" }, PAID]);
  const clock = new SimulatedClock();
  const heard: string[] = [];
  const parent = createMachine({
    invoke: {
      id: "orderFollow",
      src: orderFollowChild.provide({ actors: { loadOrder } }),
      input: { orderId: "o1", order: null },
      onDone: { actions: ({ event }) => heard.push(event.output.order.status) },
    },
    on: { "order.*": { actions: ({ event }) => heard.push(event.type) } },
  });
  createActor(parent, { clock }).start();
  for (let reading = 0; reading < 3; reading += 1) {
    await flush();
    clock.increment(3_000);
  }
  await flush();
  expect(heard).toEqual(["order.read", "order.readFailed", "paid"]);
});
