import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { withTimeout } from "./withTimeout.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("hands on what comes in time, and leaves no timer behind", async () => {
  await expect(withTimeout(Promise.resolve(1))).resolves.toBe(1);
  await expect(withTimeout(Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(vi.getTimerCount()).toBe(0);
});

it("gives up after 100 seconds", async () => {
  let end: unknown = null;
  void withTimeout(new Promise(() => {})).catch((failure: unknown) => {
    end = failure;
  });
  await vi.advanceTimersByTimeAsync(99_999);
  expect(end).toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  expect(end).toEqual({ kind: "timeout" });
});
