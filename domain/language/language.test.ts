import { expect, test } from "vitest";
import { chooseLanguage, choosePreferredLanguage, toLanguage } from "./language.ts";

test.each([
  ["zh_CN", "zh-CN"],
  ["zh-tw", "zh-TW"],
  ["vi", "vi"],
  ["KM", "km"],
  ["fr", "en"],
  ["", "en"],
])("a stored %j is %s", (text, language) => {
  expect(toLanguage(text)).toBe(language);
});

test.each([
  [null, "en"],
  ["zh-hans", "zh-CN"],
  ["zh-hant", "zh-TW"],
  ["zh-HK", "zh-TW"],
  ["zh", "zh-CN"],
  ["es-419", "es"],
  ["pt-br", "en"],
])("a messenger in %j gets %s", (languageCode, language) => {
  expect(chooseLanguage(languageCode)).toBe(language);
});

test.each([
  [[], "en"],
  [["pt-BR", "vi-VN", "zh-CN"], "vi"],
  [["zh-Hant-HK", "en"], "zh-TW"],
])("a browser that prefers %j gets %s", (tags, language) => {
  expect(choosePreferredLanguage(tags)).toBe(language);
});
