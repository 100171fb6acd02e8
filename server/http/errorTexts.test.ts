import { expect, test } from "vitest";
import { ERRORS } from "#contract/errors.ts";
import { LANGUAGES } from "#domain/language/language.ts";
import { loadErrorTexts } from "./errorTexts.ts";

test("every error has a text in every language", async () => {
  const findText = await loadErrorTexts();
  for (const key of Object.keys(ERRORS)) {
    for (const language of LANGUAGES) {
      const text = findText(`errors:${key}`, language, { context: "seconds", wait: "7" });
      expect(text, `${language} ${key}`).not.toBe(`errors:${key}`);
      expect(text).not.toContain("{{");
    }
  }
});

test("placeholders are filled in", async () => {
  const findText = await loadErrorTexts();
  expect(findText("errors:tooManyTries", "en", { context: "minutes", wait: "15" })).toBe(
    "Too many tries. Please try again in 15 minutes.",
  );
  expect(findText("errors:tooManyTries", "en", {})).toBe("Too many tries. Please try again later.");
  expect(findText("errors:notFound", "en", { context: "minutes", wait: "15" })).toBe(
    findText("errors:notFound", "en", {}),
  );
});

test.each([
  "envelope:problem.passphraseRequired",
  "wallet:addressMistake.checksum",
  "wallet:addressMistake.treasury",
  "withdraw:problem.amountTooSmall",
  "withdraw:problem.belowNewAccount",
])("%s has words in every language", async (key) => {
  const findText = await loadErrorTexts();
  for (const language of LANGUAGES) expect(findText(key, language, {})).not.toBe(key);
});
