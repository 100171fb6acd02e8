import { useState } from "react";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";

import { Sheet } from "#src/components/ui/Sheet.tsx";
import type { App } from "#src/createApp.ts";
import { AppContext } from "#src/hooks/useApp.ts";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";
import { startApp } from "#tests/support/startApp.ts";

import { Frame } from "./Frame.tsx";

/** The frame, with one dialog over the page and another over that one. */
function Stage() {
  const [open, setOpen] = useState(0);
  return (
    <>
      <Frame />
      {["First", "Second"].map((title, index) => (
        <Sheet key={title} title={title} isOpen={open > index} onClose={() => setOpen(index)}>
          <button type="button" onClick={() => setOpen(index + 2)}>{`More than ${title}`}</button>
        </Sheet>
      ))}
      <button type="button" onClick={() => setOpen(1)}>
        Open
      </button>
    </>
  );
}

async function openFrame(): Promise<App> {
  const app = await startApp();
  await renderWithTexts(
    <AppContext value={app}>
      <Stage />
    </AppContext>,
    {},
    "/errorPage",
  );
  return app;
}

/** What a tap in the middle of the toast meets. */
function findTapped(): Element | null {
  const { left, top, width, height } = page.getByRole("status").element().getBoundingClientRect();
  return document.elementFromPoint(left + width / 2, top + height / 2);
}

it.each([
  ["a dialog", ["Open"]],
  ["a dialog over another", ["Open", "More than First"]],
])("shows a toast over %s, where a tap takes it away", async (_, taps) => {
  const { root } = await openFrame();
  for (const name of taps) await page.getByRole("button", { name }).click();
  root.send({ type: "toast.show", tone: "success", labelKey: "app:clipboard.copied" });
  await expect.element(page.getByRole("status")).toHaveTextContent("Copied");
  const dismiss = page.getByRole("button", { name: "Dismiss" });
  await expect.element(dismiss).toBeVisible();
  await expect.poll(() => dismiss.element().contains(findTapped())).toBe(true);
  await dismiss.click();
  await expect.element(page.getByRole("status")).toHaveTextContent("");
  expect(page.getByRole("dialog").elements()).toHaveLength(taps.length);
});

it("keeps a toast in sight while the dialog under it is closed", async () => {
  const { root } = await openFrame();
  await page.getByRole("button", { name: "Open" }).click();
  root.send({ type: "toast.show", tone: "success", labelKey: "app:clipboard.copied" });
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => page.getByRole("dialog").elements()).toHaveLength(0);
  await expect.element(page.getByRole("status")).toHaveTextContent("Copied");
});
