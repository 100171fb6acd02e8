import { expect, test } from "vitest";
import { openChart } from "#tests/support/openChart.ts";
import { clipboardMachine } from "./clipboard.machine.ts";
import { viewClipboard } from "./clipboard.view.ts";

/** A device that copies, cannot copy, or breaks when asked to. */
function openDevice(copy: () => boolean | Promise<boolean>) {
  const asked: string[] = [];
  const chart = openChart(clipboardMachine, viewClipboard, {
    world: {
      copy: ({ text }) => {
        asked.push(text);
        return copy();
      },
    },
  });
  return { ...chart, asked, copy: (text: string) => chart.act({ type: "ui.copy", text }) };
}

const yes = () => true;
const no = () => false;

test("a copied text shows its check for three seconds", async () => {
  const { clock, look, copy } = openDevice(yes);
  await copy("happy year");
  expect(look()).toMatchObject({ status: "copied", manualText: null, copiedText: "happy year" });
  clock.increment(3_000);
  expect(look()).toMatchObject({ status: "idle", copiedText: null });
});

test("nothing can be pressed while a text is being copied", () => {
  const { send } = openDevice(() => new Promise(() => undefined));
  expect(send({ type: "ui.copy", text: "happy year" })).toMatchObject({
    status: "copying",
    actions: [{ enabled: false }],
  });
});

test.each([
  ["no way works", no],
  ["the last way breaks", () => Promise.reject(new Error("no selection"))],
])("where %s the person sees the text to mark, until it is dismissed", async (_, way) => {
  const { clock, press, look, copy } = openDevice(way);
  await copy("happy year");
  clock.increment(60_000);
  expect(look()).toMatchObject({
    status: "manual",
    manualText: "happy year",
    messageKey: "app:clipboard.manual",
  });
  press("ui.dismiss");
  expect(look()).toMatchObject({ status: "idle", manualText: null });
});

test("each copied text is reported once, and a failed one never", async () => {
  const device = openDevice(yes);
  await device.copy("one");
  await device.copy("two");
  const told = { type: "toast.show", tone: "success", labelKey: "app:clipboard.copied" };
  expect(device.emitted).toEqual([told, told]);
  const refused = openDevice(no);
  await refused.copy("three");
  expect(refused.emitted).toEqual([]);
});

test("the check shows for the last copied text", async () => {
  const { asked, look, copy } = openDevice(yes);
  await copy("one");
  await copy("two");
  expect([look().copiedText, asked]).toEqual(["two", ["one", "two"]]);
});

test("the message shows the last text that could not be copied", async () => {
  const { asked, look, copy } = openDevice(no);
  await copy("one");
  await copy("two");
  expect([look().manualText, asked]).toEqual(["two", ["one", "two"]]);
});
