import { getEventListeners } from "node:events";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { pause } from "./pause.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** What a pause that is over would leave behind, once for each turn of a job. */
const countLeft = (signal: AbortSignal) => [vi.getTimerCount(), getEventListeners(signal, "abort").length];

it("waits as long as it is told to", async () => {
  const { signal } = new AbortController();
  const onEnd = vi.fn<() => void>();
  void pause(1_000, signal).then(onEnd);
  await vi.advanceTimersByTimeAsync(999);
  expect(onEnd).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(onEnd).toHaveBeenCalledOnce();
  expect(countLeft(signal)).toEqual([0, 0]);
});

it.each(["before", "meanwhile"])("ends at once where the signal aborts %s", async (when) => {
  const controller = new AbortController();
  if (when === "before") controller.abort();
  const onEnd = vi.fn<() => void>();
  void pause(1_000, controller.signal).then(onEnd);
  controller.abort();
  await vi.advanceTimersByTimeAsync(0);
  expect(onEnd).toHaveBeenCalledOnce();
  expect(countLeft(controller.signal)).toEqual([0, 0]);
});
