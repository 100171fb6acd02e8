import { expect, test } from "vitest";
import { sampleLaunch } from "#tests/support/samples.ts";
import { openChart, settle } from "#tests/support/openChart.ts";
import { environmentMachine, type LaunchReading } from "./environment.machine.ts";
import { viewEnvironment } from "./environment.view.ts";

const LAUNCHED: LaunchReading = { kind: "launched", launch: sampleLaunch };
const OUTSIDE: LaunchReading = { kind: "outside" };
const INVALID: LaunchReading = { kind: "invalid", reason: "no identity" };

type Answer = () => boolean | Promise<boolean>;

interface Known {
  /** What each reading of the launch parameters brings; the last one goes on. */
  readings?: readonly (LaunchReading | Error)[];
  /** What the messenger answers to the question for its theme. */
  theme?: Answer;
  /** What it answers to the signal that the app is ready. */
  signal?: Answer;
}

const silence = () => new Promise<boolean>(() => undefined);
const fail = (reason: string) => (): never => {
  throw new Error(reason);
};

function openApp({ readings = [LAUNCHED], theme = () => true, signal = () => true }: Known = {}) {
  let count = 0;
  const chart = openChart(environmentMachine, viewEnvironment, {
    world: {
      readLaunch: () => {
        const reading = readings[Math.min(count, readings.length - 1)] ?? OUTSIDE;
        count += 1;
        if (reading instanceof Error) throw reading;
        return reading;
      },
      probeTheme: theme,
      signalReady: signal,
    },
    events: [{ type: "environment.start" }],
  });
  /** Whose launch data was handed on, in order. */
  const listUsers = () => chart.listTold("environment.settled").map(({ launch }) => launch?.tgUserId ?? null);
  return { ...chart, listUsers };
}

test("inside the messenger the launch data is handed on", async () => {
  const { act, listTold } = openApp();
  expect(await act()).toEqual({ place: "inside", dialog: null, promptKey: null, actions: [] });
  expect(listTold("environment.settled").map(({ launch }) => launch)).toEqual([sampleLaunch]);
});

test("a messenger that answers after 100 ms is outside first and inside then", async () => {
  const late = Promise.withResolvers<boolean>();
  const { act, pass, listUsers } = openApp({ theme: () => late.promise });
  expect((await pass(99)).place).toBe("unknown");
  expect((await pass(1)).place).toBe("outside");
  late.resolve(true);
  expect((await act()).place).toBe("inside");
  expect(listUsers()).toEqual([null, "42"]);
});

test.each<[string, Known]>([
  ["never answers", { theme: silence }],
  ["does not take the signal", { signal: silence }],
])("a messenger that %s shows the dialog with its likely cause", async (_, known) => {
  const { pass } = openApp(known);
  expect((await pass(100)).dialog).toBeNull();
  expect((await pass(20_000)).dialog).toMatchObject({ causeKey: "app:environment.silent" });
});

test("outside the messenger the person sees the prompt and no dialog, and may try again", async () => {
  const { act, listControls, listUsers } = openApp({ readings: [OUTSIDE] });
  expect(await act()).toMatchObject({ place: "outside", dialog: null, promptKey: "app:environment.outside" });
  expect([listControls(), listUsers()]).toEqual([["ui.retry"], [null]]);
});

test.each<[string, Known]>([
  ["says so", { theme: () => false }],
  ["cannot be asked", { theme: fail("frame") }],
  ["turns out to have no messenger", { signal: () => false }],
])("a copied link in an ordinary tab that %s is outside, and nobody is logged in by it", async (_, known) => {
  const { act, listUsers } = openApp(known);
  expect((await act()).place).toBe("outside");
  expect(listUsers()).toEqual([null]);
});

test.each<[string, Known]>([
  ["part that cannot be loaded", { readings: [new Error("chunk")] }],
  ["messenger that breaks", { signal: fail("init") }],
])("a %s shows the dialog of the specification, and names no cause", async (_, known) => {
  const { act, listUsers } = openApp(known);
  const messageKey = "app:environment_loading_exception";
  expect((await act()).dialog).toEqual({ titleKey: "app:tips", messageKey, causeKey: null });
  expect(listUsers()).toEqual([null]);
});

test("a failure of the last try is not the cause of the next silence", async () => {
  const { act, pass } = openApp({ readings: [new Error("chunk"), LAUNCHED], theme: silence });
  await act();
  await act({ type: "ui.retry" });
  await pass(100);
  expect((await pass(20_000)).dialog).toMatchObject({ causeKey: "app:environment.silent" });
});

test("unusable launch parameters are distinguished from none", async () => {
  const { act, listUsers } = openApp({ readings: [INVALID] });
  expect(await act()).toMatchObject({ place: "invalidLaunch", promptKey: "app:environment.invalidLaunch" });
  expect(listUsers()).toEqual([null]);
});

test.each<[string, LaunchReading | Error, Answer?]>([
  ["outside", OUTSIDE],
  ["outside", LAUNCHED, silence],
  ["invalidLaunch", INVALID],
  ["unavailable", new Error("chunk")],
])("from %s one more try leads into the messenger", async (place, first, firstTheme = () => true) => {
  const themes = [firstTheme];
  const { act, pass, listUsers } = openApp({
    readings: [first, LAUNCHED],
    theme: () => (themes.shift() ?? (() => true))(),
  });
  expect((await pass(100)).place).toBe(place);
  expect(await act({ type: "ui.retry" })).toMatchObject({ place: "inside", dialog: null });
  expect(listUsers()).toEqual([null, "42"]);
});

test("a messenger whose part never loads is given up, so that nobody waits for good", async () => {
  const { clock, look } = openApp();
  // Nothing has been answered yet.
  clock.increment(20_000);
  expect(look().dialog).not.toBeNull();
  await settle();
});
