import { expect, test } from "vitest";
import { createActor, fromPromise, SimulatedClock, waitFor } from "xstate";
import type { Failure } from "../kit/failure.ts";
import {
  type EnvelopeShareInput,
  envelopeShareMachine,
  type PreparedShare,
  type ShareOutcome,
} from "./envelopeShare.machine.ts";
import { viewEnvelopeShare } from "./envelopeShare.view.ts";

const PREPARED: PreparedShare = { preparedMessageId: "m1", shareUrl: "https://t.me/share/url?url=x" };

/** The sender's share button; each answer serves one press. */
function openButton(...answers: (ShareOutcome | "silence" | Failure)[]) {
  const asked: string[] = [];
  const offered: PreparedShare[] = [];
  const clock = new SimulatedClock();
  const machine = envelopeShareMachine.provide({
    actors: {
      prepare: fromPromise<PreparedShare, EnvelopeShareInput>(async ({ input }) => {
        asked.push(input.envelopeId);
        const [answer] = answers;
        if (answer === undefined || typeof answer === "string") return PREPARED;
        answers.shift();
        throw answer;
      }),
      offer: fromPromise<ShareOutcome, PreparedShare>(async ({ input }) => {
        offered.push(input);
        const answer = answers.shift();
        if (answer === "silence") return new Promise(() => undefined);
        return answer as ShareOutcome;
      }),
    },
  });
  const actor = createActor(machine, { input: { envelopeId: "e1" }, clock }).start();
  const see = () => viewEnvelopeShare(actor.getSnapshot());
  const press = async () => {
    actor.send({ type: "ui.share" });
    await waitFor(actor, ({ value }) => value !== "preparing");
    await new Promise((resolve) => void setTimeout(resolve));
    return see();
  };
  return { actor, asked, offered, clock, see, press };
}

test("a shared envelope says so for three seconds", async () => {
  const { clock, see, press } = openButton("shared");
  expect(await press()).toMatchObject({ isBusy: false, isShared: true, failureKey: null });
  clock.increment(2_999);
  expect(see().isShared).toBe(true);
  clock.increment(1);
  expect(see()).toMatchObject({ isShared: false, actions: [{ event: { type: "ui.share" }, enabled: true }] });
});

test("a sender shares in one chat, and in another", async () => {
  const { press, asked } = openButton("shared", "linkOpened");
  expect(await press()).toMatchObject({ isShared: true });
  expect(await press()).toMatchObject({ isShared: true });
  expect(asked).toEqual(["e1", "e1"]);
});

test("impatient taps share once", async () => {
  const { actor, asked, see, press } = openButton("shared");
  expect(asked).toEqual([]);
  actor.send({ type: "ui.share" });
  expect(see()).toMatchObject({ isBusy: true, isShared: false, actions: [] });
  await press();
  expect(asked).toHaveLength(1);
});

test("an envelope that is no longer open says so, and the next try can succeed", async () => {
  const { press } = openButton({ kind: "api", error: "notAvailable", message: "" }, "shared");
  expect(await press()).toMatchObject({
    isShared: false,
    failureKey: "errors:notAvailable",
    actions: [{ event: { type: "ui.share" } }],
  });
  expect(await press()).toMatchObject({ isShared: true, failureKey: null });
});

test("a sender who picks no chat can share later", async () => {
  const { press } = openButton("declined", "shared");
  expect(await press()).toMatchObject({ isShared: false, failureKey: null });
  expect(await press()).toMatchObject({ isShared: true });
});

test("a dialog that ends without a word leaves the button free, and nothing happens by itself", async () => {
  const { clock, see, press, offered } = openButton("silence", "shared");
  expect(await press()).toMatchObject({ isBusy: false, actions: [{ event: { type: "ui.share" }, enabled: true }] });
  clock.increment(600_000);
  expect([see().isShared, offered.length]).toEqual([false, 1]);
  expect(await press()).toMatchObject({ isShared: true });
  expect(offered).toEqual([PREPARED, PREPARED]);
});
