import { expect, test } from "vitest";

import { formatDuration } from "./formatDuration.ts";

test.each([
  [86_400, "en", "24 hours"],
  [3600, "en", "1 hour"],
  [1800, "en", "30 minutes"],
  [5400, "es", "90 minutos"],
  [86_400, "vi", "24 giờ"],
  [86_400, "id", "24 jam"],
  [86_400, "km", "24 ម៉ោង"],
  [1800, "zh-CN", "30分钟"],
])("%s s in %s is %s", (seconds, language, text) => {
  expect(formatDuration(seconds, language).replaceAll(/\s/gu, " ")).toBe(text);
});
