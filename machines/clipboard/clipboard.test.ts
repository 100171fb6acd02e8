import { expect, test } from "vitest";
import { createActor, fromPromise, SimulatedClock } from "xstate";
import { clipboardMachine } from "./clipboard.machine.ts";
import { viewClipboard } from "./clipboard.view.ts";

/** A device that copies, cannot copy, or breaks when asked to. */
function openDevice(copy: () => Promise<boolean>) {
  const clock = new SimulatedClock();
  const asked: string[] = [];
  const machine = clipboardMachine.provide({
    actors: {
      copy: fromPromise<boolean, { text: string }>(({ input }) => {
        asked.push(input.text);
        return copy();
      }),
    },
  });
  const actor = createActor(machine, { clock });
  const emitted: unknown[] = [];
  actor.on("*", (event) => emitted.push(event));
  actor.start();
  const see = () => viewClipboard(actor.getSnapshot());
  const press = async (text: string) => {
    actor.send({ type: "ui.copy", text });
    await new Promise((resolve) => void setTimeout(resolve));
  };
  return { actor, clock, asked, emitted, see, press };
}

const yes = () => Promise.resolve(true);
const no = () => Promise.resolve(false);

test("a copied text shows its check for three seconds", async () => {
  const { clock, see, press } = openDevice(yes);
  await press("happy year");
  expect(see()).toMatchObject({ status: "copied", manualText: null, copiedText: "happy year" });
  clock.increment(3_000);
  expect(see()).toMatchObject({ status: "idle", copiedText: null });
});

test("nothing can be pressed while a text is being copied", () => {
  const { actor, see } = openDevice(() => new Promise(() => undefined));
  actor.send({ type: "ui.copy", text: "happy year" });
  expect(see()).toMatchObject({ status: "copying", actions: [{ enabled: false }] });
});

test.each([
  ["no way works", no],
  ["the last way breaks", () => Promise.reject(new Error("no selection"))],
])("where %s the person sees the text to mark, until it is dismissed", async (_, copy) => {
  const { actor, clock, see, press } = openDevice(copy);
  await press("happy year");
  clock.increment(60_000);
  expect(see()).toMatchObject({
    status: "manual",
    manualText: "happy year",
    messageKey: "app:clipboard.manual",
  });
  actor.send({ type: "ui.dismiss" });
  expect(see()).toMatchObject({ status: "idle", manualText: null });
});

test("each copied text is reported once, and a failed one never", async () => {
  const device = openDevice(yes);
  await device.press("one");
  await device.press("two");
  const told = { type: "toast.show", tone: "success", labelKey: "app:clipboard.copied" };
  expect(device.emitted).toEqual([told, told]);
  const refused = openDevice(no);
  await refused.press("three");
  expect(refused.emitted).toEqual([]);
});

test("the check shows for the last copied text", async () => {
  const { asked, see, press } = openDevice(yes);
  await press("one");
  await press("two");
  expect([see().copiedText, asked]).toEqual(["two", ["one", "two"]]);
});

test("the message shows the last text that could not be copied", async () => {
  const { asked, see, press } = openDevice(no);
  await press("one");
  await press("two");
  expect([see().manualText, asked]).toEqual(["two", ["one", "two"]]);
});
