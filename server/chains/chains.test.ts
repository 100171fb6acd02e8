import { expect, test } from "vitest";
import type { Chain, ChainFacts } from "./chain.ts";
import { type ChainLink, nameNetwork } from "./chains.ts";

const NAMES: Readonly<Record<string, string>> = { "tvm:-3": "TON Testnet", "tvm:-239": "TON" };
const facts = { nameNetwork: (id: string) => NAMES[id] ?? id } as ChainFacts;
const local = { network: { id: "tvm:-3", name: "TON (local)" } } as Chain;

test.each<[ChainLink | undefined, string, string]>([
  [{ facts, state: "ready", chain: local }, "tvm:-3", "TON (local)"],
  [{ facts, state: "ready", chain: local }, "tvm:-239", "TON"],
  [{ facts, state: "away", chain: null }, "tvm:-3", "TON Testnet"],
  [undefined, "tvm:-3", "tvm:-3"],
])("a network has one name wherever money moves", (link, networkId, name) => {
  expect(nameNetwork(link, networkId)).toBe(name);
});
