import type { ChainConfig } from "../settings.ts";
import type { ChainFacts } from "../chain.ts";
import { parseChainId } from "./networkId.ts";
import { parseEthereumTxId } from "./txId.ts";

const NAMES: Readonly<Record<number, string>> = { 1: "Ethereum", 11155111: "Sepolia", 31337: "Ethereum (local)" };

/** Facts about Ethereum that need no node. */
export function readEthereumFacts(config: ChainConfig): ChainFacts {
  const { treasuryAddress, oldTreasuryAddresses, confirmations, explorerTx } = config;
  return {
    coinType: "eth",
    treasuryAddress,
    oldTreasuryAddresses,
    confirmations,
    explorerTx,
    settings: {
      endpoints: "ETH_RPC_URLS",
      treasury: "ETH_TREASURY_ADDRESS",
      oldTreasuries: "ETH_OLD_TREASURY_ADDRESSES",
    },
    nameNetwork(networkId) {
      const chainId = parseChainId(networkId);
      return chainId === null ? networkId : (NAMES[chainId] ?? `Ethereum chain ${chainId}`);
    },
    parseTxId: parseEthereumTxId,
    countConfirmations: (position, head) => Number(head - position) + 1,
  };
}
