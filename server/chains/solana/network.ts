import { cacheFor } from "../cacheFor.ts";
import { JsonRpcError } from "../jsonRpc.ts";
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

/** How long an answer other than the certificate is kept: a cluster gets it once, and a node may be brought up to date. */
const KEPT_MS = 600_000;
const METHOD_NOT_FOUND = -32_601;
/** Blocks that make one final, its own included, on a cluster without the certificate, whose nodes only count votes. */
const VOTED_BLOCKS = 32;

/**
 * How many confirmations a final block has at least, as one node says of its cluster. With the certificate, a finalized block
 * is permanent at once. Without it, so many blocks must follow, whatever the settings say; a node that does not know the
 * question says nothing of its cluster. One node alone can only ask for more.
 */
export function createConfirmationReader(call: Call, confirmations: number): () => Promise<number> {
  let isCertified = false;
  const findLeast = cacheFor(KEPT_MS, 1, async () => {
    try {
      isCertified = (await call("getAgGenesisCert", [])) !== null;
      return isCertified ? confirmations : Math.max(confirmations, VOTED_BLOCKS);
    } catch (error) {
      if (error instanceof JsonRpcError && error.rpcCode === METHOD_NOT_FOUND) return confirmations;
      throw error;
    }
  });
  return async () => (isCertified ? confirmations : findLeast(""));
}
