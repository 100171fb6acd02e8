import { expect, test } from "vitest";
import { createActor, fromPromise, SimulatedClock, waitFor } from "xstate";
import type { Failure } from "../kit/failure.ts";
import { type AskedGroup, type AskOutcome, groupChoiceMachine } from "./groupChoice.machine.ts";
import { viewGroupChoice } from "./groupChoice.view.ts";

const DOWN: Failure = { kind: "network" };

interface World {
  isWanted?: boolean;
  canAsk?: boolean | Failure;
  /** Each serves one press. */
  outcomes?: (AskOutcome | Failure)[];
  /** What the readings after the choice find; the last one goes on. */
  found?: (string | null | Failure)[];
}

/** A person who had the group `g1` before. */
async function openChoice({ isWanted = false, canAsk = true, outcomes = ["chosen"], found = ["g2"] }: World = {}) {
  const clock = new SimulatedClock();
  let linked = 0;
  let readings = 0;
  let checks = 0;
  const machine = groupChoiceMachine.provide({
    actors: {
      canAsk: fromPromise<boolean, undefined>(async () => {
        checks += 1;
        if (typeof canAsk !== "boolean") throw canAsk;
        return canAsk;
      }),
      ask: fromPromise<AskedGroup, undefined>(async () => {
        const outcome = outcomes.shift() ?? "cancelled";
        if (typeof outcome !== "string") throw outcome;
        return { outcome, newestId: "g1" };
      }),
      readNewest: fromPromise<string | null, undefined>(async () => {
        const answer = found[Math.min(readings, found.length - 1)] ?? null;
        readings += 1;
        if (answer !== null && typeof answer !== "string") throw answer;
        return answer;
      }),
    },
  });
  const actor = createActor(machine, { clock, input: { isWanted } });
  actor.on("group.linked", () => (linked += 1));
  actor.start();
  const see = () => viewGroupChoice(actor.getSnapshot());
  const settle = async () => {
    await waitFor(actor, (now) => !["checking", "asking"].some((state) => now.matches(state as "asking")));
    await waitFor(actor, (now) => !now.matches({ linking: "reading" }));
    return see();
  };
  await settle();
  return {
    see,
    press: async () => {
      actor.send({ type: "ui.chooseGroup" });
      return settle();
    },
    pass: async (ms: number) => {
      clock.increment(ms);
      return settle();
    },
    count: () => ({ linked, readings, checks }),
  };
}

test.each([false, DOWN])("a messenger without such a list leaves the link: %o", async (canAsk) => {
  const { see, count } = await openChoice({ canAsk });
  expect(see()).toMatchObject({ isSupported: false, actions: [] });
  expect(count().checks).toBe(1);
});

test("the group is there at once: the list is told, and the words go", async () => {
  const { see, press, pass, count } = await openChoice();
  expect(see()).toMatchObject({ isSupported: true, actions: [{ event: { type: "ui.chooseGroup" } }] });
  expect(await press()).toMatchObject({ isBusy: false, noteKey: "home:groups.linked" });
  expect(count()).toEqual({ linked: 1, readings: 1, checks: 1 });
  expect(await pass(3_000)).toMatchObject({ noteKey: null });
  expect(count().checks).toBe(1);
});

test("where the person has pressed before the list could be known, it comes by itself, once", async () => {
  const { see, count, pass } = await openChoice({ isWanted: true });
  expect(see()).toMatchObject({ noteKey: "home:groups.linked" });
  expect(await pass(3_000)).toMatchObject({ noteKey: null, isBusy: false });
  expect(count()).toEqual({ linked: 1, readings: 1, checks: 1 });
});

test("a wanted list is waited for, and is none where the messenger has none", async () => {
  const choice = groupChoiceMachine.provide({
    actors: { canAsk: fromPromise<boolean, undefined>(() => new Promise(() => {})) },
  });
  const busyOf = (isWanted: boolean) =>
    viewGroupChoice(createActor(choice, { input: { isWanted } }).start().getSnapshot()).isBusy;
  expect([busyOf(true), busyOf(false)]).toEqual([true, false]);
  const { see } = await openChoice({ isWanted: true, canAsk: false });
  expect(see()).toMatchObject({ isSupported: false, isBusy: false });
});

test("a second group can be chosen while the first one's words stand", async () => {
  const { press, count } = await openChoice({ outcomes: ["chosen", "chosen"] });
  await press();
  expect(await press()).toMatchObject({ noteKey: "home:groups.linked" });
  expect(count()).toEqual({ linked: 2, readings: 2, checks: 1 });
});

test("the bot hears of it later: the groups are read each second, over failures", async () => {
  const { press, pass, count } = await openChoice({ found: ["g1", DOWN, null, "g2"] });
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
  const { press } = await openChoice({ outcomes: [DOWN, "chosen"] });
  expect(await press()).toMatchObject({ failureKey: "errors:network", actions: [{ enabled: true }] });
  expect(await press()).toMatchObject({ failureKey: null, noteKey: "home:groups.linked" });
});
