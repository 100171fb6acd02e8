import { expect, test } from "vitest";

import { formatTimeLeft } from "./formatTimeLeft.ts";

test.each([
  [0, "0:00"],
  [9, "0:09"],
  [60, "1:00"],
  [899, "14:59"],
  [3600, "60:00"],
])("%i seconds are %s", (seconds, text) => {
  expect(formatTimeLeft(seconds)).toBe(text);
});
