import { expect, test } from "vitest";
import { COIN_TYPES, COINS } from "./coins.ts";
import { LANGUAGES } from "./language/language.ts";
import { listLuckyAmounts } from "./luckyAmounts.ts";
import { parseDecimal } from "./money/amount.ts";

test("the digits are those of the language, whatever the coin is worth", () => {
  expect(listLuckyAmounts("zh-CN", "usdt", "1")).toEqual(["1.88", "8.88", "66"]);
  expect(listLuckyAmounts("zh-CN", "eth", "3051.12")).toEqual(["0.00188", "0.00888", "0.066"]);
  expect(listLuckyAmounts("vi", "sol", "150")).toEqual(["0.0168", "0.0688", "0.68"]);
});

test("what is more than a coin allows, or less, is not offered", () => {
  expect(listLuckyAmounts("zh-TW", "ton", "3.2")).toEqual(["1.88", "8.88"]);
  expect(listLuckyAmounts("en", "tron", "0.3")).toEqual(["1.77", "7.77", "77"]);
});

test.each(LANGUAGES)("every amount of %s can be sent, and holds no digit of ill omen", (language) => {
  for (const coinType of COIN_TYPES) {
    for (const amount of listLuckyAmounts(language, coinType, "250")) {
      expect(amount).not.toMatch(/4/u);
      const base = parseDecimal(amount, COINS[coinType].baseDecimals);
      expect(base >= COINS[coinType].minBase && base <= COINS[coinType].maxBase).toBe(true);
    }
  }
});
