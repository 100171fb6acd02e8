import { afterEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";

import { renderOnPage } from "#tests/support/renderOnPage.tsx";

import { LoadFailure } from "./LoadFailure.tsx";

function setOnline(isOnline: boolean): void {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline);
  window.dispatchEvent(new Event(isOnline ? "online" : "offline"));
}

afterEach(() => {
  vi.restoreAllMocks();
});

it("tries again when asked", async () => {
  const send = vi.fn<() => void>();
  await renderOnPage(<LoadFailure failure={{ failureKey: "app:error.crashedText", failureValues: {} }} send={send} />);
  await expect.element(page.getByRole("alert").getByText(/^Your money is safe/u)).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  expect(send).toHaveBeenCalledOnce();
});

it("says that there is no network while there is none", async () => {
  setOnline(false);
  await renderOnPage(<LoadFailure />);
  await expect.element(page.getByRole("alert").getByText("You are offline")).toBeVisible();
  setOnline(true);
  await expect.element(page.getByRole("alert").getByText("This could not be loaded")).toBeVisible();
});
