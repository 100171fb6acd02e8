import { expect, test } from "vitest";
import { findFinalityMinutes } from "./finality.ts";

test.each([
  ["eip155:1", 15],
  ["eip155:31337", 0],
  ["solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", 0],
  ["tron:0x2b6653dc", 1],
  ["tron:0xdb8cd1d2", 1],
  ["tvm:-239", 0],
  ["eip155:10", null],
  ["eip155", null],
  [null, null],
])("finality on %s takes %s minutes", (networkId, minutes) => {
  expect(findFinalityMinutes(networkId)).toBe(minutes);
});
