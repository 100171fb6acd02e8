import { afterEach, expect, it, vi } from "vitest";

import { watchTinyView } from "./tinyView.ts";

afterEach(() => {
  vi.useRealTimers();
});

function openPage(visibilityState = "visible") {
  vi.useFakeTimers();
  const blur = vi.fn<() => void>();
  const onTiny = vi.fn<() => void>();
  const document = { visibilityState, activeElement: { blur } as unknown as Element };
  const page = { document, setTimeout: setTimeout as never, clearTimeout: clearTimeout as never };
  return { ...watchTinyView(page, onTiny), blur, onTiny };
}

it("takes no height that a page cannot be used in, and brings the page back where it lasts", () => {
  const { hear, blur, onTiny } = openPage();
  expect([hear(700), hear(1)]).toEqual([true, false]);
  vi.advanceTimersByTime(299);
  expect(blur).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect([blur.mock.calls.length, onTiny.mock.calls.length, hear(700)]).toEqual([1, 1, true]);
});

it("does nothing of a height that is over at once, or that nobody sees", () => {
  const { hear, blur } = openPage();
  hear(1);
  expect(hear(50)).toBe(true);
  vi.advanceTimersByTime(1_000);
  const hidden = openPage("hidden");
  hidden.hear(1);
  vi.advanceTimersByTime(1_000);
  expect([blur.mock.calls.length, hidden.blur.mock.calls.length]).toEqual([0, 0]);
});
