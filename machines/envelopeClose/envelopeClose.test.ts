import { expect, test } from "vitest";
import { openChart } from "#tests/support/openChart.ts";
import { openHandClock } from "#tests/support/openHandClock.ts";
import { OFFLINE, refuse } from "#tests/support/refusal.ts";
import type { Failure } from "../kit/failure.ts";
import { envelopeCloseMachine } from "./envelopeClose.machine.ts";
import { viewEnvelopeClose } from "./envelopeClose.view.ts";

const CLOSABLE_AT_MS = 600_000;

/** The sender before an open envelope; each answer serves one try. */
function open(nowMs: number, ...answers: ("done" | Failure)[]) {
  const { countdown, pass } = openHandClock(nowMs);
  const asked: string[] = [];
  const chart = openChart(envelopeCloseMachine, viewEnvelopeClose, {
    input: { envelopeId: "e1", closableAtMs: CLOSABLE_AT_MS },
    world: {
      countdown,
      close: ({ envelopeId }) => {
        asked.push(envelopeId);
        const answer = answers.shift() ?? "done";
        if (answer !== "done") throw answer;
        return undefined;
      },
    },
  });
  const confirm = () => chart.act({ type: "ui.close" }, { type: "ui.confirm" });
  const countChanges = () => chart.listTold("page.outdated").length;
  return { ...chart, asked, countChanges, passTime: pass, confirm };
}

test("who is too early sees how long to wait, and can do nothing else", () => {
  const { look, send, passTime } = open(CLOSABLE_AT_MS - 90_000);
  const [button, ...more] = look().actions;
  expect(look()).toMatchObject({ closableAt: new Date(CLOSABLE_AT_MS).toISOString(), isAsking: false });
  expect(button).toMatchObject({ event: { type: "ui.close" }, enabled: false });
  expect(more).toEqual([]);
  send({ type: "ui.close" }, { type: "ui.confirm" });
  expect(look().isAsking).toBe(false);
  passTime(89_999);
  expect(look().actions).toMatchObject([{ enabled: false }]);
  passTime(1);
  expect(look()).toMatchObject({ closableAt: null, actions: [{ event: { type: "ui.close" }, enabled: true }] });
});

test("who is in time is asked first, can let it go on, and ends it once", async () => {
  const { asked, confirm, countChanges, look, press, listControls } = open(CLOSABLE_AT_MS);
  press("ui.close");
  expect(look().isAsking).toBe(true);
  expect(listControls()).toEqual(["ui.confirm", "ui.back"]);
  press("ui.back");
  expect(look().isAsking).toBe(false);
  expect(asked).toEqual([]);
  expect(await confirm()).toMatchObject({ actions: [], failureKey: null });
  expect(asked).toEqual(["e1"]);
  expect(countChanges()).toBe(1);
});

test("one that was over already, or a line that is down, is told, and the page reads anew", async () => {
  const { confirm, asked, countChanges, look } = open(CLOSABLE_AT_MS, refuse("notAvailable"), OFFLINE);
  expect(await confirm()).toMatchObject({ failureKey: "errors:notAvailable", isBusy: false });
  expect(await confirm()).toMatchObject({ failureKey: "errors:network" });
  expect(look().actions).toMatchObject([{ event: { type: "ui.close" }, enabled: true }]);
  expect(countChanges()).toBe(2);
  expect((await confirm()).failureKey).toBeNull();
  expect(asked).toHaveLength(3);
});
