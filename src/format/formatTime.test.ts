import { expect, test } from "vitest";

import { formatTime, formatTimeLeft } from "./formatTime.ts";

const TIME = new Date(2026, 10, 3, 14, 5).toISOString();

test("is a date and a time of day in the words of the language", () => {
  expect(formatTime(TIME, "es")).toBe("3 nov 2026, 14:05");
  expect(formatTime(TIME, "zh-CN")).toBe("2026年11月3日 14:05");
});

test("is written in numbers where the browser has no words of the language", () => {
  expect(Intl.DateTimeFormat.supportedLocalesOf("qqq")).toEqual([]);
  expect(formatTime(TIME, "qqq")).toBe("03/11/2026, 14:05");
});

test.each([
  [0, "0:00"],
  [9, "0:09"],
  [60, "1:00"],
  [899, "14:59"],
  [3600, "60:00"],
])("%i seconds are %s", (seconds, text) => {
  expect(formatTimeLeft(seconds)).toBe(text);
});
