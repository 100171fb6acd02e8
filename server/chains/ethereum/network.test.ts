import { expect, test } from "vitest";
import { nameNetwork } from "./network.ts";

test.each([
  ["eip155:1", "Ethereum"],
  ["eip155:5", "Ethereum chain 5"],
  ["solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"],
])("the network %s is %s for people", (networkId, name) => {
  expect(nameNetwork(networkId)).toBe(name);
});
