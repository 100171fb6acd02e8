import { listPublicNetworks } from "../publicNetworks.ts";

/** A JSON-RPC call to one endpoint. */
export type Call = (method: string, params: readonly unknown[]) => Promise<unknown>;

/** Of a genesis hash in base58, as CAIP-2 has it. */
const CHARACTERS = 32;

/** The networks by their genesis hashes. */
export const { findNetwork, nameNetwork } = listPublicNetworks(
  "Solana",
  {
    "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d": "Solana",
    "4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY": "Solana Testnet",
    EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG: "Solana Devnet",
  },
  (genesis) => `solana:${genesis.slice(0, CHARACTERS)}`,
);
