import { expect, test } from "vitest";
import { COIN_TYPES, COINS } from "./coins.ts";
import { parseAmount } from "./money/amount.ts";

test("the limits are those of the specification", () => {
  const rows = COIN_TYPES.map((type) => {
    const { walletType, label, baseDecimals, min, max, decimals, maxInputLength } = COINS[type];
    return [type, walletType, label, baseDecimals, min, max, decimals, maxInputLength];
  });
  expect(rows).toEqual([
    ["eth", "ETH", "ETH", 18, "0.000001", "10", 6, 9],
    ["sol", "Solana", "Solana", 9, "0.000001", "10", 6, 9],
    ["tron", "Tron", "Tron", 6, "1", "10000", 6, 12],
    ["ton", "Ton", "Ton", 9, "0.000001", "10", 6, 9],
    ["usdt", "Ton", "USDT", 6, "0.01", "1000", 6, 11],
  ]);
});

test("tickers stand beside amounts", () => {
  expect(COIN_TYPES.map((type) => COINS[type].ticker)).toEqual(["ETH", "SOL", "TRX", "GRAM", "USDT"]);
});

test("base limits equal the decimal limits", () => {
  for (const type of COIN_TYPES) {
    const { min, max, minBase, maxBase, baseDecimals } = COINS[type];
    expect([minBase, maxBase]).toEqual([parseAmount(min, baseDecimals), parseAmount(max, baseDecimals)]);
  }
});
