import { expect, test } from "vitest";
import { openChart } from "#tests/support/openChart.ts";
import { answerInTurn, OFFLINE } from "#tests/support/refusal.ts";
import type { Failure } from "../kit/failure.ts";
import { type AskOutcome, groupChoiceMachine } from "./groupChoice.machine.ts";
import { viewGroupChoice } from "./groupChoice.view.ts";

interface Known {
  isWanted?: boolean;
  canAsk?: boolean | Failure;
  /** Each serves one press. */
  outcomes?: (AskOutcome | Failure)[];
  /** What the readings after the choice find; the last one goes on. */
  found?: (string | null | Failure)[];
}

/** A person who had the group `g1` before. */
async function openChoice({ isWanted = false, canAsk = true, outcomes = ["chosen"], found = ["g2"] }: Known = {}) {
  let readings = 0;
  let checks = 0;
  const answerAsk = answerInTurn<boolean>([canAsk]);
  const readNewest = answerInTurn<string | null>(found);
  const chart = openChart(groupChoiceMachine, viewGroupChoice, {
    input: { isWanted },
    world: {
      canAsk: () => {
        checks += 1;
        return answerAsk();
      },
      ask: () => {
        const outcome = outcomes.shift() ?? "cancelled";
        if (typeof outcome !== "string") throw outcome;
        return { outcome, newestId: "g1" };
      },
      readNewest: () => {
        readings += 1;
        return readNewest();
      },
    },
  });
  await chart.act();
  return {
    ...chart,
    press: () => chart.act({ type: "ui.chooseGroup" }),
    count: () => ({ linked: chart.listTold("page.outdated").length, readings, checks }),
  };
}

test.each([false, OFFLINE])("a messenger without such a list leaves the link: %o", async (canAsk) => {
  const { count, look } = await openChoice({ canAsk });
  expect(look()).toMatchObject({ isSupported: false, actions: [] });
  expect(count().checks).toBe(1);
});

test("the group is there at once: the list is told, and the words go", async () => {
  const { press, pass, count, look } = await openChoice();
  expect(look()).toMatchObject({ isSupported: true, actions: [{ event: { type: "ui.chooseGroup" } }] });
  expect(await press()).toMatchObject({ isBusy: false, noteKey: "home:groups.linked" });
  expect(count()).toEqual({ linked: 1, readings: 1, checks: 1 });
  expect(await pass(3_000)).toMatchObject({ noteKey: null });
  expect(count().checks).toBe(1);
});

test("where the person has pressed before the list could be known, it comes by itself, once", async () => {
  const { count, pass, look } = await openChoice({ isWanted: true });
  expect(look()).toMatchObject({ noteKey: "home:groups.linked" });
  expect(await pass(3_000)).toMatchObject({ noteKey: null, isBusy: false });
  expect(count()).toEqual({ linked: 1, readings: 1, checks: 1 });
});

test("a wanted list is waited for, and is none where the messenger has none", async () => {
  const busyOf = (isWanted: boolean) =>
    openChart(groupChoiceMachine, viewGroupChoice, { input: { isWanted } }).look().isBusy;
  expect([busyOf(true), busyOf(false)]).toEqual([true, false]);
  const { look } = await openChoice({ isWanted: true, canAsk: false });
  expect(look()).toMatchObject({ isSupported: false, isBusy: false });
});

test("a second group can be chosen while the first one's words stand", async () => {
  const { press, count } = await openChoice({ outcomes: ["chosen", "chosen"] });
  await press();
  expect(await press()).toMatchObject({ noteKey: "home:groups.linked" });
  expect(count()).toEqual({ linked: 2, readings: 2, checks: 1 });
});

test("the bot hears of it later: the groups are read each second, over failures", async () => {
  const { press, pass, count } = await openChoice({ found: ["g1", OFFLINE, null, "g2"] });
  expect(await press()).toMatchObject({ isBusy: true, noteKey: "home:groups.linking", actions: [] });
  for (let second = 0; second < 2; second += 1) expect(await pass(1_000)).toMatchObject({ isBusy: true });
  expect(await pass(1_000)).toMatchObject({ noteKey: "home:groups.linked" });
  expect(count()).toMatchObject({ linked: 1, readings: 4 });
});

test("a group that does not come is told after 15 seconds, and can be chosen again", async () => {
  const { press, pass, count } = await openChoice({ outcomes: ["chosen", "unsupported"], found: ["g1"] });
  await press();
  for (let second = 1; second < 15; second += 1) expect(await pass(1_000)).toMatchObject({ isBusy: true });
  expect(await pass(1_000)).toMatchObject({ isBusy: false, noteKey: "home:groups.missing" });
  expect(count().linked).toBe(0);
  expect(await press()).toMatchObject({ isSupported: false });
});

test("who chooses none is told nothing", async () => {
  const { press, count } = await openChoice({ outcomes: ["cancelled"] });
  expect(await press()).toMatchObject({ isSupported: true, isBusy: false, noteKey: null, failureKey: null });
  expect(count()).toEqual({ linked: 0, readings: 0, checks: 1 });
});

test("a list that nobody prepares, or that never answers, leaves the link", async () => {
  const { press } = await openChoice({ outcomes: ["unsupported"] });
  expect(await press()).toMatchObject({ isSupported: false, actions: [] });
});

test("a failure says why, and the next try can succeed", async () => {
  const { press } = await openChoice({ outcomes: [OFFLINE, "chosen"] });
  expect(await press()).toMatchObject({ failureKey: "errors:network", actions: [{ enabled: true }] });
  expect(await press()).toMatchObject({ failureKey: null, noteKey: "home:groups.linked" });
});
