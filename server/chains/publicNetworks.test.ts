import { expect, it } from "vitest";

import { nameNetwork as nameSolana } from "./solana/network.ts";
import { nameNetwork as nameTron } from "./tron/network.ts";

it.each([
  [nameSolana("solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"), "Solana"],
  [nameSolana("solana:Abc"), "Solana (local)"],
  [nameTron("tron:0x2b6653dc"), "Tron"],
  [nameTron("tron:0xdb8cd1d2"), "Tron (local)"],
])("%s is %s: no raw id is shown to people", (shown, name) => {
  expect(shown).toBe(name);
});
