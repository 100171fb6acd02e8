import { Address } from "@ton/core";
import type { ChainKind } from "../chainKind.ts";
import { takeEarliest } from "../quorum.ts";
import { readContractKey, requireDeployed } from "./account.ts";
import { findNetwork, nameNetwork, parseIdentity, readHeader, TonApiError } from "./network.ts";
import { createPayouts } from "./payouts.ts";
import { chooseKey, judgeTonProof, writeProofPayload } from "./proof.ts";
import { createReader, type TonReader } from "./reader.ts";
import { readTonConnect, TON_SETTINGS, type TonConfig, type TonKey } from "./settings.ts";
import { buildPayment, createReference } from "./sign.ts";
import { parseTxId } from "./values.ts";

/** Blocks that one reading has at most: a bit more than two hours of blocks of 0.4 s. */
const MOST_BLOCKS = 20_000;

export const TON: ChainKind<TonReader, TonConfig, TonKey> = {
  settings: TON_SETTINGS,
  readAccess: readTonConnect,
  findNetwork,
  nameNetwork,
  parseTxId,
  createReference,
  createReader,
  isAnswer: (error) => error instanceof TonApiError,
  history: {
    model: "account",
    mostPositions: MOST_BLOCKS,
    readRange: (reader, range) => reader.readRange(range),
  },
  findTransfers: null,
  // Shorter than masterchain blocks are, so that faster ones need no change.
  pace: { shortestBlockMs: 200, longestFinalityMs: 30_000, longestLandingMs: 0 },
  hasOldBalances: true,
  omissions: { kind: "none" },

  async open({ identity, network: { isLocal }, config, quorum }) {
    const { treasuryAddress, proofDomain, signer, wallet } = config;
    const { globalId } = parseIdentity(identity);
    const treasury = Address.parse(treasuryAddress);
    if (!isLocal && signer !== null) {
      await requireDeployed(quorum, treasury, { name: "TON_TREASURY_ADDRESS", kept: "what arrives" });
    }
    return {
      proving: {
        kind: "connection",
        write: writeProofPayload,
        judge: async (payload, { proof, publicKey, stateInit, network }, address) => {
          if (network !== String(globalId)) return "foreign";
          return judgeTonProof(
            { ...proof, publicKey, stateInit },
            { payload, domain: proofDomain },
            {
              address,
              globalId,
              readContractKey: (asked) =>
                quorum.conclude(({ call }) => readContractKey(call, Address.parse(asked).toRawString()), chooseKey),
            },
          );
        },
      },
      async buildPayment(order) {
        const now = await quorum.conclude(
          async (reader) => (await readHeader(reader.call, (await reader.readTip()).position)).time,
          takeEarliest<Date>((time) => time.getTime()),
        );
        return buildPayment(order, { globalId, now });
      },
      payouts: signer === null ? null : createPayouts({ treasury, wallet, signer, quorum }),
    };
  },
};
