import type { ReactNode } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { createApp, type App } from "#src/createApp.ts";
import { AppContext } from "#src/hooks/AppContext.ts";
import { findFaults } from "#tests/support/findFaults.ts";
import { renderOnPage } from "#tests/support/renderOnPage.tsx";

import { CopyButton } from "./CopyButton.tsx";

let app: App;

afterEach(() => {
  vi.restoreAllMocks();
  app.root.stop();
});

async function openButtons(buttons: ReactNode): Promise<void> {
  app = await createApp(window);
  app.root.start();
  app.root.send({ type: "app.start" });
  await renderOnPage(<AppContext value={app}>{buttons}</AppContext>);
}

it("shows a check once its text is on the clipboard, and no other does", async () => {
  await openButtons(
    <>
      <CopyButton text="lucky day" />
      <CopyButton text="another" labelKey="app:tips" />
      <CopyButton text="7001" variant="plain">
        ID 7001
      </CopyButton>
    </>,
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

it("shows the text to mark where no way to the clipboard works, and gives the focus back", async () => {
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new DOMException("denied", "NotAllowedError"));
  vi.spyOn(document, "execCommand").mockReturnValue(false);
  await openButtons(<CopyButton text="lucky day" />);
  await page.getByRole("button", { name: "Copy" }).click();
  await expect.element(page.getByRole("textbox")).toHaveValue("lucky day");
  expect(await findFaults()).toEqual([]);
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("textbox")).not.toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: "Copy" })).toHaveFocus();
});
