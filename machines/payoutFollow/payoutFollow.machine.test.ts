import { expect, test } from "vitest";
import { createActor, createMachine, fromPromise, SimulatedClock } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { samplePayout } from "#tests/models/samples.ts";
import type { Failure } from "../failure.ts";
import { payoutFollowMachine, type PayoutFollowEmitted } from "./payoutFollow.machine.ts";
import { payoutFollowChild } from "./payoutFollowChild.ts";
import { viewPayoutFollow } from "./payoutFollow.view.ts";

type Payout = components["schemas"]["Payout"];

const PAID: Payout = { ...samplePayout, status: "paid" };
const flush = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));

/** A server's answers, one for each reading; undefined never comes. */
function answerWith(answers: readonly (Payout | Failure | undefined)[]) {
  const signals: AbortSignal[] = [];
  const loadPayout = fromPromise<Payout, { payoutId: string }>(({ signal }) => {
    const answer = answers[signals.push(signal) - 1];
    if (answer === undefined) return new Promise(() => undefined);
    return "kind" in answer ? Promise.reject(answer) : Promise.resolve(answer);
  });
  return { signals, loadPayout };
}

function follow(answers: readonly (Payout | Failure | undefined)[], payout: Payout | null = null) {
  const { signals, loadPayout } = answerWith(answers);
  const emitted: PayoutFollowEmitted[] = [];
  const clock = new SimulatedClock();
  const actor = createActor(payoutFollowMachine.provide({ actors: { loadPayout } }), {
    clock,
    input: { payoutId: "p1", payout },
  });
  actor.on("*", (event) => emitted.push(event));
  actor.start();
  const look = () => viewPayoutFollow(actor.getSnapshot());
  return { actor, clock, signals, emitted, look };
}

test.each(["paid", "cancelled", "returned"] as const)(
  "a payout that is %s ends the following with it",
  async (status) => {
    const { actor, emitted, look } = follow([{ ...samplePayout, status }]);
    await flush();
    expect(actor.getSnapshot()).toMatchObject({ status: "done", output: { status } });
    expect([look().state, look().payout?.status, emitted]).toEqual(["ended", status, []]);
  },
);

test.each(["queued", "held", "sending", "confirming"] as const)(
  "a payout that is %s is read again every three seconds",
  async (status) => {
    const live = { ...samplePayout, status };
    const { clock, signals, emitted } = follow([live, live]);
    await flush();
    clock.increment(2_999);
    expect(signals).toHaveLength(1);
    clock.increment(1);
    expect(signals).toHaveLength(2);
    expect(emitted).toEqual([{ type: "payout.read", payout: live }]);
  },
);

test("a first reading has the time of a request, and fails with a way to try again", async () => {
  const { actor, clock, signals, look } = follow([undefined, samplePayout]);
  clock.increment(99_999);
  expect(look().state).toBe("reading");
  clock.increment(1);
  expect(look()).toMatchObject({ state: "failed", failureKey: "errors:timeout" });
  expect(signals[0]?.aborted).toBe(true);
  actor.send({ type: "ui.retry" });
  await flush();
  expect(look()).toMatchObject({ state: "waiting", failureKey: null, payout: samplePayout });
});

test("a later reading that takes long is broken off and made again", async () => {
  const { clock, signals, look } = follow([undefined, PAID], samplePayout);
  clock.increment(20_000);
  expect([look().state, signals[0]?.aborted]).toEqual(["waiting", true]);
  clock.increment(3_000);
  await flush();
  expect(look().payout?.status).toBe("paid");
});

test("as a child it sends its readings to its parent", async () => {
  const { loadPayout } = answerWith([samplePayout, { kind: "network" }, PAID]);
  const clock = new SimulatedClock();
  const heard: string[] = [];
  const parent = createMachine({
    invoke: {
      id: "payoutFollow",
      src: payoutFollowChild.provide({ actors: { loadPayout } }),
      input: { payoutId: "p1", payout: null },
      onDone: { actions: ({ event }) => heard.push(event.output.status) },
    },
    on: { "payout.*": { actions: ({ event }) => heard.push(event.type) } },
  });
  createActor(parent, { clock }).start();
  for (let reading = 0; reading < 3; reading += 1) {
    await flush();
    clock.increment(3_000);
  }
  await flush();
  expect(heard).toEqual(["payout.read", "payout.readFailed", "paid"]);
});
