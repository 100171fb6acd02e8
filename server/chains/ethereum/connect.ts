import { toAddressKey } from "#domain/address/addressKey.ts";
import type { ChainConfig } from "../settings.ts";
import type { Logger } from "#server/logger.ts";
import type { Chain, ChainTransfer } from "#server/chains/chain.ts";
import { orUnavailable } from "#server/chains/chainUnavailable.ts";
import { BlockScanner, type BlockSource, type Head } from "../blockScanner.ts";
import { readPayerAddress } from "./address.ts";
import { compareHeaders, compareReadings } from "../compareBlocks.ts";
import { readAgain, readNumberedHeader } from "./confirm.ts";
import { combineGas, estimateGas, TRANSFER_GAS } from "./estimateGas.ts";
import { readEthereumFacts } from "./facts.ts";
import { compareOutgoing } from "../compareOutgoing.ts";
import { listBlocks, readBlocks } from "../readBlocks.ts";
import { readReaching } from "../readReaching.ts";
import { readOrSetAside } from "../setAside.ts";
import { keepBriefly } from "../keepBriefly.ts";
import { formatNetworkId } from "./networkId.ts";
import { type Header, readHeader, toQuantity } from "./nodeValues.ts";
import { buildPayment, combinePrices, readGasPrices } from "./payment.ts";
import { createEthereumPayouts } from "./payouts.ts";
import { isEthereumProof } from "./proof.ts";
import { writeProofText } from "./proofText.ts";
import { readIsContract, readLatestBalance } from "./readAccount.ts";
import { readBlock } from "./readBlock.ts";
import { readOutgoing } from "./readOutgoing.ts";
import { readInternal } from "./readInternal.ts";
import { readTreasuryAt } from "./readTreasury.ts";
import { type Call, connectPool } from "./pool.ts";

/** Development nodes, which may have no `finalized` block. */
const LOCAL_CHAIN_IDS: ReadonlySet<number> = new Set([1337, 31_337]);
/** The position before block 0. */
const NOTHING = -1;
/** How long balances, contract checks and fees are cached; screens read them often. */
const KEPT_MS = 3_000;
/** Addresses in the cache at most. */
const MAX_KEPT = 10_000;

/**
 * Connects to the chain behind `config.endpoints`. Rejects if none of them answers or they belong to different chains.
 */
