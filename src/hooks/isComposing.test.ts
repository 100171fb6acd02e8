import { expect, it } from "vitest";

import { isComposing } from "./isComposing.ts";

it.each([
  ["a key of a word under way", true, 229, true],
  ["Safari's Enter that ends a word", false, 229, true],
  ["a key of some other browser's word", true, 13, true],
  ["Enter", false, 13, false],
])("%s", (_, isUnder, keyCode, isTheInputs) => {
  expect(isComposing({ isComposing: isUnder, keyCode })).toBe(isTheInputs);
});
