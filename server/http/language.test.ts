import { expect, test } from "vitest";
import { readLanguage } from "./language.ts";

test.each([
  [undefined, "en"],
  ["", "en"],
  ["zh-cn", "zh-CN"],
  ["zh_TW", "zh-TW"],
  ["KM", "km"],
  ["de", "en"],
])("%s means %s", (header, language) => {
  expect(readLanguage(header)).toBe(language);
});
