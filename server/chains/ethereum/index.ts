import type { ChainKind } from "../chainKind.ts";
import { JsonRpcError } from "../jsonRpc.ts";
import { cacheFor } from "../cacheFor.ts";
import { chooseGas, estimateGas, findGasPrices, offerFees, TRANSFER_GAS } from "./fees.ts";
import { readInternal } from "./internal.ts";
import { findNetwork, nameNetwork } from "./network.ts";
import { createPayouts } from "./payouts.ts";
import { judgeEthereumProof } from "./proof.ts";
import { createReader, type EthereumReader } from "./reader.ts";
import { ETHEREUM_SETTINGS } from "./settings.ts";
import { buildPayment } from "./sign.ts";
import { findTransfers, readBlock } from "./transfers.ts";
import { parseTxId } from "./values.ts";

/** How long prices are cached. */
const KEPT_MS = 3_000;

export const ETHEREUM: ChainKind<EthereumReader> = {
  settings: ETHEREUM_SETTINGS,
  readAccess: null,
  findNetwork,
  nameNetwork,
  parseTxId,
  createReference: null,
  createReader,
  isAnswer: (error) => error instanceof JsonRpcError,
  history: {
    model: "blocks",
    readBlock: ({ call, treasuryKeys }, position) => readBlock(call, position, treasuryKeys),
  },
  findTransfers: ({ call, treasuryKeys }, txHash) => findTransfers(call, txHash, treasuryKeys),
  // A slot; three epochs, as where one is not finalized in time.
  pace: { shortestBlockMs: 12_000, longestFinalityMs: 1_200_000, longestLandingMs: 0 },
  hasOldBalances: true,
  omissions: {
    kind: "internal",
    read: ({ call, treasuryKeys }, position) => readInternal(call, position, treasuryKeys),
  },

  async open({ identity, config: { treasuryAddress, signer }, quorum }) {
    const chainId = Number(identity);
    const findFees = cacheFor(KEPT_MS, 1, async () => offerFees(await findGasPrices(quorum)));
    return {
      proving: { kind: "signature", chainId: identity, judge: judgeEthereumProof },
      async buildPayment(order) {
        const gas = await quorum.conclude(({ call }) => estimateGas(call, order), chooseGas);
        // A treasury that refuses every transfer refuses this one too, and the wallet says so.
        return buildPayment(order, { fees: await findFees(""), gas: gas ?? TRANSFER_GAS, chainId });
      },
      payouts: signer === null ? null : createPayouts({ chainId, treasuryAddress, signer, quorum }),
    };
  },
};
