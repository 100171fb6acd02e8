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
  await renderOnPage(<LoadFailure send={vi.fn<() => void>()} />);
  await expect.element(page.getByRole("alert").getByText("You are offline")).toBeVisible();
  setOnline(true);
  await expect.element(page.getByRole("alert").getByText("This could not be loaded")).toBeVisible();
});

it("begins a page anew by itself, whose code did not come, once there is a network", async () => {
  const asked = vi.spyOn(window, "fetch").mockRejectedValue(new TypeError("no network"));
  setOnline(false);
  await renderOnPage(<LoadFailure />);
  expect(asked).not.toHaveBeenCalled();
  setOnline(true);
  await expect.poll(() => asked.mock.calls.length).toBe(1);
});

it("leaves it to the chart to try again, where one reads", async () => {
  const asked = vi.spyOn(window, "fetch").mockRejectedValue(new TypeError("no network"));
  const send = vi.fn<() => void>();
  await renderOnPage(<LoadFailure send={send} />);
  setOnline(true);
  expect([asked.mock.calls, send.mock.calls]).toEqual([[], []]);
});
