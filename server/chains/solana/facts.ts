import type { ChainFacts } from "../chain.ts";
import type { SolanaConfig } from "./config.ts";
import { nameNetwork } from "./networkId.ts";
import { parseSolanaTxId } from "./txId.ts";

/** Facts about Solana that need no node. */
export function readSolanaFacts({ treasuryAddress, confirmations, explorerTx }: SolanaConfig): ChainFacts {
  return {
    coinType: "sol",
    treasuryAddress,
    confirmations,
    explorerTx,
    settings: { endpoints: "SOL_RPC_URLS", treasury: "SOL_TREASURY_ADDRESS" },
    nameNetwork,
    parseTxId: parseSolanaTxId,
    countConfirmations: (position, head) => Number(head - position) + 1,
  };
}
