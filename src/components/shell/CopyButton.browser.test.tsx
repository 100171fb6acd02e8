import { afterEach, expect, it } from "vitest";
import { page } from "vitest/browser";

import { createApp, type App } from "#src/createApp.ts";
import { AppContext } from "#src/hooks/AppContext.ts";
import { findFaults } from "#tests/support/findFaults.ts";
import { renderOnPage } from "#tests/support/renderOnPage.tsx";

import { CopyButton } from "./CopyButton.tsx";

let app: App;

afterEach(() => {
  app.root.stop();
});

it("shows a check once its text is on the clipboard, and no other does", async () => {
  app = createApp(window);
  app.root.start();
  await renderOnPage(
    <AppContext value={app}>
      <CopyButton text="lucky day" />
      <CopyButton text="another" labelKey="app:tips" />
      <CopyButton text="7001" variant="plain">
        ID 7001
      </CopyButton>
    </AppContext>,
  );
  const hasIcon = (name: string, icon: string) =>
    page.getByRole("button", { name, exact: true }).element().querySelector(`[href="#icon-${icon}"]`) !== null;
  expect(hasIcon("Copy", "copy")).toBe(true);
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await expect.poll(() => hasIcon("Copy", "check")).toBe(true);
  expect(hasIcon("Tips", "copy")).toBe(true);
  expect(hasIcon("Copy: ID 7001", "copy")).toBe(true);
  expect(await findFaults()).toEqual([]);
});
