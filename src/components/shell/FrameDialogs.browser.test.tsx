import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";

import type { AppEvent } from "#machines/app/app.machine.ts";
import type { AppView } from "#machines/app/app.view.ts";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";

import { BrokenDialog } from "./FrameDialogs.tsx";

const SOUND: AppView = { toast: null, brokenKey: null, actions: [] };
const BROKEN: AppView = {
  toast: null,
  brokenKey: "app:error.crashed",
  actions: [{ event: { type: "ui.reload" }, labelKey: "app:error.reload", enabled: true }],
};

it("shows nothing while the root works", async () => {
  await renderWithTexts(<BrokenDialog view={SOUND} send={() => {}} />);
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});

it("offers the new start when the root has broken", async () => {
  const send = vi.fn<(event: AppEvent) => void>();
  await renderWithTexts(<BrokenDialog view={BROKEN} send={send} />);
  await expect.element(page.getByRole("dialog", { name: "Something unexpected happened" })).toBeVisible();
  await page.getByRole("button", { name: "Reload" }).click();
  expect(send).toHaveBeenCalledExactlyOnceWith({ type: "ui.reload" });
});
