import { expect, test } from "vitest";

import { joinSentences } from "./joinSentences.ts";

test.each([
  ["a space between sentences", ["One.", "Two."], "One. Two."],
  [
    "none after a full-width mark",
    ["余额为你保存在应用内。", "可以提现到钱包。"],
    "余额为你保存在应用内。可以提现到钱包。",
  ],
  ["a space after a Khmer mark", ["មួយ។", "ពីរ។"], "មួយ។ ពីរ។"],
  ["nothing of what is not said", ["One.", false], "One."],
] as const)("%s", (_, sentences, paragraph) => {
  expect(joinSentences(...sentences)).toBe(paragraph);
});