export async function connectEthereum(config: ChainConfig, logger: Pick<Logger, "warn">): Promise<Chain> {
  const { pool, chainId } = await connectPool(config.endpoints, logger);
  const facts = readEthereumFacts(config);
  const { treasuryAddress, oldTreasuryAddresses, confirmations, signer } = config;
  const treasuryAddresses = [treasuryAddress, ...oldTreasuryAddresses];
  const treasuryKeys = new Set(treasuryAddresses.map((address) => toAddressKey("ETH", address)));
  const isLocal = LOCAL_CHAIN_IDS.has(chainId);
  const networkId = formatNetworkId(chainId);
  let isFallbackLogged = false;

  const answer = <T>(asked: Promise<T>) => orUnavailable("eth", asked);
  const askOne = <T>(read: (call: Call) => Promise<T>) => answer(pool.ask(read));
  const askTwo = <T>(read: (call: Call) => Promise<T>) => answer(pool.askTwo(read));

  /**
   * The newest final block of this endpoint. An endpoint of a public chain fails without a `finalized` block:
   * confirmations alone are weaker than the chain's own finality. A local chain may have none.
   */
  async function readFinalOf(call: Call, head: Header): Promise<number> {
    const confirmed = Math.max(NOTHING, head.number - confirmations + 1);
    try {
      const finalized = readHeader(await call("eth_getBlockByNumber", ["finalized", false]));
      return Math.min(confirmed, finalized.number);
    } catch (error) {
      if (!isLocal) throw new Error("it has no finalized block", { cause: error });
      if (!isFallbackLogged) {
        logger.warn({ chain: "ethereum" }, "the local node has no finalized block: confirmations alone settle");
      }
      isFallbackLogged = true;
      return confirmed;
    }
  }

  async function readLatest(call: Call): Promise<Header> {
    return readHeader(await call("eth_getBlockByNumber", ["latest", false]));
  }

  async function readScannedHead(call: Call): Promise<Head> {
    const head = await readLatest(call);
    const { number, hash, time } = head;
    return { number, hash, time, finalized: await readFinalOf(call, head) };
  }

  const findLatestBalance = keepBriefly(KEPT_MS, MAX_KEPT, (address) =>
    pool.ask((call) => readLatestBalance(call, address)),
  );
  const findIsContract = keepBriefly(KEPT_MS, MAX_KEPT, (address) => pool.ask((call) => readIsContract(call, address)));
  const findFees = keepBriefly(KEPT_MS, 1, async () => combinePrices(await pool.askTwo(readGasPrices)));

  const source: BlockSource = {
    readHead: (least) =>
      readReaching({ askOne, askTwo, read: readScannedHead, readPosition: ({ number }) => number, isLocal }, least),

    readBlocks: (first, last) =>
      readBlocks(first, last, (number) =>
        readOrSetAside({ askOne, askTwo }, (call: Call) => readBlock(call, number, treasuryKeys)),
      ),

    readBlockHash: (blockNumber) =>
      askOne(async (call) => {
        const block = await call("eth_getBlockByNumber", [toQuantity(blockNumber), false]);
        if (block === null) return null;
        const header = readHeader(block);
        if (header.number !== blockNumber) throw new Error("the node answered another block");
        return header.hash;
      }),
  };

  return {
    ...facts,
    network: { id: networkId, name: facts.nameNetwork(networkId) },
    isLocal,

    parsePayer: (text) => readPayerAddress(text, treasuryKeys),
    canSign: async (address) => !(await answer(findIsContract(toAddressKey("ETH", address)))),
    bringsAddressWithProof: false,
    writeChallenge({ address, ...values }) {
      if (address === null) throw new Error("a text to sign names its address");
      return writeProofText({ ...values, address, chainId });
    },
    isProof: async (challenge, { signature }, address) =>
      signature !== undefined && isEthereumProof(challenge, signature, address),

    createReference: () => null,
    async buildPayment(order) {
      const gas = await answer(pool.askTwo((call) => estimateGas(call, order)).then(combineGas));
      // A treasury that refuses every transfer refuses this one too, and the wallet says so.
      return buildPayment(order, { fees: await answer(findFees("")), gas: gas ?? TRANSFER_GAS, chainId });
    },
    readBalance: (address) => answer(findLatestBalance(toAddressKey("ETH", address))),
    payouts:
      signer === null
        ? null
        : createEthereumPayouts({
            chainId,
            treasuryAddress,
            signer,
            askTwo,
            tellAll: (tell) => answer(pool.tellAll(tell)),
            readFinalOf,
          }),

    async readHead() {
      const { number, time } = await askOne(readLatest);
      return { position: BigInt(number), time };
    },

    createScanner: () => new BlockScanner(source),

    async readFinal() {
      const finals = await askTwo(async (call) => readFinalOf(call, await readLatest(call)));
      return BigInt(Math.min(...finals));
    },

    listArrivals: (range) => listBlocks(range, (number) => askTwo((call) => readBlock(call, number, treasuryKeys))),

    confirmTransfer: async ({ txHash, position }) => {
      const blockNumber = Number(position);
      const readings = await askTwo(async (call) => {
        if ((await readFinalOf(call, await readLatest(call))) < blockNumber) {
          throw new Error("it does not have the block as final yet");
        }
        return readAgain(call, { txHash, blockNumber, treasuryKeys });
      });
      return compareReadings(readings);
    },

    confirmPosition: async (position) =>
      compareHeaders(await askTwo((call) => readNumberedHeader(call, Number(position)))),

    readRefAt: (position) => source.readBlockHash(Number(position)),

    async readGenesis() {
      const hash = await source.readBlockHash(0);
      if (hash === null) throw new Error("the node has no first block");
      return hash;
    },

    async readTreasury(position) {
      const balances = await askTwo((call) => readTreasuryAt(call, treasuryAddresses, Number(position)));
      const [first] = balances;
      if (first === undefined || first === null || balances.includes(null)) return null;
      if (balances.every((balance) => balance === first)) return { position, balanceBase: first };
      logger.warn({ chain: "ethereum", position }, "the RPC endpoints disagree on the treasury's balance");
      return null;
    },

    async readOutgoing(txHash) {
      const readings = await askTwo(async (call) => {
        const final = await readFinalOf(call, await readLatest(call));
        return readOutgoing(call, { txHash, treasuryKeys, final });
      });
      return compareOutgoing(readings);
    },

    async readInternalTransfers(position) {
      const readings = await askTwo((call) => readInternal(call, Number(position), treasuryKeys));
      const [first] = readings;
      if (first === undefined || first === null || readings.includes(null)) return null;
      if (new Set(readings.map((reading) => describeTransfers(reading ?? []))).size === 1) return first;
      logger.warn({ chain: "ethereum", position }, "the RPC endpoints disagree on internal transfers");
      return null;
    },
  };
}

function describeTransfers(transfers: readonly ChainTransfer[]): string {
  const fields = transfers.map(({ txHash, index, from, amountBase, ref, time }) =>
    [txHash, index, from, amountBase, ref, time.getTime()].join(" "),
  );
  return fields.join("; ");
}
