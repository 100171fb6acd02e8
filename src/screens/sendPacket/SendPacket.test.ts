import { expect, it } from "vitest";

import type { CoinType } from "#domain/coins.ts";

import { readGiftAmount } from "./SendPacket.tsx";

const read = (query: string, coinType: CoinType | null) => readGiftAmount(new URLSearchParams(query), coinType);

it.each([
  ["eth", "amount=0.05", "0.05"],
  ["eth", "amount=0.012345678901234567", "0.012345"],
  ["ton", "amount=3", "3"],
] as const)(
  "takes an amount of a coin, cut to the digits that an envelope can have: %s %s",
  (coinType, query, amount) => {
    expect(read(query, coinType)).toBe(amount);
  },
);

it.each([
  ["eth", ""],
  [null, "amount=0.05"],
  ["eth", "amount=-1"],
  ["eth", "amount=1e3"],
  ["eth", "amount=0.0123456789012345678"],
  ["ton", "amount=0.0123456789"],
] as const)("takes nothing else: %s %s", (coinType, query) => {
  expect(read(query, coinType)).toBeNull();
});
