import { expect, test } from "vitest";
import { createActor, fromPromise, waitFor } from "xstate";
import type { Failure } from "../kit/failure.ts";
import { envelopePictureMachine, type EnvelopePictureInput, type MadePicture } from "./envelopePicture.machine.ts";
import { viewEnvelopePicture } from "./envelopePicture.view.ts";

const INPUT: EnvelopePictureInput = {
  envelopeId: "e1",
  coverId: null,
  words: "Luck",
  senderName: "Anna",
  hint: "Scan",
};

/** A sheet that a sender opens; each answer serves one try to make the picture. */
function openSheet(handOver: () => Promise<void>, ...answers: (MadePicture["way"] | Failure)[]) {
  const asked: EnvelopePictureInput[] = [];
  const handed: MadePicture[] = [];
  const machine = envelopePictureMachine.provide({
    actors: {
      make: fromPromise<MadePicture, EnvelopePictureInput>(async ({ input }) => {
        asked.push(input);
        const answer = answers.shift() ?? "share";
        if (typeof answer !== "string") throw answer;
        return { dataUrl: "data:p", way: answer };
      }),
      handOver: fromPromise<void, MadePicture>(({ input }) => {
        handed.push(input);
        return handOver();
      }),
    },
  });
  const actor = createActor(machine, { input: INPUT }).start();
  const settle = async () => {
    await waitFor(actor, (snapshot) => snapshot.matches("made") || snapshot.matches("failed"));
    return viewEnvelopePicture(actor.getSnapshot());
  };
  return { actor, asked, handed, settle, see: () => viewEnvelopePicture(actor.getSnapshot()) };
}

test("a picture is made once, of what it is asked for and nothing else, and a double tap shares it once", async () => {
  const shared = Promise.withResolvers<void>();
  const { actor, asked, handed, settle, see } = openSheet(() => shared.promise, "share");
  expect(see()).toMatchObject({ dataUrl: null, actions: [] });
  const action = { event: { type: "ui.handOver" }, labelKey: "envelope:picture.share" };
  expect(await settle()).toMatchObject({ dataUrl: "data:p", isKeptByPress: false, actions: [action] });
  actor.send({ type: "ui.handOver" });
  actor.send({ type: "ui.handOver" });
  expect(see()).toMatchObject({ isBusy: true, dataUrl: "data:p", actions: [{ ...action, enabled: false }] });
  shared.resolve();
  expect(await settle()).toMatchObject({ isBusy: false, actions: [{ ...action, enabled: true }] });
  expect(handed).toEqual([{ dataUrl: "data:p", way: "share" }]);
  expect(asked).toEqual([INPUT]);
});

test("where the device shares nothing after all, a press on the picture is left", async () => {
  const { actor, settle } = openSheet(() => Promise.reject(new Error("not allowed")), "save");
  expect(await settle()).toMatchObject({ actions: [{ labelKey: "envelope:picture.save" }] });
  actor.send({ type: "ui.handOver" });
  expect(await settle()).toMatchObject({ dataUrl: "data:p", isKeptByPress: true, failureKey: null, actions: [] });
});

test("a picture that fails says why, and is made at the next try", async () => {
  const { actor, asked, settle } = openSheet(() => Promise.resolve(), { kind: "network" }, "hold");
  expect(await settle()).toMatchObject({
    dataUrl: null,
    failureKey: "errors:network",
    actions: [{ event: { type: "ui.retry" }, enabled: true }],
  });
  actor.send({ type: "ui.retry" });
  expect(await settle()).toMatchObject({ dataUrl: "data:p", isKeptByPress: true, failureKey: null, actions: [] });
  expect(asked).toHaveLength(2);
});
