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

test("a messenger that cannot be reached shows the dialog of the specification", async () => {
  const { actor } = startEnvironment({ kind: "launched", launch: LAUNCH }, Promise.resolve(true), () =>
    Promise.reject(new Error("init")),
  );
  await flush();
  expect(viewEnvironment(actor.getSnapshot()).dialog).toEqual({
    titleKey: "app:tips",
    messageKey: "app:environment_loading_exception",
  });
});

test("an ordinary browser shows the prompt", async () => {
  const { actor } = startEnvironment({ kind: "outside" }, Promise.resolve(true));
  await flush();
  expect(viewEnvironment(actor.getSnapshot())).toMatchObject({
    place: "outside",
    promptKey: "app:environment.outside",
  });
});
