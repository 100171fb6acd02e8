import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { createWhenIdle } from "./idle.ts";

const run = vi.fn<() => void>();
/** What every browser has. */
const timers = {
  setTimeout: (start: () => void, ms: number) => setTimeout(start, ms),
  clearTimeout: (timer: NodeJS.Timeout) => clearTimeout(timer),
};

/** A browser that becomes idle by hand, or at the time that it is given. */
function createBrowser() {
  const asked = new Map<number, () => void>();
  const page = {
    ...timers,
    requestIdleCallback: (start: () => void, { timeout }: IdleRequestOptions) => {
      asked.set(asked.size, start);
      setTimeout(start, timeout);
      return asked.size - 1;
    },
    cancelIdleCallback: (id: number) => asked.delete(id),
  } as unknown as Window;
  return { page, asked };
}

beforeEach(() => {
  vi.useFakeTimers();
  run.mockClear();
});

afterEach(() => {
  vi.useRealTimers();
});

it("leaves the first moment to the page, and then waits until the browser is idle", () => {
  const { page, asked } = createBrowser();
  createWhenIdle(page)(run);
  vi.advanceTimersByTime(499);
  expect(asked.size).toBe(0);
  vi.advanceTimersByTime(1);
  expect(run).not.toHaveBeenCalled();
  asked.get(0)?.();
  expect(run).toHaveBeenCalledOnce();
});

it("runs soon also where the browser is never idle, or cannot tell", () => {
  createWhenIdle(createBrowser().page)(run);
  vi.advanceTimersByTime(2_000);
  expect(run).toHaveBeenCalledOnce();
  createWhenIdle(timers as unknown as Window)(run);
  vi.advanceTimersByTime(500);
  expect(run).toHaveBeenCalledTimes(2);
});

it("is taken back before and after the first moment", () => {
  const { page, asked } = createBrowser();
  createWhenIdle(page)(run)();
  vi.advanceTimersByTime(500);
  expect(asked.size).toBe(0);
  const takeBack = createWhenIdle(page)(run);
  vi.advanceTimersByTime(500);
  expect(asked.size).toBe(1);
  takeBack();
  expect(asked.size).toBe(0);
});
