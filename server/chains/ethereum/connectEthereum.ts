import { toAddressKey } from "#domain/address/addressKey.ts";
import type { EthereumConfig } from "#server/config.ts";
import { ApiError } from "#server/http/apiError.ts";
import type { Logger } from "#server/logger.ts";
import { keepBriefly } from "./keepBriefly.ts";
import { compareHeaders, compareReadings, readAgain, readNumberedHeader } from "./confirmTransfer.ts";
import type { Block, EthereumChain, Head, Transfer } from "./ethereumChain.ts";
import { type Header, readHeader, toQuantity } from "./nodeValues.ts";
import { readBalanceAt, readIsContract, readLatestBalance } from "./readAccount.ts";
import { readBlock } from "./readBlock.ts";
import { readFees } from "./readFees.ts";
import { readInternal } from "./readInternal.ts";
import { type Call, RpcPool } from "./rpcPool.ts";

const NAMES: Readonly<Record<number, string>> = { 1: "Ethereum", 11155111: "Sepolia", 31337: "Ethereum (local)" };
/** Development nodes, which may know no `finalized` block. */
const LOCAL_CHAIN_IDS: ReadonlySet<number> = new Set([1337, 31_337]);
/** Blocks asked for at the same time while catching up. */
const PARALLEL_BLOCKS = 5;
/** Balances, contract checks and fees, which screens ask for often, are cached for this time. */
const KEPT_MS = 3_000;
/** Addresses in the cache at most. */
const MAX_KEPT = 10_000;

/** Connects to the chain behind `config.rpcUrls`. Rejects when none of them answers or they are of different chains. */
export async function connectEthereum(config: EthereumConfig, logger: Pick<Logger, "warn">): Promise<EthereumChain> {
  const pool = await RpcPool.connect(config.rpcUrls, logger);
  const { treasuryAddress, confirmations } = config;
  const treasuryKey = toAddressKey("ETH", treasuryAddress);
  const isLocal = LOCAL_CHAIN_IDS.has(pool.chainId);
  let isFallbackLogged = false;

  async function answer<T>(
    asked: Promise<T>,
    errorKey: "chainUnavailable" | "balanceUnavailable" = "chainUnavailable",
  ): Promise<T> {
    try {
      return await asked;
    } catch {
      throw new ApiError(errorKey);
    }
  }
  const askChain = <T>(read: (call: Call) => Promise<T>) => answer(pool.ask(read));

  /**
   * The newest block of this endpoint that may settle money. An endpoint of a public chain without a `finalized` block
   * fails: confirmations alone would be weaker than the chain's own finality. A local chain may have none.
   */
  async function readFinal(call: Call, head: Header): Promise<number> {
    const confirmed = head.number - confirmations + 1;
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

  const findLatestBalance = keepBriefly(KEPT_MS, MAX_KEPT, (address) =>
    pool.ask((call) => readLatestBalance(call, address)),
  );
  const findIsContract = keepBriefly(KEPT_MS, MAX_KEPT, (address) => pool.ask((call) => readIsContract(call, address)));
  const findFees = keepBriefly(KEPT_MS, 1, () => pool.ask(readFees));

  return {
    network: { chainId: pool.chainId, name: NAMES[pool.chainId] ?? `Ethereum chain ${pool.chainId}` },
    isLocal,
    treasuryAddress,
    confirmations,
    explorerTx: config.explorerTx,

    readBalance: (address) => answer(findLatestBalance(toAddressKey("ETH", address)), "balanceUnavailable"),

    isContract: (address) => answer(findIsContract(toAddressKey("ETH", address))),

    async readBalanceAt(address, blockNumber) {
      const balances = await answer(pool.askTwo((call) => readBalanceAt(call, address, blockNumber)));
      const [first] = balances;
      if (first === undefined || balances.includes(null)) return null;
      if (balances.every((balance) => balance === first)) return first;
      logger.warn({ chain: "ethereum", blockNumber }, "the RPC endpoints disagree on the treasury's balance");
      return null;
    },

    readHead: () =>
      askChain(async (call): Promise<Head> => {
        const head = readHeader(await call("eth_getBlockByNumber", ["latest", false]));
        const { number, hash, time } = head;
        return { number, hash, time, finalized: await readFinal(call, head) };
      }),

    async readBlocks(fromBlock, toBlock) {
      const blocks: Block[] = [];
      for (let first = fromBlock; first <= toBlock; first += PARALLEL_BLOCKS) {
        const numbers = Array.from(
          { length: Math.min(PARALLEL_BLOCKS, toBlock - first + 1) },
          (_, step) => first + step,
        );
        blocks.push(
          ...(await Promise.all(numbers.map((number) => askChain((call) => readBlock(call, number, treasuryKey))))),
        );
      }
      return blocks;
    },

    readBlockHash: (blockNumber) =>
      askChain(async (call) => {
        const block = await call("eth_getBlockByNumber", [toQuantity(blockNumber), false]);
        if (block === null) return null;
        const header = readHeader(block);
        if (header.number !== blockNumber) throw new Error("the node answered another block");
        return header.hash;
      }),

    async readSharedFinal() {
      const finals = await answer(
        pool.askTwo(async (call) => readFinal(call, readHeader(await call("eth_getBlockByNumber", ["latest", false])))),
      );
      return Math.min(...finals);
    },

    confirmBlock: (blockNumber) =>
      answer(pool.askTwo((call) => readNumberedHeader(call, blockNumber))).then(compareHeaders),

    confirmTransfer: ({ txHash, blockNumber }) =>
      answer(
        pool.askTwo(async (call) => {
          const head = readHeader(await call("eth_getBlockByNumber", ["latest", false]));
          if ((await readFinal(call, head)) < blockNumber) throw new Error("it does not have the block as final yet");
          return readAgain(call, { txHash, blockNumber, treasuryKey });
        }),
      ).then(compareReadings),

    async readInternalTransfers(blockNumber) {
      const readings = await answer(pool.askTwo((call) => readInternal(call, blockNumber, treasuryKey)));
      const [first] = readings;
      if (first === undefined || first === null || readings.includes(null)) return null;
      if (new Set(readings.map((reading) => describeTransfers(reading ?? []))).size === 1) return first;
      logger.warn({ chain: "ethereum", blockNumber }, "the RPC endpoints disagree on internal transfers");
      return null;
    },

    readFees: () => answer(findFees("")),
  };
}

function describeTransfers(transfers: readonly Transfer[]): string {
  const fields = transfers.map(({ txHash, index, from, amountBase, blockHash, blockTime }) =>
    [txHash, index, from, amountBase, blockHash, blockTime.getTime()].join(" "),
  );
  return fields.join("; ");
}
