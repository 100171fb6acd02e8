import { afterEach, beforeEach, expect, it, vi } from "vitest";

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ now: Date.parse("2026-11-28T12:00:00Z") });
});

afterEach(() => {
  vi.useRealTimers();
});

it.each([
  ["an hour slow", "Sat, 28 Nov 2026 13:00:00 GMT", "2026-11-28T13:00:00.000Z"],
  ["a day fast", "Fri, 27 Nov 2026 12:00:00 GMT", "2026-11-27T12:00:00.000Z"],
  ["right, but for the journey", "Sat, 28 Nov 2026 11:59:58 GMT", "2026-11-28T12:00:00.000Z"],
])("counts by the server's clock on a device that is %s", async (_, date, shown) => {
  const { noteServerDate, readServerTimeMs } = await import("./serverClock.ts");
  noteServerDate(null);
  noteServerDate("soon");
  noteServerDate(date);
  expect(new Date(readServerTimeMs()).toISOString()).toBe(shown);
  // A later answer that was long under way changes nothing.
  noteServerDate(new Date(Date.parse(shown) - 100_000).toUTCString());
  expect(new Date(readServerTimeMs()).toISOString()).toBe(shown);
});

it.each([
  ["forward", "2026-11-28T13:00:00Z"],
  ["back", "2026-11-28T11:00:00Z"],
])("counts on by the server's clock once the device's is set %s", async (_, set) => {
  const { noteServerDate, readServerTimeMs } = await import("./serverClock.ts");
  noteServerDate("Sat, 28 Nov 2026 12:00:00 GMT");
  vi.setSystemTime(Date.parse(set));
  noteServerDate("Sat, 28 Nov 2026 12:00:10 GMT");
  expect(new Date(readServerTimeMs()).toISOString()).toBe("2026-11-28T12:00:10.000Z");
});

it("counts by a quicker answer where the first was long under way", async () => {
  const { noteServerDate, readServerTimeMs } = await import("./serverClock.ts");
  noteServerDate("Sat, 28 Nov 2026 11:59:20 GMT");
  noteServerDate("Sat, 28 Nov 2026 12:00:00 GMT");
  expect(new Date(readServerTimeMs()).toISOString()).toBe("2026-11-28T12:00:00.000Z");
});

it("reports the time at once, each second, and when a page that slept wakes, until it is stopped", async () => {
  vi.stubGlobal("document", new EventTarget());
  const { watchServerTime } = await import("./serverClock.ts");
  const reported: string[] = [];
  const stop = watchServerTime((nowMs) => reported.push(new Date(nowMs).toISOString().slice(11, 19)));
  vi.advanceTimersByTime(1_000);
  vi.setSystemTime("2026-11-28T12:30:00Z");
  document.dispatchEvent(new Event("visibilitychange"));
  stop();
  vi.advanceTimersByTime(5_000);
  document.dispatchEvent(new Event("visibilitychange"));
  expect([reported, vi.getTimerCount()]).toEqual([["12:00:00", "12:00:01", "12:30:00"], 0]);
  vi.unstubAllGlobals();
});
