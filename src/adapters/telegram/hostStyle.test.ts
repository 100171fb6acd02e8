import { expect, it } from "vitest";

import { isColorDark } from "./hostStyle.ts";

// Backgrounds of the messenger's own clients.
it.each([
  ["#ffffff", false],
  ["#f4f4f5", false],
  ["#212121", true],
  ["#17212b", true],
  ["#000000", true],
])("%s is dark: %s", (color, isDark) => {
  expect(isColorDark(color)).toBe(isDark);
});
