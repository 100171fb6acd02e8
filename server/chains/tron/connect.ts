import { toAddressKey } from "#domain/address/addressKey.ts";
import type { Logger } from "#server/logger.ts";
import { BlockScanner, type BlockSource } from "../blockScanner.ts";
import type { Chain } from "../chain.ts";
import { orUnavailable } from "../chainUnavailable.ts";
import { compareOutgoing } from "../compareOutgoing.ts";
import { listBlocks, readBlocks } from "../readBlocks.ts";
import { readReaching } from "../readReaching.ts";
import { readOrSetAside } from "../setAside.ts";
import { keepBriefly } from "../keepBriefly.ts";
import { readPayerAddress, toHexAddress } from "./address.ts";
import { type Call, connectPool, type Read } from "./pool.ts";
import type { ChainConfig } from "../settings.ts";
import { compareHeaders, compareReadings } from "../compareBlocks.ts";
import { readAgain } from "./confirm.ts";
import { readTronFacts } from "./facts.ts";
import { agreeOnPrices, readPrices } from "./fees.ts";
import { formatNetworkId, isPublicGenesis } from "./networkId.ts";
import { buildPayment } from "./payment.ts";
import { createTronPayouts } from "./payouts.ts";
import { isTronProof } from "./proof.ts";
import { writeProofText } from "./proofText.ts";
import { readAccount } from "./readAccount.ts";
import { findHeader, readBlock, readHead, readNumberedHeader, readSolid } from "./readBlock.ts";
import { readOutgoing } from "./readOutgoing.ts";
import { readSolidTreasury } from "./readTreasury.ts";
import type { Header } from "./nodeValues.ts";

/** The position before block 0. */
const NOTHING = -1;
/** How long balances, kinds of accounts and prices are cached; screens read them often. */
const KEPT_MS = 3_000;
/** Addresses in the cache at most. */
const MAX_KEPT = 10_000;
/** Tries to read the treasury at one solid block. */
const MOST_TRIES = 3;

/**
 * Connects to the chain behind `config.endpoints`. Rejects if none of them answers or they belong to different chains.
 */
export async function connectTron(config: ChainConfig, logger: Pick<Logger, "warn">): Promise<Chain> {
  const pool = await connectPool(config.endpoints, logger);
  const facts = readTronFacts(config);
  const { treasuryAddress, oldTreasuryAddresses, confirmations, signer } = config;
  const treasuries = [treasuryAddress, ...oldTreasuryAddresses];
  const treasuryHexes = new Set(treasuries.map(toHexAddress));
  const genesis = pool.identity;
  const networkId = formatNetworkId(genesis);
  const isLocal = !isPublicGenesis(genesis);

  const answer = <T>(asked: Promise<T>) => orUnavailable("tron", asked);
  const askOne = <T>(read: Read<T>) => answer(pool.ask(read));
  const askTwo = <T>(read: Read<T>) => answer(pool.askTwo(read));

  /** At most the solid block, and at most so many confirmations deep. */
  const toFinal = (head: Header, solid: Header) =>
    Math.max(NOTHING, Math.min(solid.number, head.number - confirmations + 1));

  async function readFinalOf(call: Call): Promise<number> {
    const solid = await readSolid(call);
    return toFinal(await readHead(call), solid);
  }

  async function readScannedHead(call: Call) {
    const solid = await readSolid(call);
    const head = await readHead(call);
    return { ...head, finalized: toFinal(head, solid) };
  }

  const findAccount = keepBriefly(KEPT_MS, MAX_KEPT, (address) => pool.ask((call) => readAccount(call, address)));
  const findPrices = keepBriefly(KEPT_MS, 1, async () => agreeOnPrices(await pool.askTwo(readPrices)));

  const source: BlockSource = {
    readHead: (least) =>
      readReaching({ askOne, askTwo, read: readScannedHead, readPosition: ({ number }) => number, isLocal }, least),

    readBlocks: (first, last) =>
      readBlocks(first, last, (number) =>
        readOrSetAside({ askOne, askTwo }, (call: Call) => readBlock(call, number, treasuryHexes)),
      ),

    readBlockHash: (blockNumber) => askOne(async (call) => (await findHeader(call, blockNumber))?.hash ?? null),
  };

  return {
    ...facts,
    network: { id: networkId, name: facts.nameNetwork(networkId) },
    isLocal,

    parsePayer: (text) => readPayerAddress(text, new Set(treasuries)),
    canSign: async (address) => (await answer(findAccount(toAddressKey("Tron", address)))).hasOwnKey,
    bringsAddressWithProof: false,
    writeChallenge({ address, ...values }) {
      if (address === null) throw new Error("a text to sign names its address");
      return writeProofText({ ...values, address, networkId });
    },
    isProof: async (challenge, { signature }, address) =>
      signature !== undefined && isTronProof(challenge, signature, address),

    createReference: () => null,
    async buildPayment(order) {
      const prices = await answer(findPrices(""));
      return askOne((call) => buildPayment(call, order, prices));
    },
    readBalance: async (address) => (await answer(findAccount(toAddressKey("Tron", address)))).balanceBase,
    payouts:
      signer === null
        ? null
        : createTronPayouts({
            treasuryAddress,
            treasuryHexes,
            signer,
            askTwo,
            tellAll: (tell) => answer(pool.tellAll(tell)),
            toFinal,
          }),

    async readHead() {
      const { number, time } = await askOne(readHead);
      return { position: BigInt(number), time };
    },

    createScanner: () => new BlockScanner(source),

    async readFinal() {
      return BigInt(Math.min(...(await askTwo(readFinalOf))));
    },

    listArrivals: (range) => listBlocks(range, (number) => askTwo((call) => readBlock(call, number, treasuryHexes))),

    async confirmTransfer({ txHash, position }) {
      const blockNumber = Number(position);
      const readings = await askTwo(async (call) => {
        if ((await readFinalOf(call)) < blockNumber) throw new Error("it does not have the block as final yet");
        return readAgain(call, { txHash, blockNumber, treasuryHexes });
      });
      return compareReadings(readings);
    },

    confirmPosition: async (position) =>
      compareHeaders(await askTwo((call) => readNumberedHeader(call, Number(position)))),

    readRefAt: (position) => source.readBlockHash(Number(position)),

    readGenesis: async () => genesis,

    // Nodes keep no older balances.
    async readTreasury() {
      for (let tries = 0; tries < MOST_TRIES; tries += 1) {
        const [first, ...others] = await askTwo((call) => readSolidTreasury(call, treasuries));
        if (first === undefined) return null;
        const { position, balanceBase } = first;
        // Another block became solid between the two, or one endpoint is behind.
        if (others.some((other) => other.position !== position)) continue;
        if (others.every((other) => other.balanceBase === balanceBase)) return first;
        logger.warn({ chain: "tron", position }, "the RPC endpoints disagree on the treasury's balance");
        return null;
      }
      return null;
    },

    async readOutgoing(txHash) {
      const readings = await askTwo(async (call) =>
        readOutgoing(call, { txHash, treasuryHexes, final: await readFinalOf(call) }),
      );
      return compareOutgoing(readings);
    },
  };
}
