import { expect, test } from "vitest";
import { writeWait } from "./writeWait.ts";

test.each([
  [0, "seconds", "0"],
  [42, "seconds", "42"],
  [119, "seconds", "119"],
  [120, "minutes", "2"],
  [121, "minutes", "3"],
  [900, "minutes", "15"],
  [7199, "minutes", "120"],
  [7200, "hours", "2"],
  [86_400, "hours", "24"],
] as const)("%i seconds are told in %s: %s", (seconds, context, wait) => {
  expect(writeWait(seconds)).toEqual({ context, wait });
});
