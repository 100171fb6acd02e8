import { expect, test } from "vitest";
import { createActor, fromPromise, SimulatedClock } from "xstate";
import { environmentMachine, type LaunchReading } from "./environment.machine.ts";
import { viewEnvironment } from "./environment.view.ts";

const LAUNCH = { initData: "user=…", tgUserId: "42", languageCode: null, startParam: null };

function startEnvironment(
  reading: LaunchReading,
  answer: Promise<boolean>,
  signal: () => Promise<boolean> = () => Promise.resolve(true),
) {
  const clock = new SimulatedClock();
  const actor = createActor(
    environmentMachine.provide({
      actors: {
        readLaunch: fromPromise<LaunchReading, undefined>(() => Promise.resolve(reading)),
        probeTheme: fromPromise<boolean, undefined>(() => answer),
        signalReady: fromPromise<boolean, undefined>(signal),
      },
    }),
    { clock },
  );
  const settled: unknown[] = [];
  actor.on("environment.settled", ({ launch }) => settled.push(launch));
  actor.start();
  actor.send({ type: "environment.start" });
  return { actor, clock, settled };
}

const flush = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));

test("inside the messenger the launch data is handed on", async () => {
  const { actor, settled } = startEnvironment({ kind: "launched", launch: LAUNCH }, Promise.resolve(true));
  await flush();
  expect(viewEnvironment(actor.getSnapshot())).toEqual({ place: "inside", dialog: null, promptKey: null, actions: [] });
  expect(settled).toEqual([LAUNCH]);
});

test("a messenger that answers after 100 ms is outside first and inside then", async () => {
  let answer: (isInside: boolean) => void = () => undefined;
  const { actor, clock, settled } = startEnvironment(
    { kind: "launched", launch: LAUNCH },
    new Promise((resolve) => (answer = resolve)),
  );
  await flush();
  clock.increment(99);
  expect(viewEnvironment(actor.getSnapshot()).place).toBe("unknown");
  clock.increment(1);
  expect(viewEnvironment(actor.getSnapshot()).place).toBe("outside");
  answer(true);
  await flush();
  expect(viewEnvironment(actor.getSnapshot()).place).toBe("inside");
  expect(settled).toEqual([null, LAUNCH]);
});

test.each<[string, Promise<boolean>, () => Promise<boolean>]>([
  ["never answers", new Promise(() => undefined), () => Promise.resolve(true)],
  ["does not take the signal", Promise.resolve(true), () => new Promise(() => undefined)],
])("a messenger that %s shows the dialog with its likely cause", async (_, answer, signal) => {
  const { actor, clock } = startEnvironment({ kind: "launched", launch: LAUNCH }, answer, signal);
  await flush();
  clock.increment(100);
  expect(viewEnvironment(actor.getSnapshot()).dialog).toBeNull();
  clock.increment(20_000);
  expect(viewEnvironment(actor.getSnapshot()).dialog).toMatchObject({ causeKey: "app:environment.silent" });
});

const LAUNCHED: LaunchReading = {
  kind: "launched",
  launch: { initData: "user=…", tgUserId: "42", languageCode: "km", startParam: "e_1" },
};

interface World {
  /** What each reading of the launch parameters brings; the last one goes on. */
  readings: readonly (LaunchReading | Error)[];
  /** What the messenger answers to the question for its theme. */
  theme?: () => Promise<boolean>;
  /** What it answers to the signal that the app is ready. */
  signal?: () => Promise<boolean>;
}

const yes = (): Promise<boolean> => Promise.resolve(true);
const no = (): Promise<boolean> => Promise.resolve(false);

