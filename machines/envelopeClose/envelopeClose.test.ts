import { expect, test } from "vitest";
import { createActor, fromPromise, waitFor } from "xstate";
import { openHandClock } from "#tests/support/openHandClock.ts";
import type { Failure } from "../kit/failure.ts";
import { envelopeCloseMachine } from "./envelopeClose.machine.ts";
import { viewEnvelopeClose } from "./envelopeClose.view.ts";

const CLOSABLE_AT_MS = 600_000;

/** The sender before an open envelope; each answer serves one try. */
function open(nowMs: number, ...answers: ("done" | Failure)[]) {
  const { countdown, pass } = openHandClock(nowMs);
  const asked: string[] = [];
  const told: string[] = [];
  const machine = envelopeCloseMachine.provide({
    actors: {
      countdown,
      close: fromPromise<undefined, { envelopeId: string }>(async ({ input }) => {
        asked.push(input.envelopeId);
        const answer = answers.shift() ?? "done";
        if (answer !== "done") throw answer;
        return undefined;
      }),
    },
  });
  const actor = createActor(machine, { input: { envelopeId: "e1", closableAtMs: CLOSABLE_AT_MS } });
  actor.on("envelope.changed", ({ type }) => told.push(type));
  actor.start();
  const see = () => viewEnvelopeClose(actor.getSnapshot());
  const confirm = async () => {
    actor.send({ type: "ui.close" });
    actor.send({ type: "ui.confirm" });
    await waitFor(actor, ({ value }) => value !== "closing");
    return see();
  };
  return { actor, asked, told, see, pass, confirm };
}

test("who is too early sees how long to wait, and can do nothing else", () => {
  const { actor, see, pass } = open(CLOSABLE_AT_MS - 90_000);
  const [button, ...more] = see().actions;
  expect(see()).toMatchObject({ closableAt: new Date(CLOSABLE_AT_MS).toISOString(), isAsking: false });
  expect(button).toMatchObject({ event: { type: "ui.close" }, enabled: false });
  expect(more).toEqual([]);
  actor.send({ type: "ui.close" });
  actor.send({ type: "ui.confirm" });
  expect(see().isAsking).toBe(false);
  pass(89_999);
  expect(see().actions).toMatchObject([{ enabled: false }]);
  pass(1);
  expect(see()).toMatchObject({ closableAt: null, actions: [{ event: { type: "ui.close" }, enabled: true }] });
});

test("who is in time is asked first, can let it go on, and ends it once", async () => {
  const { actor, asked, told, see, confirm } = open(CLOSABLE_AT_MS);
  actor.send({ type: "ui.close" });
  expect(see().isAsking).toBe(true);
  expect(see().actions.map(({ event }) => event.type)).toEqual(["ui.confirm", "ui.back"]);
  actor.send({ type: "ui.back" });
  expect(see().isAsking).toBe(false);
  expect(asked).toEqual([]);
  expect(await confirm()).toMatchObject({ actions: [], failureKey: null });
  expect(asked).toEqual(["e1"]);
  expect(told).toEqual(["envelope.changed"]);
});

test("one that was over already, or a line that is down, is told, and the page reads anew", async () => {
  const { told, see, confirm, asked } = open(
    CLOSABLE_AT_MS,
    { kind: "api", error: "notAvailable", message: "" },
    { kind: "network" },
  );
  expect(await confirm()).toMatchObject({ failureKey: "errors:notAvailable", isBusy: false });
  expect(await confirm()).toMatchObject({ failureKey: "errors:network" });
  expect(see().actions).toMatchObject([{ event: { type: "ui.close" }, enabled: true }]);
  expect(told).toHaveLength(2);
  expect((await confirm()).failureKey).toBeNull();
  expect(asked).toHaveLength(3);
});
