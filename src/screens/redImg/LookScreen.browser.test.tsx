import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { cleanup } from "vitest-browser-react";

import type { components } from "#contract/schema.d.ts";
import copyTexts from "#locales/en/copyTexts.json";
import errors from "#locales/en/errors.json";
import personal from "#locales/en/personal.json";
import type { LookKind } from "#machines/picker/picker.machine.ts";
import type { App } from "#src/createApp.ts";
import { AppContext } from "#src/hooks/AppContext.ts";
import { prepareApp } from "#tests/support/prepareApp.ts";
import { lookAtButton } from "#tests/support/lookAtButton.ts";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";

import { LookScreen } from "#src/screens/redImg/LookScreen.tsx";

type Schemas = components["schemas"];

/** A server with a person's choice and the language it answers in. */
interface LooksServer {
  inUse: Schemas["CoverAndMessage"];
  asked: string[];
  greeting: string;
  /** Paths that answer by a refusal. */
  refused: Set<string>;
}

let product: App;
let server: LooksServer;

function answerAs({ inUse, greeting }: LooksServer, path: string, body: Partial<Schemas["CoverAndMessage"]>): object {
  const covers = [
    { coverId: "goodLuck", title: "Good luck", imageUrl: "", inUse: false },
    { coverId: "eid", title: "Eid", imageUrl: "", inUse: false },
  ];
  const texts = [
    { messageId: "goodLuck", title: "Good luck", text: greeting, inUse: false },
    { messageId: "wedding", title: "Wedding", text: "A long and happy marriage", inUse: false },
  ];
  if (path === "/redpackage/coverList") return { coverImgs: covers };
  if (path === "/redpackage/textList") return { coverImgs: texts };
  return Object.assign(inUse, body);
}

beforeEach(async () => {
  server = {
    inUse: { coverId: "goodLuck", messageId: "goodLuck" },
    asked: [],
    greeting: "Good luck to everybody",
    refused: new Set(),
  };
  vi.spyOn(window, "fetch").mockImplementation(async (request) => {
    const sent = request as Request;
    const path = new URL(sent.url).pathname.replace("/api/v1", "");
    if (!/cover|text|message/iu.test(path)) return new Promise<Response>(() => {});
    server.asked.push(path);
    if (server.refused.has(path)) {
      const refusal = { code: 429, msg: "", data: null, error: "tooManyTries" };
      return Response.json(refusal, { status: 429, headers: { "retry-after": "30" } });
    }
    const body = sent.method === "POST" ? ((await sent.json()) as Partial<Schemas["CoverAndMessage"]>) : {};
    return Response.json({ code: 200, msg: "ok", data: answerAs(server, path, body) });
  });
  product = await prepareApp();
  product.root.start();
  product.root.send({ type: "app.start" });
});

afterEach(async () => {
  await cleanup();
  product.root.stop();
  vi.restoreAllMocks();
});

const open = (kind: LookKind) =>
  renderWithTexts(
    <AppContext value={product}>
      <LookScreen kind={kind} />
    </AppContext>,
    { copyTexts, errors, personal },
  );
const choice = (name: RegExp) => page.getByRole("radio", { name });
const apply = (name = "Use this cover") => page.getByRole("button", { name });

it("shows the cover in use, tries another one on, and puts it in use with one tap", async () => {
  await open("cover");
  await expect.element(choice(/^Good luck In use$/u)).toBeChecked();
  await expect.element(page.getByText("Your envelopes wear this cover")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "In use" })).toHaveAttribute("aria-disabled", "true");
  await choice(/^Eid/u).click();
  await expect.element(page.getByText("Chosen, not in use yet")).toBeVisible();
  await expect.element(choice(/^Eid Chosen$/u)).toBeChecked();
  expect(server.inUse.coverId).toBe("goodLuck");
  await apply().click();
  await expect.element(page.getByText("In use now: your next red envelopes wear it")).toBeVisible();
  await expect.element(choice(/^Eid In use$/u)).toBeChecked();
  expect(server.inUse).toEqual({ coverId: "eid", messageId: "goodLuck" });
});

it("puts the set text on the envelope, and says why it could not be put in use", async () => {
  await open("text");
  server.refused.add("/user/updateRedEnvelopeMessage");
  await choice(/^Wedding/u).click();
  await expect.poll(() => page.getByText("A long and happy marriage").all()).toHaveLength(2);
  await apply("Use this text").click();
  await expect
    .element(page.getByRole("alert"))
    .toHaveTextContent("Your choice was not saved. Too many tries. Please try again in 30 s.");
  await expect.element(choice(/^Wedding .*Chosen$/u)).toBeChecked();
  server.refused.clear();
  lookAtButton();
  await apply("Try again").click();
  await expect.element(page.getByText("In use now: your next red envelopes say it")).toBeVisible();
  expect(server.inUse.messageId).toBe("wedding");
});

it("reads the list again when another language is on the screen", async () => {
  await open("text");
  await expect.element(page.getByText("Good luck to everybody").first()).toBeVisible();
  server.greeting = "Mucha suerte a todos";
  product.root.send({ type: "language.changed" });
  await expect.element(page.getByText("Mucha suerte a todos")).toBeVisible();
  expect(server.asked.filter((path) => path === "/redpackage/textList")).toHaveLength(2);
});

it("offers a retry where the covers cannot be read", async () => {
  server.refused.add("/redpackage/coverList");
  await open("cover");
  await expect.element(page.getByText("Too many tries", { exact: false })).toBeVisible();
  server.refused.clear();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(choice(/^Eid/u)).toBeVisible();
});
