import { expect, test } from "vitest";
import { createActor, fromPromise, SimulatedClock } from "xstate";
import type { components } from "#contract/schema.d.ts";
import { samplePayout } from "#tests/models/samples.ts";
import type { Failure } from "../failure.ts";
import { payoutFollowMachine } from "./payoutFollow.machine.ts";
import { viewPayoutFollow } from "./payoutFollow.view.ts";

type Payout = components["schemas"]["Payout"];

/** A server with one payout that changes, and may be out of reach or say no. */
function openPayout(failure: Failure | null = null) {
  const server: { payout: Payout; failure: Failure | null } = { payout: samplePayout, failure };
  const clock = new SimulatedClock();
  const loadPayout = fromPromise<Payout, { payoutId: string }>(async () => {
    if (server.failure !== null) throw server.failure;
    return server.payout;
  });
  const actor = createActor(payoutFollowMachine.provide({ actors: { loadPayout } }), {
    clock,
    input: { payoutId: "p1", payout: null },
  }).start();
  const flush = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));
  const pass = async (seconds: number): Promise<void> => {
    await flush();
    clock.increment(seconds * 1000);
    await flush();
  };
  const change = (changes: Partial<Payout>): void => {
    server.payout = { ...server.payout, ...changes };
  };
  const see = () => viewPayoutFollow(actor.getSnapshot());
  return { server, actor, see, pass, change };
}

test("who keeps the page open sees the money leave, gain confirmations and arrive", async () => {
  const { see, pass, change } = openPayout();
  await pass(0);
  expect(see().payout?.status).toBe("queued");
  change({ status: "sending", txHash: "0xabc" });
  await pass(3);
  expect(see().payout).toMatchObject({ status: "sending", txHash: "0xabc" });
  change({ status: "confirming", confirmations: 1 });
  await pass(3);
  expect(see().payout).toMatchObject({ status: "confirming", confirmations: 1 });
  change({ status: "paid" });
  await pass(3);
  expect(see()).toMatchObject({ state: "ended", payout: { status: "paid" } });
});

test("a lost network leaves what is known in place, and following goes on when it is back", async () => {
  const { server, see, pass, change } = openPayout();
  await pass(0);
  server.failure = { kind: "network" };
  await pass(3);
  expect(see()).toMatchObject({ state: "waiting", payout: { status: "queued" }, failureKey: "errors:network" });
  server.failure = null;
  change({ status: "held", heldReason: "limit" });
  await pass(3);
  expect(see()).toMatchObject({ payout: { heldReason: "limit" }, failureKey: null });
});

test("a payout of somebody else's is not found, and the server is left alone until the person asks again", async () => {
  const { server, actor, see, pass } = openPayout({ kind: "api", error: "notFound", message: "" });
  await pass(600);
  const view = see();
  expect([view.state, view.payout, view.failureKey]).toEqual(["failed", null, "errors:notFound"]);
  expect(view.actions.map(({ event }) => event.type)).toEqual(["ui.retry"]);
  server.failure = null;
  actor.send({ type: "ui.retry" });
  await pass(0);
  expect(see().payout?.status).toBe("queued");
});
