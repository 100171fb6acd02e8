import { expect, test } from "vitest";
import { openChart } from "#tests/support/openChart.ts";
import { OFFLINE, refuse } from "#tests/support/refusal.ts";
import type { Failure } from "../kit/failure.ts";
import { envelopeShareMachine, type PreparedShare, type ShareOutcome } from "./envelopeShare.machine.ts";
import { viewEnvelopeShare } from "./envelopeShare.view.ts";

const PREPARED: PreparedShare = { preparedMessageId: "m1", shareUrl: "https://t.me/share/url?url=x" };

/** The sender's share button; each answer serves one press. */
function openButton(...answers: (ShareOutcome | "silence" | "broken" | Failure)[]) {
  const asked: string[] = [];
  const offered: PreparedShare[] = [];
  const chart = openChart(envelopeShareMachine, viewEnvelopeShare, {
    input: { envelopeId: "e1" },
    world: {
      prepare: ({ envelopeId }) => {
        asked.push(envelopeId);
        const [answer] = answers;
        if (answer === undefined || typeof answer === "string") return PREPARED;
        answers.shift();
        throw answer;
      },
      offer: (share) => {
        offered.push(share);
        const answer = answers.shift();
        if (answer === "broken") throw OFFLINE;
        return answer === "silence" ? new Promise(() => undefined) : (answer as ShareOutcome);
      },
    },
  });
  return { ...chart, asked, offered, press: () => chart.act({ type: "ui.share" }) };
}

test("a shared envelope says so for three seconds", async () => {
  const { clock, press, look } = openButton("shared");
  expect(await press()).toMatchObject({ isBusy: false, isShared: true, failureKey: null });
  clock.increment(2_999);
  expect(look().isShared).toBe(true);
  clock.increment(1);
  expect(look()).toMatchObject({ isShared: false, actions: [{ event: { type: "ui.share" }, enabled: true }] });
});

test("a sender shares in one chat, and in another", async () => {
  const { press, asked } = openButton("shared", "linkOpened");
  expect(await press()).toMatchObject({ isShared: true });
  expect(await press()).toMatchObject({ isShared: true });
  expect(asked).toEqual(["e1", "e1"]);
});

test("impatient taps share once", async () => {
  const { asked, press, look, send } = openButton("shared");
  expect(asked).toEqual([]);
  send({ type: "ui.share" });
  expect(look()).toMatchObject({ isBusy: true, isShared: false, actions: [] });
  await press();
  expect(asked).toHaveLength(1);
});

test("an envelope that is no longer open says so, and the next try can succeed", async () => {
  const { press } = openButton(refuse("notAvailable"), "shared");
  expect(await press()).toMatchObject({
    isShared: false,
    failureKey: "errors:notAvailable",
    actions: [{ event: { type: "ui.share" } }],
  });
  expect(await press()).toMatchObject({ isShared: true, failureKey: null });
});

test("what the messenger cannot share is said, and the next try can succeed", async () => {
  const { press } = openButton("broken", "shared");
  expect(await press()).toMatchObject({ isBusy: false, isShared: false, failureKey: "errors:network" });
  expect(await press()).toMatchObject({ isShared: true, failureKey: null });
});

test("a sender who picks no chat can share later", async () => {
  const { press } = openButton("declined", "shared");
  expect(await press()).toMatchObject({ isShared: false, failureKey: null });
  expect(await press()).toMatchObject({ isShared: true });
});

test("a dialog that ends without a word leaves the button free, and nothing happens by itself", async () => {
  const { clock, press, offered, look } = openButton("silence", "shared");
  expect(await press()).toMatchObject({ isBusy: false, actions: [{ event: { type: "ui.share" }, enabled: true }] });
  clock.increment(600_000);
  expect([look().isShared, offered.length]).toEqual([false, 1]);
  expect(await press()).toMatchObject({ isShared: true });
  expect(offered).toEqual([PREPARED, PREPARED]);
});
