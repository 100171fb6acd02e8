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

const PREPARED: ShareMessage = { preparedMessageId: "m1", shareUrl: "https://t.me/share/url?url=x" };
/** What the server answers where the messenger knows no prepared messages. */
const LINK: ShareMessage = { ...PREPARED, preparedMessageId: null };

/** The sender's share button; each answer serves one press, the last one stays. */
function openButton(messages: (ShareMessage | Error)[], outcomes: ShareOutcome[]) {
  const offered: (string | null | undefined)[] = [];
  const asked: string[] = [];
  const clock = new SimulatedClock();
  const take = <Item>(items: Item[]): Item | undefined => (items.length > 1 ? items.shift() : items[0]);
  const machine = envelopeShareMachine.provide({
    actors: {
      prepareShare: fromPromise<ShareMessage, { envelopeId: string }>(async ({ input }) => {
        asked.push(input.envelopeId);
        const message = take(messages);
        if (message === undefined || message instanceof Error) throw message;
        return message;
      }),
      offerShare: fromPromise<ShareOutcome, { message: ShareMessage | null }>(async ({ input }) => {
        offered.push(input.message?.preparedMessageId);
        return take(outcomes) ?? "declined";
      }),
    },
  });
  const actor = createActor(machine, { input: { envelopeId: "e1" }, clock }).start();
  const view = () => viewEnvelopeShare(actor.getSnapshot());
  const press = async () => {
    actor.send({ type: "ui.share" });
    await waitFor(actor, ({ value }) => value !== "preparing" && value !== "offering");
    return view();
  };
  return { actor, clock, offered, asked, view, press };
}

test("a sender shares in one chat, and in another", async () => {
  const { press, asked } = openButton([PREPARED], ["shared"]);
  expect(await press()).toMatchObject({ isShared: true, failureKey: null });
  expect(await press()).toMatchObject({ isShared: true, failureKey: null });
  // A prepared message serves once, so it is made anew.
  expect(asked).toEqual(["e1", "e1"]);
});

test("where the messenger knows no prepared message, the link serves", async () => {
  const { press, offered } = openButton([LINK], ["linkOpened"]);
  expect(await press()).toMatchObject({ isShared: true });
  expect(offered).toEqual([null]);
});

test("impatient taps prepare one message", async () => {
  const { actor, asked, view, press } = openButton([PREPARED], ["shared"]);
  actor.send({ type: "ui.share" });
  actor.send({ type: "ui.share" });
  expect(view()).toMatchObject({ isBusy: true });
  await waitFor(actor, (snapshot) => snapshot.matches("shared"));
  expect(asked).toHaveLength(1);
  await press();
});

test("a failure is shown, and the next try can succeed", async () => {
  const { press } = openButton([new Error("no network"), PREPARED], ["shared"]);
  expect(await press()).toMatchObject({ isShared: false, failureKey: "errors:unexpected" });
  expect(await press()).toMatchObject({ isShared: true, failureKey: null });
});

test("a sender who picks no chat gets no message and can share later", async () => {
  const { press } = openButton([PREPARED], ["declined", "shared"]);
  expect(await press()).toMatchObject({ isShared: false, failureKey: null });
  expect(await press()).toMatchObject({ isShared: true });
});
