import type { ChainFacts } from "../chain.ts";
import type { TronConfig } from "./config.ts";
import { nameNetwork } from "./networkId.ts";
import { parseTronTxId } from "./txId.ts";

/** Facts about Tron that need no node. */
export function readTronFacts({ treasuryAddress, confirmations, explorerTx }: TronConfig): ChainFacts {
  return {
    coinType: "tron",
    treasuryAddress,
    confirmations,
    explorerTx,
    settings: { endpoints: "TRON_API_URLS", treasury: "TRON_TREASURY_ADDRESS" },
    nameNetwork,
    parseTxId: parseTronTxId,
    countConfirmations: (position, head) => Number(head - position) + 1,
  };
}
