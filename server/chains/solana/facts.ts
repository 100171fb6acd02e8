import type { ChainFacts } from "../chain.ts";
import type { ChainConfig } from "../settings.ts";
import { nameNetwork } from "./networkId.ts";
import { parseSolanaTxId } from "./txId.ts";

/** Facts about Solana that need no node. */
export function readSolanaFacts(config: ChainConfig): ChainFacts {
  const { treasuryAddress, oldTreasuryAddresses, confirmations, explorerTx } = config;
  return {
    coinType: "sol",
    treasuryAddress,
    oldTreasuryAddresses,
    confirmations,
    explorerTx,
    settings: {
      endpoints: "SOL_RPC_URLS",
      treasury: "SOL_TREASURY_ADDRESS",
      oldTreasuries: "SOL_OLD_TREASURY_ADDRESSES",
    },
    nameNetwork,
    parseTxId: parseSolanaTxId,
    countConfirmations: (position, head) => Number(head - position) + 1,
  };
}
