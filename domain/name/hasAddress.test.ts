import { expect, test } from "vitest";
import { hasAddress } from "./hasAddress.ts";

test.each([
  "🎁 Official bonus: write to @hongbao_gift",
  "bonus ＠hongbao_gift",
  "https://evil.example",
  "tg://resolve?domain=gift",
  "T.me/gift",
  "t . me / gift",
  "www.gift",
  "gift.ton",
  "红包 evil。com",
  "ev\u200bil.ex\u2060ample",
])("names an account or a page: %s", (title) => {
  expect(hasAddress(title)).toBe(true);
});

test.each([
  "Friday lunch",
  "新年快乐",
  "Team 2.0",
  "Mr. Smith & Co.",
  "A. B. C.",
  "Gia đình.",
  "3.5 km",
  "¿Quién? Yo…",
])("does not: %s", (title) => {
  expect(hasAddress(title)).toBe(false);
});
