import { toAddressKey } from "#domain/address/addressKey.ts";
import type { EthereumConfig } from "#server/config.ts";
import { ApiError } from "#server/http/apiError.ts";
import type { Logger } from "#server/logger.ts";
import { keepBriefly } from "./keepBriefly.ts";
import { compareHeaders, compareReadings, readAgain, readNumberedHeader } from "./confirmTransfer.ts";
import type { Block, EthereumChain, Head, Transfer, TransferFees } from "./ethereumChain.ts";
import { JsonRpcError } from "./jsonRpc.ts";
import { type Header, readHeader, readQuantity, readRecord, toQuantity } from "./nodeValues.ts";
import { readBlock } from "./readBlock.ts";
import { readInternal } from "./readInternal.ts";
import { type Call, RpcPool } from "./rpcPool.ts";

const NAMES: Readonly<Record<number, string>> = { 1: "Ethereum", 11155111: "Sepolia", 31337: "Ethereum (local)" };
/** Development nodes, which may know no `finalized` block. */
const LOCAL_CHAIN_IDS: ReadonlySet<number> = new Set([1337, 31_337]);
const TRANSFER_GAS = 21_000n;
/** Blocks asked for at the same time while catching up. */
const PARALLEL_BLOCKS = 5;
/** Balances, contract checks and fees, which screens ask for often, are cached for this time. */
const KEPT_MS = 3_000;
/** Addresses in the cache at most. */
const MAX_KEPT = 10_000;
/** The code of an account that delegates to a contract (EIP-7702) and still signs with its own key. */
const DELEGATION = /^0xef0100[0-9a-f]{40}$/i;

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

  async function readBalanceOnce(call: Call, address: string, blockNumber: number): Promise<bigint | null> {
    try {
      return readQuantity(await call("eth_getBalance", [address, toQuantity(blockNumber)]));
    } catch (error) {
      // Nodes report a pruned state with many different codes and texts.
      if (error instanceof JsonRpcError) return null;
      throw error;
    }
  }

  const readLatestBalance = keepBriefly(KEPT_MS, MAX_KEPT, (address) =>
    pool.ask(async (call) => readQuantity(await call("eth_getBalance", [address, "latest"]))),
  );
  const readIsContract = keepBriefly(KEPT_MS, MAX_KEPT, (address) =>
    pool.ask(async (call) => isContractCode(await call("eth_getCode", [address, "latest"]))),
  );
  const readLatestFees = keepBriefly(KEPT_MS, 1, () => pool.ask(readFees));

  return {
    network: { chainId: pool.chainId, name: NAMES[pool.chainId] ?? `Ethereum chain ${pool.chainId}` },
    isLocal,
    treasuryAddress,
    confirmations,
    explorerTx: config.explorerTx,

    readBalance: (address) => answer(readLatestBalance(toAddressKey("ETH", address)), "balanceUnavailable"),

    isContract: (address) => answer(readIsContract(toAddressKey("ETH", address))),

    async readBalanceAt(address, blockNumber) {
      const balances = await answer(pool.askTwo((call) => readBalanceOnce(call, address, blockNumber)));
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

    readFees: () => answer(readLatestFees("")),
  };
}

function describeTransfers(transfers: readonly Transfer[]): string {
  const fields = transfers.map(({ txHash, index, from, amountBase, blockHash, blockTime }) =>
    [txHash, index, from, amountBase, blockHash, blockTime.getTime()].join(" "),
  );
  return fields.join("; ");
}

function isContractCode(code: unknown): boolean {
  if (typeof code !== "string" || !/^0x([0-9a-f]{2})*$/i.test(code)) throw new Error("a code that is not hex");
  return code !== "0x" && !DELEGATION.test(code);
}

async function readFees(call: Call): Promise<TransferFees> {
  const head = readRecord(await call("eth_getBlockByNumber", ["latest", false]));
  const maxPriorityFeePerGas = readQuantity(await call("eth_maxPriorityFeePerGas", []));
  const baseFee = readQuantity(head["baseFeePerGas"]);
  // Twice the base fee stays payable through six full blocks in a row.
  return { gasLimit: TRANSFER_GAS, maxFeePerGas: baseFee * 2n + maxPriorityFeePerGas, maxPriorityFeePerGas };
}
