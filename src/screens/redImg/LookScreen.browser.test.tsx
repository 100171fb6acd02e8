import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";

import copyTexts from "#locales/en/copyTexts.json";
import personal from "#locales/en/personal.json";
import type { App } from "#src/createApp.ts";
import { AppContext } from "#src/hooks/useApp.ts";
import { LookScreen } from "#src/screens/redImg/LookScreen.tsx";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";
import { startApp } from "#tests/support/startApp.ts";

let app: App;

const LISTS: Readonly<Record<string, object>> = {
  "/redpackage/coverList": {
    coverImgs: [
      { coverId: "goodLuck", title: "Good luck" },
      { coverId: "eid", title: "Eid" },
    ],
  },
  "/redpackage/textList": {
    coverImgs: [
      { messageId: "goodLuck", title: "Good luck", text: "Good luck to everybody" },
      { messageId: "wedding", title: "Wedding", text: "A long and happy marriage" },
    ],
  },
};

it.each([
  { kind: "cover", name: /^Eid/u, apply: "Use this cover", asked: { coverId: "eid" } },
  { kind: "text", name: /^Wedding/u, apply: "Use this text", asked: { messageId: "wedding" } },
] as const)("puts the $kind that is set in use at the server", async ({ kind, name, apply, asked }) => {
  const inUse = { coverId: "goodLuck", messageId: "goodLuck" };
  vi.spyOn(window, "fetch").mockImplementation(async (request) => {
    const sent = request as Request;
    const path = new URL(sent.url).pathname.replace("/api/v1", "");
    if (!/cover|text|message/iu.test(path)) return new Promise<Response>(() => {});
    const body = sent.method === "POST" ? ((await sent.json()) as object) : {};
    return Response.json({ code: 200, msg: "ok", data: LISTS[path] ?? Object.assign(inUse, body) });
  });
  app = await startApp();
  await renderWithTexts(
    <AppContext value={app}>
      <LookScreen kind={kind} />
    </AppContext>,
    { copyTexts, personal },
  );
  await page.getByRole("radio", { name }).click();
  await page.getByRole("button", { name: apply }).click();
  await expect.element(page.getByRole("button", { name: "In use" })).toBeVisible();
  expect(inUse).toEqual({ coverId: "goodLuck", messageId: "goodLuck", ...asked });
});
