import { expect, test } from "vitest";
import { openChart } from "#tests/support/openChart.ts";
import { OFFLINE } from "#tests/support/refusal.ts";
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
  const chart = openChart(envelopePictureMachine, viewEnvelopePicture, {
    input: INPUT,
    world: {
      make: (input) => {
        asked.push(input);
        const answer = answers.shift() ?? "share";
        if (typeof answer !== "string") throw answer;
        return { dataUrl: "data:p", way: answer };
      },
      handOver: (picture) => {
        handed.push(picture);
        return handOver();
      },
    },
  });
  return { ...chart, asked, handed };
}

test("a picture is made once, of what it is asked for and nothing else, and a double tap shares it once", async () => {
  const shared = Promise.withResolvers<void>();
  const { asked, handed, look, send, act } = openSheet(() => shared.promise, "share");
  expect(look()).toMatchObject({ dataUrl: null, actions: [] });
  const action = { event: { type: "ui.handOver" }, labelKey: "envelope:picture.share" };
  expect(await act()).toMatchObject({ dataUrl: "data:p", isKeptByPress: false, actions: [action] });
  expect(send({ type: "ui.handOver" }, { type: "ui.handOver" })).toMatchObject({
    isBusy: true,
    dataUrl: "data:p",
    actions: [{ ...action, enabled: false }],
  });
  shared.resolve();
  expect(await act()).toMatchObject({ isBusy: false, actions: [{ ...action, enabled: true }] });
  expect(handed).toEqual([{ dataUrl: "data:p", way: "share" }]);
  expect(asked).toEqual([INPUT]);
});

test("where the device shares nothing after all, a press on the picture is left", async () => {
  const { press, act } = openSheet(() => Promise.reject(new Error("not allowed")), "save");
  expect(await act()).toMatchObject({ actions: [{ labelKey: "envelope:picture.save" }] });
  press("ui.handOver");
  expect(await act()).toMatchObject({ dataUrl: "data:p", isKeptByPress: true, failureKey: null, actions: [] });
});

test("a picture that fails says why, and is made at the next try", async () => {
  const { asked, press, act } = openSheet(() => Promise.resolve(), OFFLINE, "hold");
  expect(await act()).toMatchObject({
    dataUrl: null,
    failureKey: "errors:network",
    actions: [{ event: { type: "ui.retry" }, enabled: true }],
  });
  press("ui.retry");
  expect(await act()).toMatchObject({ dataUrl: "data:p", isKeptByPress: true, failureKey: null, actions: [] });
  expect(asked).toHaveLength(2);
});
