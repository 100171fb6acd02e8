import type { ChainFacts } from "../chain.ts";
import type { ChainConfig } from "../settings.ts";
import { nameNetwork } from "./networkId.ts";
import { parseTronTxId } from "./txId.ts";

/** Facts about Tron that need no node. */
export function readTronFacts(config: ChainConfig): ChainFacts {
  const { treasuryAddress, oldTreasuryAddresses, confirmations, explorerTx } = config;
  return {
    coinType: "tron",
    treasuryAddress,
    oldTreasuryAddresses,
    confirmations,
    explorerTx,
    settings: {
      endpoints: "TRON_API_URLS",
      treasury: "TRON_TREASURY_ADDRESS",
      oldTreasuries: "TRON_OLD_TREASURY_ADDRESSES",
    },
    nameNetwork,
    parseTxId: parseTronTxId,
    countConfirmations: (position, head) => Number(head - position) + 1,
  };
}
