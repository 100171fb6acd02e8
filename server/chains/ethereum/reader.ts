import { toAddressKey } from "#domain/address/addressKey.ts";
import type { OutgoingTransaction } from "../chain.ts";
import type { ChainReader, ReaderContext } from "../chainKind.ts";
import { callJsonRpc, JsonRpcError } from "../jsonRpc.ts";
import { readRecord } from "../nodeAnswers.ts";
import type { Endpoint } from "../settings.ts";
import { checkSignature } from "./checkSignature.ts";
import { type Call, findNetwork, readChainId } from "./network.ts";
import {
  findNumberedHeader,
  readBlockNumber,
  readHash,
  readHeader,
  readNumberedHeader,
  readQuantity,
  toQuantity,
} from "./values.ts";

/** What anybody can make long: blocks, and what a transaction carries or leaves behind. */
const LARGE_CALLS: ReadonlySet<string> = new Set([
  "debug_traceBlockByNumber",
  "eth_getBlockByNumber",
  "eth_getBlockReceipts",
  "eth_getTransactionByHash",
  "eth_getTransactionReceipt",
]);
/** The position before block 0. */
const NOTHING = -1;
/** Code of an account that delegates to a contract (EIP-7702) but still signs with its own key. */
const DELEGATION = /^0xef0100[0-9a-f]{40}$/i;

export interface EthereumReader extends ChainReader {
  readonly call: Call;
  readonly treasuryKeys: ReadonlySet<string>;
}

/** Reads from one node. */
export function createReader(
  { url }: Endpoint,
  { treasuries, confirmations, logger, watchCall }: ReaderContext,
): EthereumReader {
  const call: Call = watchCall((method, params: readonly unknown[]) =>
    callJsonRpc(url, method, params, LARGE_CALLS.has(method) ? "large" : "small"),
  );
  const treasuryKeys = new Set(treasuries.map((address) => toAddressKey("ETH", address)));
  let isFallbackLogged = false;

  return {
    call,
    treasuryKeys,
    readIdentity: () => readChainId(call),
    readGenesis: async () => (await readNumberedHeader(call, 0)).hash,
    readTip: async () => readHeader(await call("eth_getBlockByNumber", ["latest", false]), null),

    /**
     * An endpoint of a public chain fails without a `finalized` block: confirmations alone are weaker than the chain's own
     * finality. A local chain may have none.
     */
    async readFinal(tip) {
      const confirmed = Math.max(NOTHING, tip.position - confirmations + 1);
      try {
        const finalized = readHeader(await call("eth_getBlockByNumber", ["finalized", false]), null);
        return Math.min(confirmed, finalized.position);
      } catch (error) {
        if (!findNetwork(await readChainId(call)).isLocal)
          throw new Error("it has no finalized block", { cause: error });
        if (!isFallbackLogged) {
          logger.warn({ chain: "ethereum" }, "the local node has no finalized block: confirmations alone settle");
        }
        isFallbackLogged = true;
        return confirmed;
      }
    },

    findHeader: (position) => findNumberedHeader(call, position),
    readBalance: async (address) => readQuantity(await call("eth_getBalance", [address, "latest"])),
    readCanSign: async (address) => !(await readIsContract(call, address)),

    async readTreasury(position) {
      const balances: bigint[] = [];
      for (const address of treasuries) {
        const balanceBase = await readBalanceAt(call, address, position);
        if (balanceBase === null) return null;
        balances.push(balanceBase);
      }
      return { position: BigInt(position), balanceBase: balances.reduce((sum, balanceBase) => sum + balanceBase, 0n) };
    },

    readOutgoing: (txHash, final) => readOutgoing(call, { txHash, treasuryKeys, final }),
  };
}

async function readIsContract(call: Call, address: string): Promise<boolean> {
  const code = await call("eth_getCode", [address, "latest"]);
  if (typeof code !== "string" || !/^0x([0-9a-f]{2})*$/i.test(code)) throw new Error("a code that is not hex");
  return code !== "0x" && !DELEGATION.test(code);
}

/** Null if the node has pruned the block's state. */
async function readBalanceAt(call: Call, address: string, position: number): Promise<bigint | null> {
  try {
    return readQuantity(await call("eth_getBalance", [address, toQuantity(position)]));
  } catch (error) {
    // Nodes report pruned state with many different codes and texts.
    if (error instanceof JsonRpcError) return null;
    throw error;
  }
}

interface AskedOutgoing {
  txHash: string;
  treasuryKeys: ReadonlySet<string>;
  final: number;
}

async function readOutgoing(
  call: Call,
  { txHash, treasuryKeys, final }: AskedOutgoing,
): Promise<OutgoingTransaction | null> {
  const raw = await call("eth_getTransactionByHash", [txHash]);
  if (raw === null) return null;
  const transaction = readRecord(raw);
  if (readHash(transaction["hash"]) !== txHash) throw new Error("the node answered another transaction");
  if (!treasuryKeys.has(toAddressKey("ETH", String(transaction["from"])))) return null;
  checkSignature(transaction);
  const answered = await call("eth_getTransactionReceipt", [txHash]);
  if (answered === null) return null;
  const receipt = readRecord(answered);
  if (readHash(receipt["transactionHash"]) !== txHash) throw new Error("a receipt of another transaction");
  const blockNumber = readBlockNumber(receipt["blockNumber"]);
  if (blockNumber > final) return null;
  const header = await readNumberedHeader(call, blockNumber);
  if (header.hash !== readHash(receipt["blockHash"])) return null;
  // A new contract has an address of its own.
  const to = typeof transaction["to"] === "string" ? transaction["to"] : String(receipt["contractAddress"]);
  const hasMoved = readQuantity(receipt["status"]) === 1n && !treasuryKeys.has(toAddressKey("ETH", to));
  return {
    txHash,
    to,
    toKey: toAddressKey("ETH", to),
    amountBase: hasMoved ? readQuantity(transaction["value"]) : 0n,
    feeBase: readQuantity(receipt["gasUsed"]) * readQuantity(receipt["effectiveGasPrice"]),
    position: BigInt(blockNumber),
    time: header.time,
  };
}
