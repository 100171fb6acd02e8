import { expect, test } from "vitest";
import { createActor, fromPromise, SimulatedClock, waitFor } from "xstate";
import { envelopeShareMachine, type ShareMessage, type ShareOutcome } from "./envelopeShare.machine.ts";
import { viewEnvelopeShare } from "./envelopeShare.view.ts";

const MESSAGE = { preparedMessageId: "m1", shareUrl: "https://t.me/share/url?url=x" };

function startShare(prepare: () => Promise<ShareMessage>, outcome: ShareOutcome) {
  const offered: (ShareMessage | null)[] = [];
  const clock = new SimulatedClock();
  const actor = createActor(
    envelopeShareMachine.provide({
      actors: {
        prepareShare: fromPromise<ShareMessage, { envelopeId: string }>(prepare),
        offerShare: fromPromise<ShareOutcome, { message: ShareMessage | null }>(({ input }) => {
          offered.push(input.message);
          return Promise.resolve(outcome);
        }),
      },
    }),
    { input: { envelopeId: "e1" }, clock },
  ).start();
  return { actor, offered, clock };
}

test("the prepared message is offered, and its success shows for three seconds", async () => {
  const { actor, offered, clock } = startShare(() => Promise.resolve(MESSAGE), "shared");
  actor.send({ type: "ui.share" });
  expect(viewEnvelopeShare(actor.getSnapshot()).isBusy).toBe(true);
  await waitFor(actor, (snapshot) => snapshot.matches("shared"));
  expect(offered).toEqual([MESSAGE]);
  clock.increment(3_000);
  expect(actor.getSnapshot().value).toBe("idle");
});

test("who picks no chat is back where the sharing began", async () => {
  const { actor } = startShare(() => Promise.resolve(MESSAGE), "declined");
  actor.send({ type: "ui.share" });
  await waitFor(actor, (snapshot) => snapshot.matches("idle"));
  expect(viewEnvelopeShare(actor.getSnapshot())).toMatchObject({ isShared: false, failureKey: null });
});

test("an envelope that is no longer open says so and can be tried again", async () => {
  const { actor } = startShare(() => Promise.reject({ kind: "api", error: "notAvailable", message: "" }), "shared");
  actor.send({ type: "ui.share" });
  await waitFor(actor, (snapshot) => snapshot.matches("failed"));
  const view = viewEnvelopeShare(actor.getSnapshot());
  expect(view.failureKey).toBe("errors:notAvailable");
  expect(view.actions.map(({ event }) => event.type)).toEqual(["ui.share"]);
});
