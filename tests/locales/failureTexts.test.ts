import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { LANGUAGES } from "#domain/language/language.ts";
import { getFailureKey, getFailureValues } from "#machines/kit/failureText.ts";
import { createTranslate } from "#tests/e2e/support/texts.ts";
import { readTexts } from "./readTexts.ts";

const HOOK = "src/hooks/useFailureText.ts";
/** `t(view.failureKey)`, with values or without. */
const DRAWN_BY_HAND = /\bt\([^()]*\bfailureKey\b/u;

const refuse = (retryAfterSeconds?: number) =>
  ({
    kind: "api",
    error: "tooManyTries",
    message: "",
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  }) as const;

describe.each(LANGUAGES)("%s", (language) => {
  test("no error's text waits for a value that a server may not send", () => {
    const texts = [...readTexts(language, "errors")].filter(([key]) => !key.includes("_"));
    expect(texts.filter(([, text]) => text.includes("{{"))).toEqual([]);
  });

  test("a wait is told in seconds, minutes or hours, and not at all where none is known", async () => {
    const t = await createTranslate(language);
    const tell = (retryAfterSeconds?: number) => {
      const failure = refuse(retryAfterSeconds);
      return t(getFailureKey(failure), { ...getFailureValues(failure) });
    };
    const told = [tell(), tell(42), tell(900), tell(86_400)];
    expect(told.map((text) => /[0-9]+/u.exec(text)?.[0])).toEqual([undefined, "42", "15", "24"]);
    expect(new Set(told.map((text) => text.replace(/[0-9]+/u, ""))).size).toBe(4);
    expect(told.join()).not.toContain("{{");
  });
});

test(`only ${HOOK} makes a text of a failure, so that none is drawn without its wait`, () => {
  const files = globSync("src/**/*.{ts,tsx}").filter((file) => DRAWN_BY_HAND.test(readFileSync(file, "utf8")));
  expect(files).toEqual([HOOK]);
});
