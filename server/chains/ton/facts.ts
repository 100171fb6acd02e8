import type { ChainFacts } from "../chain.ts";
import type { TonConfig } from "./settings.ts";
import { MAIN_ID, parseGlobalId, TEST_ID } from "./networkId.ts";
import { parseTonTxId } from "./txId.ts";

const NAMES: ReadonlyMap<number, string> = new Map([
  [MAIN_ID, "TON"],
  [TEST_ID, "TON Testnet"],
]);

/** Facts about TON that need no node. */
export function readTonFacts(config: TonConfig): ChainFacts {
  const { treasuryAddress, oldTreasuryAddresses, confirmations, explorerTx } = config;
  return {
    coinType: "ton",
    treasuryAddress,
    oldTreasuryAddresses,
    confirmations,
    explorerTx,
    settings: {
      endpoints: "TON_API_URLS",
      treasury: "TON_TREASURY_ADDRESS",
      oldTreasuries: "TON_OLD_TREASURY_ADDRESSES",
    },
    nameNetwork(networkId) {
      const globalId = parseGlobalId(networkId);
      return globalId === null ? networkId : (NAMES.get(globalId) ?? `TON network ${globalId}`);
    },
    parseTxId: parseTonTxId,
    countConfirmations: (position, head) => Number(head - position) + 1,
  };
}
