import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";

import envelope from "#locales/en/envelope.json";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";

import { TimeLeft } from "./OrderReceipt.tsx";

const timer = page.getByRole("timer");

async function show(untilMs: number): Promise<void> {
  await renderWithTexts(<TimeLeft until={new Date(untilMs).toISOString()} />, { envelope });
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
});

afterEach(() => {
  vi.useRealTimers();
});

it("counts an order's last minutes down, and goes with the last second", async () => {
  await show(Date.now() + 2_500);
  await expect.element(timer).toHaveTextContent("0:03 left");
  vi.advanceTimersByTime(2_000);
  await expect.element(timer).toHaveTextContent("0:01 left");
  vi.advanceTimersByTime(1_000);
  await expect.element(timer).not.toBeInTheDocument();
});

it("shows no countdown for what is over, or further away than an hour", async () => {
  await show(Date.now() - 1);
  await show(Date.now() + 3_700_000);
  expect(timer.elements()).toEqual([]);
});
