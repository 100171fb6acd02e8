import type { ChainKind } from "../chainKind.ts";
import { ChainUnavailable } from "../chainUnavailable.ts";
import { JsonRpcError } from "../jsonRpc.ts";
import { Disagreement } from "../quorum.ts";
import { findBlockhash } from "./expiry.ts";
import { findNetwork, nameNetwork } from "./network.ts";
import { createPayouts } from "./payouts.ts";
import { judgeSolanaProof } from "./proof.ts";
import { createReader, type SolanaReader } from "./reader.ts";
import { readPageNodes, SOLANA_SETTINGS } from "./settings.ts";
import { buildPayment, createReference } from "./sign.ts";
import { findTransfers } from "./transfers.ts";
import { parseTxId } from "./values.ts";

/** Slots that one reading has at most. */
const MOST_SLOTS = 20_000;

export const SOLANA: ChainKind<SolanaReader> = {
  settings: SOLANA_SETTINGS,
  readAccess: readPageNodes,
  findNetwork,
  nameNetwork,
  parseTxId,
  createReference,
  createReader,
  isAnswer: (error) => error instanceof JsonRpcError,
  history: {
    model: "account",
    mostPositions: MOST_SLOTS,
    readRange: (reader, range) => reader.readRange(range),
  },
  findTransfers: ({ call, treasuries }, txHash) => findTransfers(call, txHash, treasuries),
  // Shorter than slots are, so that faster ones need no change.
  pace: { shortestBlockMs: 150, longestFinalityMs: 30_000, longestLandingMs: 120_000 },
  hasOldBalances: true,
  omissions: { kind: "unlisted" },

  async open({ network, config: { treasuryAddress: treasury, signer }, quorum, logger }) {
    return {
      proving: { kind: "signature", chainId: network.id, judge: judgeSolanaProof },
      async buildPayment(order) {
        const blockhash = await findBlockhash(quorum);
        if (blockhash === null) throw new ChainUnavailable("sol", new Disagreement("the newest block", ""));
        return buildPayment(order, blockhash);
      },
      payouts: signer === null ? null : createPayouts({ treasury, signer, quorum, logger }),
    };
  },
};
