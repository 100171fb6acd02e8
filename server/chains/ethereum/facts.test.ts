import { expect, test } from "vitest";
import { readEthereumFacts } from "./facts.ts";

const facts = readEthereumFacts({
  endpoints: [],
  treasuryAddress: "0x0",
  oldTreasuryAddresses: [],
  confirmations: 12,
  explorerTx: null,
  signer: null,
});

test.each([
  ["eip155:1", "Ethereum"],
  ["eip155:5", "Ethereum chain 5"],
  ["solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"],
])("the network %s is %s for people", (networkId, name) => {
  expect(facts.nameNetwork(networkId)).toBe(name);
});
