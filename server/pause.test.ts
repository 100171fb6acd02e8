import { getEventListeners } from "node:events";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { pause, repeat } from "./pause.ts";

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

it("repeats a step, later after each failure, until it ends or the signal aborts", async () => {
  const controller = new AbortController();
  const starts: number[] = [];
  const told: number[] = [];
  const begunMs = Date.now();
  const running = repeat(controller.signal, {
    firstWaitMs: 1_000,
    longestWaitMs: 3_000,
    step: (failures) => {
      starts.push(Date.now() - begunMs);
      if (starts.length === 4) return Promise.resolve(500);
      if (starts.length === 6) controller.abort();
      return Promise.reject(new Error(`${failures}`));
    },
    onFailure: (_, failures) => void told.push(failures),
  });
  await vi.advanceTimersByTimeAsync(20_000);
  await running;
  expect(starts).toEqual([0, 1_000, 3_000, 6_000, 6_500, 7_500]);
  expect(told).toEqual([0, 1, 2, 0]);
});
