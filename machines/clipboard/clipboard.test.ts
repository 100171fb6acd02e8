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

type Answer = () => Promise<boolean>;

/** A device with the given answers of the ways to the clipboard. */
function openDevice({ browser, legacy }: { browser: Answer; legacy: Answer }) {
  const clock = new SimulatedClock();
  const actor = createActor(
    clipboardMachine.provide({
      actors: {
        // No client of the messenger lets an app write.
        copyByMessenger: fromPromise<boolean, { text: string }>(() => Promise.resolve(false)),
        copyByBrowser: fromPromise<boolean, { text: string }>(browser),
        copyByLegacy: fromPromise<boolean, { text: string }>(legacy),
      },
    }),
    { clock },
  ).start();
  const see = () => viewClipboard(actor.getSnapshot());
  return { actor, clock, see };
}

const settle = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));
const yes: Answer = () => Promise.resolve(true);
const no: Answer = () => Promise.resolve(false);

test("a browser that refuses by an error is followed by the legacy way", async () => {
  const { actor, see } = openDevice({ browser: () => Promise.reject(new Error("NotAllowedError")), legacy: yes });
  actor.send({ type: "ui.copy", text: "happy year" });
  await settle();
  expect(see()).toMatchObject({ status: "copied", copiedText: "happy year" });
});

test("each copied text is reported once, and a failed one never", async () => {
  const { actor, see } = openDevice({ browser: yes, legacy: no });
  const emitted: string[] = [];
  actor.on("*", ({ type }) => emitted.push(type));
  actor.send({ type: "ui.copy", text: "one" });
  await settle();
  actor.send({ type: "ui.copy", text: "two" });
  await settle();
  expect(emitted).toEqual(["clipboard.copied", "clipboard.copied"]);
  const refused = openDevice({ browser: no, legacy: no });
  refused.actor.on("*", ({ type }) => emitted.push(type));
  refused.actor.send({ type: "ui.copy", text: "three" });
  await settle();
  expect([see().status, refused.see().status, emitted.length]).toEqual(["copied", "manual", 2]);
});

test("a browser that never answers does not keep the person waiting for good", async () => {
  const { actor, clock, see } = openDevice({ browser: () => new Promise(() => undefined), legacy: yes });
  actor.send({ type: "ui.copy", text: "happy year" });
  await settle();
  clock.increment(2_000);
  await settle();
  expect(see().status).toBe("copied");
});

test("where nothing works the person sees the text to mark, until it is dismissed", async () => {
  const { actor, clock, see } = openDevice({ browser: no, legacy: no });
  actor.send({ type: "ui.copy", text: "happy year" });
  await settle();
  clock.increment(60_000);
  expect(see()).toMatchObject({ manualText: "happy year", messageKey: "app:clipboard.manual" });
  actor.send({ type: "ui.dismiss" });
  expect(see()).toMatchObject({ status: "idle", manualText: null });
});

test("the second text that is copied is the one that counts as copied", async () => {
  const { actor, see } = openDevice({ browser: yes, legacy: yes });
  actor.send({ type: "ui.copy", text: "one" });
  await settle();
  actor.send({ type: "ui.copy", text: "two" });
  await settle();
  expect(see().copiedText).toBe("two");
});
