import { expect, it } from "vitest";

import { readGift } from "./readGift.ts";

const read = (query: string) => readGift(new URLSearchParams(query), () => "MADE4YOU");

it.each([
  ["coinType=eth&amount=0.05", "0.05"],
  ["coinType=eth&amount=0.012345678901234567", "0.012345"],
  ["coinType=ton&amount=3", "3"],
])("takes an amount of a coin, cut to the digits that an envelope can have: %s", (query, amount) => {
  expect(read(query)).toEqual({ amount, passphrase: "MADE4YOU" });
});

it.each([
  "",
  "coinType=eth",
  "amount=0.05",
  "coinType=doge&amount=0.05",
  "coinType=eth&amount=-1",
  "coinType=eth&amount=1e3",
  "coinType=eth&amount=0.0123456789012345678",
  "coinType=ton&amount=0.0123456789",
])("takes nothing else: %s", (query) => {
  expect(read(query)).toBeNull();
});
