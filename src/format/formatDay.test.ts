import { expect, test } from "vitest";

import { countDaysAgo, formatDay, formatRecent } from "./formatDay.ts";

const NOW = new Date(2026, 10, 20, 0, 5);

test.each([
  ["of this year", new Date(2026, 10, 3), "en", "November 3"],
  ["of this year", new Date(2026, 10, 3), "zh-TW", "11月3日"],
  ["of another year", new Date(2025, 10, 3), "en", "November 3, 2025"],
  ["where the browser has no words of the language", new Date(2026, 10, 3), "qqq", "03/11/2026"],
])("%s: %s in %s", (_, date, language, day) => {
  expect(formatDay(date, NOW, language)).toBe(day);
});

test.each([
  ["the same day, later", new Date(2026, 10, 20, 23, 59), 0],
  ["ten minutes ago, before midnight", new Date(2026, 10, 19, 23, 55), 1],
  ["the year before", new Date(2025, 10, 20), 365],
  ["tomorrow, by a clock that goes ahead", new Date(2026, 10, 21), -1],
])("%s", (_, date, days) => {
  expect(countDaysAgo(date, NOW)).toBe(days);
});

test("counts a day however long the night is", () => {
  for (const month of [2, 9]) {
    for (let day = 1; day <= 31; day += 1) {
      expect(countDaysAgo(new Date(2026, month, day - 1, 12), new Date(2026, month, day, 12))).toBe(1);
    }
  }
});

test("what was not today is told with its day", () => {
  const now = new Date(2026, 10, 20, 18);
  const read = (date: Date) => formatRecent(date.toISOString(), now, "en");
  expect(read(new Date(2026, 10, 20, 9, 5))).toMatch(/^0?9:05/u);
  expect(read(new Date(2026, 10, 19, 9, 5))).toMatch(/19.*9:05/u);
});