function openApp({ readings, theme = yes, signal = yes }: World) {
  const clock = new SimulatedClock();
  let count = 0;
  const actor = createActor(
    environmentMachine.provide({
      actors: {
        readLaunch: fromPromise<LaunchReading, undefined>(() => {
          const reading = readings[Math.min(count, readings.length - 1)];
          count += 1;
          return reading === undefined || reading instanceof Error ? Promise.reject(reading) : Promise.resolve(reading);
        }),
        probeTheme: fromPromise<boolean, undefined>(theme),
        signalReady: fromPromise<boolean, undefined>(signal),
      },
    }),
    { clock },
  );
  const users: (string | null)[] = [];
  actor.on("environment.settled", ({ launch }) => users.push(launch?.tgUserId ?? null));
  actor.start();
  actor.send({ type: "environment.start" });
  const see = () => viewEnvironment(actor.getSnapshot());
  return { actor, clock, users, see };
}

const settle = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));

test("outside the messenger the person sees the prompt and no dialog, and may try again", async () => {
  const { see, users } = openApp({ readings: [{ kind: "outside" }] });
  await settle();
  expect(see()).toMatchObject({ place: "outside", dialog: null, promptKey: "app:environment.outside" });
  expect(see().actions.map(({ event }) => event.type)).toEqual(["ui.retry"]);
  expect(users).toEqual([null]);
});

test.each<[string, Pick<World, "theme" | "signal">]>([
  ["says so", { theme: no }],
  ["cannot be asked", { theme: () => Promise.reject(new Error("frame")) }],
  ["turns out to have no messenger", { signal: no }],
])("a copied link in an ordinary tab that %s is outside, and nobody is logged in by it", async (_, world) => {
  const { see, users } = openApp({ readings: [LAUNCHED], ...world });
  await settle();
  expect(see().place).toBe("outside");
  expect(users).toEqual([null]);
});

test.each<[string, World]>([
  ["part that cannot be loaded", { readings: [new Error("chunk")] }],
  ["messenger that breaks", { readings: [LAUNCHED], signal: () => Promise.reject(new Error("init")) }],
])("a %s shows the dialog of the specification, and names no cause", async (_, world) => {
  const { see, users } = openApp(world);
  await settle();
  expect(see().dialog).toEqual({
    titleKey: "app:tips",
    messageKey: "app:environment_loading_exception",
    causeKey: null,
  });
  expect(users).toEqual([null]);
});

test("a failure of the last try is not the cause of the next silence", async () => {
  const { actor, clock, see } = openApp({
    readings: [new Error("chunk"), LAUNCHED],
    theme: () => new Promise(() => undefined),
  });
  await settle();
  actor.send({ type: "ui.retry" });
  await settle();
  clock.increment(100);
  clock.increment(20_000);
  expect(see().dialog).toMatchObject({ causeKey: "app:environment.silent" });
});

test("unusable launch parameters are distinguished from none", async () => {
  const { see, users } = openApp({ readings: [{ kind: "invalid", reason: "no identity" }] });
  await settle();
  expect(see()).toMatchObject({ place: "invalidLaunch", promptKey: "app:environment.invalidLaunch" });
  expect(users).toEqual([null]);
});

test.each<[string, LaunchReading | Error, (() => Promise<boolean>)?]>([
  ["outside", { kind: "outside" }],
  ["outside", LAUNCHED, () => new Promise(() => undefined)],
  ["invalidLaunch", { kind: "invalid", reason: "no identity" }],
  ["unavailable", new Error("chunk")],
])("from %s one more try leads into the messenger", async (place, first, firstTheme = yes) => {
  const themes = [firstTheme];
  const { actor, clock, see, users } = openApp({ readings: [first, LAUNCHED], theme: () => (themes.shift() ?? yes)() });
  await settle();
  clock.increment(100);
  expect(see().place).toBe(place);
  actor.send({ type: "ui.retry" });
  await settle();
  expect(see()).toMatchObject({ place: "inside", dialog: null });
  expect(users).toEqual([null, "42"]);
});

test("a messenger whose part never loads is given up, so that nobody waits for good", async () => {
  const { clock, see } = openApp({ readings: [LAUNCHED] });
  // Nothing has been answered yet.
  clock.increment(20_000);
  expect(see().dialog).not.toBeNull();
  await settle();
});
