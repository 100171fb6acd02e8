import { afterEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { cleanup } from "vitest-browser-react";

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
  const onRetry = vi.fn<() => void>();
  await renderOnPage(
    <LoadFailure failure={{ failureKey: "app:error.crashedText", failureValues: {} }} onRetry={onRetry} />,
  );
  await expect.element(page.getByRole("alert").getByText(/^Your money is safe/u)).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  expect(onRetry).toHaveBeenCalledOnce();
});

it("says that there is no network, and tries again when there is one", async () => {
  const onRetry = vi.fn<() => void>();
  setOnline(false);
  await renderOnPage(<LoadFailure failure={null} onRetry={onRetry} />);
  await expect.element(page.getByRole("alert").getByText("You are offline")).toBeVisible();
  expect(onRetry).not.toHaveBeenCalled();
  setOnline(true);
  expect(onRetry).toHaveBeenCalledOnce();
  await expect.element(page.getByRole("alert").getByText("This could not be loaded")).toBeVisible();
});

it("leaves the network alone once it is gone", async () => {
  const onRetry = vi.fn<() => void>();
  await renderOnPage(<LoadFailure failure={null} onRetry={onRetry} />);
  await cleanup();
  setOnline(true);
  expect(onRetry).not.toHaveBeenCalled();
});
