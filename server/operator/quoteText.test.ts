import { expect, test } from "vitest";
import { quoteText } from "./decision.ts";

test.each([
  ['李明 "Ming"', '"李明 \\"Ming\\""'],
  ["\u001b[2J", '"\\u001b[2J"'],
  ["\u009b2J", '"\\u{9b}2J"'],
  ["a\u202eb\u200b\u2028", '"a\\u{202e}b\\u{200b}\\u{2028}"'],
])("%j is shown as %s", (text, shown) => {
  expect(quoteText(text)).toBe(shown);
});
