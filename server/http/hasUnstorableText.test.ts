import { expect, test } from "vitest";
import { hasUnstorableText } from "./compileValidator.ts";

test.each([
  [{ a: "text", b: ["🧧", 5, null, true] }, false],
  [null, false],
  ["a\u0000", true],
  [{ a: { b: ["x", "\ud83e"] } }, true],
])("%j", (value, isUnstorable) => {
  expect(hasUnstorableText(value)).toBe(isUnstorable);
});
