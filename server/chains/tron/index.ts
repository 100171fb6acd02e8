import type { ChainKind } from "../chainKind.ts";
import { cacheFor } from "../cacheFor.ts";
import { findNetwork, nameNetwork, TronApiError } from "./network.ts";
import { createPayouts } from "./payouts.ts";
import { judgeTronProof } from "./proof.ts";
import { createReader, type TronReader } from "./reader.ts";
import { readWalletNodes, TRON_SETTINGS } from "./settings.ts";
import { buildPayment, choosePrices, readPrices } from "./sign.ts";
import { findTransfers, readBlock } from "./transfers.ts";
import { parseTxId } from "./values.ts";

/** How long prices are cached. */
const KEPT_MS = 3_000;

export const TRON: ChainKind<TronReader> = {
  settings: TRON_SETTINGS,
  readAccess: readWalletNodes,
  findNetwork,
  nameNetwork,
  parseTxId,
  createReference: null,
  createReader,
  isAnswer: (error) => error instanceof TronApiError,
  history: {
    model: "blocks",
    readBlock: ({ call, treasuryHexes }, position) => readBlock(call, position, treasuryHexes),
  },
  findTransfers: ({ call, treasuryHexes }, txHash) => findTransfers(call, txHash, treasuryHexes),
  // A slot; twice the producers that make a block solid.
  pace: { shortestBlockMs: 3_000, longestFinalityMs: 120_000, longestLandingMs: 300_000 },
  // Nodes keep the newest state alone.
  hasOldBalances: false,
  omissions: { kind: "none" },

  async open({ network, config: { treasuryAddress, signer }, quorum }) {
    const findPrices = cacheFor(KEPT_MS, 1, () => quorum.conclude(({ call }) => readPrices(call), choosePrices));
    return {
      proving: { kind: "signature", chainId: network.id.slice(network.id.indexOf(":") + 1), judge: judgeTronProof },
      async buildPayment(order) {
        return buildPayment(quorum, order, await findPrices(""));
      },
      payouts: signer === null ? null : createPayouts({ treasuryAddress, signer, quorum }),
    };
  },
};
