import { expect, test } from "vitest";
import { toWireLanguage } from "./language.ts";

test.each([
  ["zh-TW", "zh_TW"],
  ["zh_CN", "zh_CN"],
  ["km", "km"],
  ["nonsense", "en"],
])("%s is %s on the wire", (text, wire) => {
  expect(toWireLanguage(text)).toBe(wire);
});
