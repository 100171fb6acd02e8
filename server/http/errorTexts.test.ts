import { expect, test } from "vitest";
import { ERRORS } from "#contract/errors.ts";
import { LANGUAGES } from "#domain/language/language.ts";
import { loadErrorTexts } from "./errorTexts.ts";

test("every error has a text in every language", async () => {
  const findText = await loadErrorTexts();
  for (const key of Object.keys(ERRORS)) {
    for (const language of LANGUAGES) {
      const text = findText(`errors:${key}`, language, { retryAfterSeconds: 7 });
      expect(text, `${language} ${key}`).not.toBe(`errors:${key}`);
      expect(text).not.toContain("{{");
    }
  }
});

test("placeholders are filled", async () => {
  const findText = await loadErrorTexts();
  expect(findText("errors:tooManyTries", "en", { retryAfterSeconds: 7 })).toBe(
    "Too many tries. Please try again in 7 s.",
  );
});
