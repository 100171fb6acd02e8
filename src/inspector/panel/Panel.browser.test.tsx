import { beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { createActor, fromPromise, type ActorRefFrom } from "xstate";

import { sampleLife, sampleOrder } from "#tests/support/samples.ts";
import { clipboardMachine } from "#machines/clipboard/clipboard.machine.ts";
import { orderFollowMachine, type OrderReading } from "#machines/kit/follow/orderFollow.ts";
import { findFaults } from "#tests/support/findFaults.ts";
import { renderOnPage } from "#tests/support/renderOnPage.tsx";

import type { InspectorMode } from "../inspectorMode.ts";
import { Recorder } from "../recording/Recorder.ts";
import { Panel } from "./Panel.tsx";

let actor: ActorRefFrom<typeof clipboardMachine>;
let recorder: Recorder;

async function open(mode: InspectorMode = "live"): Promise<void> {
  await renderOnPage(<Panel recorder={recorder} mode={mode} page={window} />);
  await page.getByRole("button", { name: "Inspector" }).click();
}

const tab = (name: string) => page.getByRole("tab", { name });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const readNotice = () => page.getByRole("status").element().textContent;

/** Ids of the states that are lit. */
function listLit(): (string | undefined)[] {
  return [...document.querySelectorAll<SVGElement>("rect[data-lit]")].map(({ dataset }) => dataset["state"]);
}

function listLitTransitions(): string[] {
  return [...document.querySelectorAll<SVGElement>("path[data-lit]")].map(
    ({ dataset }) => dataset["transitions"] ?? "",
  );
}

beforeEach(() => {
  recorder = new Recorder();
  const copy = fromPromise<boolean, { text: string }>(() => new Promise(() => {}));
  actor = createActor(clipboardMachine.provide({ actors: { copy } }), { inspect: recorder.inspect }).start();
});

it("lights the present states and the last transition, and counts the time in each state", async () => {
  await open();
  await expect.poll(listLit).toEqual(["clipboard", "clipboard.idle"]);
  actor.send({ type: "ui.copy", text: "spring rain" });
  await expect.poll(listLit).toEqual(["clipboard", "clipboard.copying"]);
  expect(listLitTransitions()).toEqual(["clipboard.idle/ui.copy/0"]);
  await expect.poll(readNotice).toMatch(/1 of 8 transitions taken/u);
  await expect.element(page.getByRole("row", { name: /clipboard\.copying \(now\)/u })).toBeVisible();
});

it("shows the lives on the server that an actor knows of, each in its own chart", async () => {
  const life = sampleLife(["awaitingPayment", "confirming"], { state: "paid", at: null });
  const reading: OrderReading = { order: { ...sampleOrder, status: "confirming", life }, envelopes: [] };
  const read = fromPromise<OrderReading, { id: string }>(() => Promise.resolve(reading));
  const following = createActor(orderFollowMachine.provide({ actors: { read } }), {
    input: { id: "o1", reading: null },
    inspect: recorder.inspect,
  }).start();
  await open();
  await tab("Server").click();
  await expect.element(page.getByText(/knows of no order/u)).toBeVisible();
  await page.getByRole("combobox", { name: "Actor" }).selectOptions(following.sessionId);
  await expect.poll(listLit).toEqual(["order", "order.confirming"]);
  expect(listLitTransitions()).toEqual(["order.awaitingPayment/payment.seen/0"]);
  await expect.element(page.getByRole("row", { name: /confirming 2026-11-20T12:01/u })).toBeVisible();
  expect(document.body.textContent).not.toContain(sampleOrder.treasuryAddress);
});

it("steps back while the app goes on, and returns to the present", async () => {
  actor.send({ type: "ui.copy", text: "one" });
  await open();
  await expect.poll(listLit).toEqual(["clipboard", "clipboard.copying"]);
  const back = button("One event back");
  await back.click();
  await back.click();
  await expect.poll(listLit).toEqual(["clipboard", "clipboard.idle"]);
  actor.send({ type: "ui.copy", text: "two" });
  await expect.element(page.getByText(/^1 of \d+ · /u)).toBeVisible();
  await button("To the present").click();
  await expect.poll(listLit).toEqual(["clipboard", "clipboard.copying"]);
});

it("finds events by receiver and by a search, and shows the moment of the one that is chosen", async () => {
  actor.send({ type: "ui.copy", text: "spring rain" });
  await open();
  await tab("Events").click();
  await page.getByRole("searchbox", { name: "Search events" }).fill("ui.copy");
  await expect.poll(readNotice).toMatch(/1 of 3/u);
  await page.getByRole("button", { name: /code → clipboard\s*ui\.copy/u }).click();
  await tab("Data").click();
  await expect.element(page.getByText(/"text": "•••"/u).first()).toBeVisible();
  expect(document.body.textContent).not.toContain("spring rain");
  await tab("Sequence").click();
  await expect
    .element(page.getByRole("listitem").filter({ hasText: "code to clipboard: ui.copy" }))
    .toBeInTheDocument();
});

it("sends an event with its payload, and none with a masked text or a broken payload", async () => {
  actor.send({ type: "ui.copy", text: "spring rain" });
  await open();
  await tab("Send").click();
  await expect.element(page.getByText("None.")).toBeVisible();
  actor.stop();
  actor = createActor(
    clipboardMachine.provide({
      actors: { copy: fromPromise<boolean, { text: string }>(() => Promise.resolve(false)) },
    }),
    {
      inspect: recorder.inspect,
    },
  ).start();
  await page.getByRole("combobox", { name: "Actor" }).selectOptions(actor.sessionId);
  await page.getByRole("radio", { name: "ui.copy" }).click();
  const payload = page.getByRole("textbox", { name: "Payload (JSON)" });
  await expect.element(payload).toHaveValue('{\n  "text": "•••"\n}');
  await button("Send").click();
  await expect.poll(readNotice).toMatch(/Replace each •••/u);
  await payload.fill("[1]");
  await button("Send").click();
  await expect.poll(readNotice).toMatch(/not a JSON object/u);
  expect(actor.getSnapshot().value).toBe("idle");
  await payload.fill('{ "text": "typed", "type": "ui.dismiss" }');
  await button("Send").click();
  await expect.poll(() => actor.getSnapshot().value).toBe("manual");
  expect(actor.getSnapshot().context.text).toBe("typed");
});

it("only shows where the server allows no more", async () => {
  await open("readonly");
  await tab("Send").click();
  await expect.element(page.getByText("This server lets the inspector watch only.")).toBeVisible();
  await tab("File").click();
  await expect.element(page.getByLabelText("Import a recording")).toBeVisible();
  for (const name of ["Export the recording", "Copy as test", "Open the Stately inspector"])
    await expect.element(button(name)).not.toBeInTheDocument();
});

it("exports what another page imports, which drives the panel alone", async () => {
  actor.send({ type: "ui.copy", text: "spring rain" });
  await open();
  await tab("File").click();
  const written = vi.spyOn(URL, "createObjectURL");
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  await button("Export the recording").click();
  const [blob] = written.mock.calls[0] ?? [];
  const text = await (blob as Blob).text();
  expect(text).not.toContain("spring rain");
  const input = page.getByLabelText("Import a recording");
  await userEvent.upload(input, new File(["{}"], "other.json", { type: "application/json" }));
  await expect.poll(readNotice).toMatch(/This file holds no recording\./u);
  actor.stop();
  await userEvent.upload(input, new File([text], "recording.json", { type: "application/json" }));
  await expect.element(button("Back to this page")).toBeVisible();
  await tab("Chart").click();
  await expect.poll(listLit).toEqual(["clipboard", "clipboard.copying"]);
  await tab("Send").click();
  await expect.element(page.getByText(/living actor of this page/u)).toBeVisible();
});

it("copies a recording as a test", async () => {
  await open();
  await tab("File").click();
  await button("Copy as test").click();
  await expect.poll(readNotice).toMatch(/The test is copied/u);
  const code = page.getByRole("textbox", { name: "Test" }).element();
  expect((code as HTMLTextAreaElement).value).toContain("replays a recording of clipboard");
});

it("is worked by keyboard, closes to a button and is sound for a screen reader", async () => {
  await renderOnPage(<Panel recorder={recorder} mode="live" page={window} />);
  await userEvent.tab();
  await expect.element(button("Inspector")).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("region", { name: "Inspector" })).toBeVisible();
  await expect.poll(listLit).toEqual(["clipboard", "clipboard.idle"]);
  expect(await findFaults()).toEqual([]);
  await button("Close").click();
  await expect.element(button("Inspector")).toBeVisible();
});

it("says why npm run inspect does not hear it, and asks for the code that it shows", async () => {
  const asked: string[] = [];
  let answer = { code: 4401, reason: "https://app.example needs the code that it shows" };
  class Refusing extends EventTarget {
    constructor(url: string) {
      super();
      asked.push(url);
      setTimeout(() => this.dispatchEvent(new CloseEvent("close", answer)));
    }
  }
  vi.stubGlobal("WebSocket", Refusing);
  await open();
  await tab("File").click();
  await button("Connect to npm run inspect").click();
  await expect
    .poll(readNotice)
    .toBe("npm run inspect refused this page: https://app.example needs the code that it shows.");
  await page.getByRole("textbox", { name: "Code of npm run inspect" }).fill("abcd1234");
  answer = { code: 1006, reason: "" };
  await button("Connect to npm run inspect").click();
  await expect.poll(readNotice).toMatch(/^npm run inspect does not run on this machine/u);
  expect(asked.at(-1)).toBe("ws://127.0.0.1:8098/ask?code=abcd1234");
});
