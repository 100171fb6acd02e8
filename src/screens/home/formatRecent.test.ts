import { expect, it } from "vitest";

import { formatRecent } from "./formatRecent.ts";

it("names the day of what was not today", () => {
  const now = new Date(2026, 10, 20, 18);
  const read = (date: Date) => formatRecent(date.toISOString(), now, "en");
  expect(read(new Date(2026, 10, 20, 9, 5))).toMatch(/^0?9:05/u);
  expect(read(new Date(2026, 10, 19, 9, 5))).toMatch(/19.*9:05/u);
});
