import { getAddress } from "ethers/address";
import { computeAddress } from "ethers/transaction";
import type { EthereumConfig } from "#server/config.ts";
import { ApiError } from "#server/http/apiError.ts";
import type { Logger } from "#server/logger.ts";
import type { Block, EthereumChain, Head, Transfer, TransferFees } from "./ethereumChain.ts";
import { JsonRpcError } from "./jsonRpc.ts";
import { RpcPool } from "./rpcPool.ts";

type Call = (method: string, params: readonly unknown[]) => Promise<unknown>;

const NAMES: Readonly<Record<number, string>> = { 1: "Ethereum", 11155111: "Sepolia", 31337: "Ethereum (local)" };
const TRANSFER_GAS = 21_000n;
/** A node's ways to say that it knows no such block tag: method or parameter refused, or nothing finalised on this chain. */
const NO_TAG_CODES = new Set([-32_601, -32_602, -32_000, -39_001]);
/** Blocks asked for at the same time while catching up. */
const PARALLEL_BLOCKS = 5;

/** Connects to the chain behind `config.rpcUrls`. Rejects when none of them answers or they are of different chains. */
export async function connectEthereum(config: EthereumConfig, logger: Pick<Logger, "warn">): Promise<EthereumChain> {
  const pool = await RpcPool.connect(config.rpcUrls, logger);
  const treasuryAddress = computeAddress(config.treasuryKey);
  const treasuryKey = treasuryAddress.toLowerCase();
  const hasFinalizedTag = await pool.ask(probeFinalizedTag);

  async function askChain<T>(
    read: (call: Call) => Promise<T>,
    errorKey: "chainUnavailable" | "balanceUnavailable" = "chainUnavailable",
  ): Promise<T> {
    try {
      return await pool.ask(read);
    } catch {
      throw new ApiError(errorKey);
    }
  }

  return {
    network: { chainId: pool.chainId, name: NAMES[pool.chainId] ?? `Ethereum chain ${pool.chainId}` },
    treasuryAddress,
    confirmations: config.confirmations,
    explorerTx: config.explorerTx,

    readBalance: (address) =>
      askChain(async (call) => readQuantity(await call("eth_getBalance", [address, "latest"])), "balanceUnavailable"),

    readBalanceAt: (address, blockNumber) =>
      askChain(async (call) => {
        try {
          return readQuantity(await call("eth_getBalance", [address, toQuantity(blockNumber)]));
        } catch (error) {
          // Nodes have many words and numbers for a state that they have pruned.
          if (error instanceof JsonRpcError) return null;
          throw error;
        }
      }),

    readHead: () =>
      askChain(async (call): Promise<Head> => {
        const head = readHeader(await call("eth_getBlockByNumber", ["latest", false]));
        const confirmed = head.number - config.confirmations + 1;
        if (!hasFinalizedTag) return { number: head.number, hash: head.hash, time: head.time, finalized: confirmed };
        const finalized = readHeader(await call("eth_getBlockByNumber", ["finalized", false]));
        return {
          number: head.number,
          hash: head.hash,
          time: head.time,
          finalized: Math.min(confirmed, finalized.number),
        };
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
        return block === null ? null : readHeader(block).hash;
      }),

    readFees: () =>
      askChain(async (call): Promise<TransferFees> => {
        const head = readRecord(await call("eth_getBlockByNumber", ["latest", false]));
        const maxPriorityFeePerGas = readQuantity(await call("eth_maxPriorityFeePerGas", []));
        const baseFee = readQuantity(head["baseFeePerGas"]);
        // Twice the base fee stays payable through six full blocks in a row.
        return { gasLimit: TRANSFER_GAS, maxFeePerGas: baseFee * 2n + maxPriorityFeePerGas, maxPriorityFeePerGas };
      }),
  };
}

async function probeFinalizedTag(call: Call): Promise<boolean> {
  try {
    return (await call("eth_getBlockByNumber", ["finalized", false])) !== null;
  } catch (error) {
    if (error instanceof JsonRpcError && NO_TAG_CODES.has(error.rpcCode)) return false;
    throw error;
  }
}

async function readBlock(call: Call, blockNumber: number, treasuryKey: string): Promise<Block> {
  const raw = readRecord(await call("eth_getBlockByNumber", [toQuantity(blockNumber), true]));
  const header = readHeader(raw);
  if (header.number !== blockNumber) throw new Error("the node answered another block");
  const transactions = raw["transactions"];
  if (!Array.isArray(transactions)) throw new Error("a block without transactions");
  const transfers: Transfer[] = [];
  for (const item of transactions) {
    const transaction = readRecord(item);
    const to = transaction["to"];
    if (typeof to !== "string" || to.toLowerCase() !== treasuryKey) continue;
    const from = getAddress(String(transaction["from"]));
    // The treasury paying itself brings nothing in.
    if (from.toLowerCase() === treasuryKey) continue;
    const amountBase = readQuantity(transaction["value"]);
    if (amountBase === 0n) continue;
    const txHash = readHash(transaction["hash"]);
    const receipt = readRecord(await call("eth_getTransactionReceipt", [txHash]));
    if (receipt["blockHash"] !== header.hash) throw new Error("a receipt of another block");
    if (readQuantity(receipt["status"]) !== 1n) continue;
    transfers.push({
      txHash,
      index: 0,
      from,
      amountBase,
      blockNumber,
      blockHash: header.hash,
      blockTime: header.time,
    });
  }
  return { ...header, transfers };
}

function readHeader(value: unknown): { number: number; hash: string; parentHash: string; time: Date } {
  const block = readRecord(value);
  return {
    number: Number(readQuantity(block["number"])),
    hash: readHash(block["hash"]),
    parentHash: readHash(block["parentHash"]),
    time: new Date(Number(readQuantity(block["timestamp"])) * 1_000),
  };
}

function readRecord(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null) throw new Error("the node has no such object");
  return value as Record<string, unknown>;
}

function readQuantity(value: unknown): bigint {
  if (typeof value !== "string" || !/^0x[0-9a-f]+$/i.test(value)) throw new Error("a quantity that is no hex number");
  return BigInt(value);
}

function readHash(value: unknown): string {
  if (typeof value !== "string" || !/^0x[0-9a-f]{64}$/i.test(value)) throw new Error("a hash that is no 32 bytes");
  return value.toLowerCase();
}

function toQuantity(value: number): string {
  return `0x${value.toString(16)}`;
}
