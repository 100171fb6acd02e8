import { expect, test } from "vitest";

import { formatDay } from "./formatDay.ts";

const NOW = new Date(2026, 10, 20);

test.each([
  ["of this year", new Date(2026, 10, 3), "en", "November 3"],
  ["of this year", new Date(2026, 10, 3), "zh-TW", "11月3日"],
  ["of another year", new Date(2025, 10, 3), "en", "November 3, 2025"],
  ["where the browser has no words of the language", new Date(2026, 10, 3), "qqq", "03/11/2026"],
])("%s: %s in %s", (_, date, language, day) => {
  expect(formatDay(date, NOW, language)).toBe(day);
});
