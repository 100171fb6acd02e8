import { listPublicNetworks } from "../publicNetworks.ts";

/** Of a genesis hash in base58, as CAIP-2 has it. */
const CHARACTERS = 32;

/** The CAIP-2 id of the network with this genesis hash. */
export function formatNetworkId(genesis: string): string {
  return `solana:${genesis.slice(0, CHARACTERS)}`;
}

/** The public networks by their genesis hashes. */
export const { isPublicGenesis, nameNetwork } = listPublicNetworks(
  "Solana",
  {
    "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d": "Solana",
    "4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY": "Solana Testnet",
    EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG: "Solana Devnet",
  },
  formatNetworkId,
);
