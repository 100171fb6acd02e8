import { expect, test } from "vitest";
import { createActor, fromPromise, SimulatedClock } from "xstate";
import { clipboardMachine } from "./clipboard.machine.ts";
import { viewClipboard } from "./clipboard.view.ts";

type Way = "messenger" | "browser" | "legacy";

function startClipboard(working: Way | null) {
  const tried: Way[] = [];
  const way = (name: Way) =>
    fromPromise<boolean, { text: string }>(() => {
      tried.push(name);
      return Promise.resolve(name === working);
    });
  const clock = new SimulatedClock();
  const actor = createActor(
    clipboardMachine.provide({
      actors: { copyByMessenger: way("messenger"), copyByBrowser: way("browser"), copyByLegacy: way("legacy") },
    }),
    { clock },
  ).start();
  return { actor, tried, clock };
}

const flush = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));

test.each([
  ["messenger", ["messenger"]],
  ["browser", ["messenger", "browser"]],
  ["legacy", ["messenger", "browser", "legacy"]],
] as const)("the %s copies, and nothing after it is tried", async (working, ways) => {
  const { actor, tried, clock } = startClipboard(working);
  actor.send({ type: "ui.copy", text: "happy year" });
  await flush();
  expect(tried).toEqual(ways);
  expect(viewClipboard(actor.getSnapshot())).toMatchObject({
    status: "copied",
    manualText: null,
    copiedText: "happy year",
  });
  clock.increment(3_000);
  expect(viewClipboard(actor.getSnapshot())).toMatchObject({ status: "idle", copiedText: null });
});

test("when all fail the user is asked to copy by hand", async () => {
  const { actor } = startClipboard(null);
  actor.send({ type: "ui.copy", text: "happy year" });
  await flush();
  expect(viewClipboard(actor.getSnapshot())).toMatchObject({
    status: "manual",
    manualText: "happy year",
    messageKey: "app:clipboard.manual",
  });
});
