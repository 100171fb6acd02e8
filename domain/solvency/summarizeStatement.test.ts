import { expect, test } from "vitest";
import type { CoinStatement } from "./statement.ts";
import { summarizeStatement } from "./summarizeStatement.ts";

const DAY = "2026-11-22";

function makeCoin(treasuryBalance: string | null, coldBalance: string, total: string): CoinStatement {
  return {
    coinType: "eth",
    network: null,
    treasuryAddress: "0x",
    oldTreasuryAddresses: [],
    position: 1,
    blockTime: "2026-11-22T00:00:00Z",
    treasuryBalance,
    coldBalance,
    owed: { people: total, envelopes: "0", orders: "0", payouts: "0", unmatched: "0", fees: "0", total },
  };
}

test.each([
  ["the treasury and the cold addresses count", makeCoin("1.5", "0.25", "1.75"), { held: "1.75", owed: "1.75" }],
  ["both are rounded alike", makeCoin("2.0000009", "0", "2.0000001"), { held: "2", owed: "2" }],
  ["a shortfall shows", makeCoin("0.999999999999999999", "0", "1"), { held: "0.999999", owed: "1" }],
])("%s", (_, coin, shown) => {
  expect(summarizeStatement({ day: DAY, coins: [coin] })).toEqual({ day: DAY, coins: [{ coinType: "eth", ...shown }] });
});

test.each([
  ["that could not be read", makeCoin(null, "0", "1")],
  ["of which there is none", makeCoin("0", "0", "0")],
])("a coin %s is left out", (_, coin) => {
  expect(summarizeStatement({ day: DAY, coins: [coin] })).toEqual({ day: DAY, coins: [] });
});
