import { describe, expect, test } from "vitest";
import { COIN_TYPES } from "../coins.ts";
import { chooseCoin, type Holding, listHeldFirst, listOpenAndOwn, sumWorth } from "./holdings.ts";

const ETH: Holding = { coinType: "eth", balance: "0.001", price: "3000" };
const GRAM: Holding = { coinType: "ton", balance: "5", price: "3" };
const NO_ETH: Holding = { ...ETH, balance: "0" };
const UNPRICED: Holding = { coinType: "sol", balance: "2", price: "0" };

describe("the coin that a page opens on", () => {
  test("is the one it was asked for", () => {
    expect(chooseCoin("sol", [ETH, GRAM], COIN_TYPES)).toBe("sol");
  });

  test("is else the one whose balance is worth most, whatever comes first and however many coins it is", () => {
    expect(chooseCoin(null, [ETH, GRAM], COIN_TYPES)).toBe("ton");
    expect(chooseCoin(null, [{ ...ETH, balance: "0.01" }, GRAM], COIN_TYPES)).toBe("eth");
  });

  test("is one with a balance before one without, also where no price is known", () => {
    expect(chooseCoin(null, [NO_ETH, UNPRICED], COIN_TYPES)).toBe("sol");
    expect(chooseCoin(null, [NO_ETH, { ...GRAM, price: "0" }], COIN_TYPES)).toBe("ton");
  });

  test("is one that there was something of before one that there never was", () => {
    expect(chooseCoin(null, [{ ...GRAM, balance: "0" }], COIN_TYPES)).toBe("ton");
    expect(chooseCoin(null, [], COIN_TYPES)).toBe("eth");
  });

  test("is never one that is not offered", () => {
    expect(chooseCoin("sol", [ETH, GRAM], ["eth"])).toBe("eth");
    expect(chooseCoin(null, [GRAM], ["eth"])).toBe("eth");
    expect(chooseCoin(null, [GRAM], [])).toBeNull();
  });
});

describe("a list of coins", () => {
  test("begins with what one has, by its worth, and goes on as it was", () => {
    expect(listHeldFirst(COIN_TYPES, [ETH, GRAM])).toEqual(["ton", "eth", "sol", "tron", "usdt"]);
    expect(listHeldFirst(COIN_TYPES, [UNPRICED, ETH])).toEqual(["eth", "sol", "tron", "ton", "usdt"]);
  });

  test("puts nothing forward that one had once, and lists nothing that is not offered", () => {
    expect(listHeldFirst(COIN_TYPES, [NO_ETH, { ...GRAM, balance: "0" }])).toEqual([...COIN_TYPES]);
    expect(listHeldFirst(["eth", "sol"], [GRAM])).toEqual(["eth", "sol"]);
  });

  test("has what is open and what one has or had, in that order too", () => {
    expect(listOpenAndOwn(["ton", "eth"], [UNPRICED, { ...GRAM, balance: "0" }])).toEqual(["sol", "eth", "ton"]);
    expect(listOpenAndOwn(["eth"], [{ ...GRAM, balance: "0" }])).toEqual(["eth", "ton"]);
    expect(listOpenAndOwn([], [])).toEqual([]);
  });
});

describe("what all balances are worth", () => {
  test("is their sum", () => {
    expect(sumWorth([ETH, GRAM])).toBe("18");
    expect(sumWorth([])).toBe("0");
  });

  test("is unknown while a price of something held is, and only then", () => {
    expect(sumWorth([GRAM, UNPRICED])).toBeNull();
    expect(sumWorth([GRAM, { ...UNPRICED, balance: "0" }])).toBe("15");
  });
});
