import { useState, type ReactNode } from "react";
import { expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import type { App } from "#src/createApp.ts";
import { AppContext } from "#src/hooks/useApp.ts";
import { renderOnPage } from "#tests/support/renderOnPage.tsx";
import { startApp } from "#tests/support/startApp.ts";

import { CopyButton } from "./CopyButton.tsx";

let app: App;

async function openButtons(buttons: ReactNode): Promise<void> {
  app = await startApp();
  await renderOnPage(<AppContext value={app}>{buttons}</AppContext>);
}

/** Whether the button of this name shows this icon. */
function hasIcon(name: string, icon: string): boolean {
  const button = page.getByRole("button", { name, exact: true }).element();
  return button.querySelector(`[href="#icon-${icon}"]`) !== null;
}

/** A button whose text can change. */
function ChangingText() {
  const [text, setText] = useState("first");
  return (
    <>
      <CopyButton text={text} />
      <button
        onClick={() => {
          setText("second");
        }}
      >
        Change
      </button>
    </>
  );
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
  expect(hasIcon("Copy", "copy")).toBe(true);
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await expect.poll(() => hasIcon("Copy", "check")).toBe(true);
  expect(app.root.getSnapshot().context.toast?.labelKey).toBe("app:clipboard.copied");
  expect(hasIcon("Tips", "copy")).toBe(true);
  expect(hasIcon("Copy: ID 7001", "copy")).toBe(true);
});

it("shows no check for a text that was not copied", async () => {
  await openButtons(<ChangingText />);
  await page.getByRole("button", { name: "Copy" }).click();
  await expect.poll(() => hasIcon("Copy", "check")).toBe(true);
  await page.getByRole("button", { name: "Change" }).click();
  await expect.poll(() => hasIcon("Copy", "copy")).toBe(true);
});

it("shows the text to select where no way to the clipboard works, and gives the focus back", async () => {
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new DOMException("denied", "NotAllowedError"));
  vi.spyOn(document, "execCommand").mockReturnValue(false);
  await openButtons(<CopyButton text="lucky day" />);
  await page.getByRole("button", { name: "Copy" }).click();
  await expect.element(page.getByRole("textbox")).toHaveValue("lucky day");
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("textbox")).not.toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: "Copy" })).toHaveFocus();
});
