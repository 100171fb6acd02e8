import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";

import { createStaticApp } from "#gallery/static/createStaticApp.ts";
import envelope from "#locales/en/envelope.json";
import type { App } from "#src/createApp.ts";
import { AppContext } from "#src/hooks/AppContext.ts";
import { renderWithTexts } from "#tests/support/renderWithTexts.tsx";

import { TimeLeft } from "./TimeLeft.tsx";

const timer = page.getByRole("timer");

async function show(untilMs: number, inspect: App["inspect"] = null): Promise<void> {
  await renderWithTexts(
    <AppContext value={{ ...createStaticApp(), inspect }}>
      <TimeLeft until={new Date(untilMs).toISOString()} />
    </AppContext>,
    { envelope },
  );
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

it("runs before the eyes of the inspector", async () => {
  const heard: string[] = [];
  await show(Date.now() + 2_500, { next: ({ type }) => heard.push(type) });
  await expect.element(timer).toHaveTextContent("0:03 left");
  expect(heard).toContain("@xstate.actor");
  expect(heard).toContain("@xstate.snapshot");
});
