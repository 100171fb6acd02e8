import { setImmediate } from "node:timers/promises";
import { getAddress } from "ethers/address";
import { toAddressKey } from "#domain/address/addressKey.ts";
import { COINS } from "#domain/coins.ts";
import type { ChainTransfer, UnreadTransaction } from "../chain.ts";
import type { ReadBlock, ReadPart } from "../chainKind.ts";
import { JsonRpcError } from "../jsonRpc.ts";
import { readList, readRecord, tryParse } from "../nodeAnswers.ts";
import { checkSignature } from "./checkSignature.ts";
import type { Call } from "./network.ts";
import {
  type Block,
  readBlockNumber,
  readHash,
  readHeader,
  readNumberedHeader,
  readQuantity,
  toQuantity,
} from "./values.ts";

/** Receipts that are asked for one by one; of more, those of the whole block are read. */
const MOST_SINGLE = 3;
/** Transactions that are parsed at a time: others wait meanwhile. */
const MOST_AT_ONCE = 20;

/** Reads one block and its transfers to the treasuries. */
export async function readBlock(call: Call, position: number, treasuryKeys: ReadonlySet<string>): Promise<ReadBlock> {
  const raw = readRecord(await call("eth_getBlockByNumber", [toQuantity(position), true]));
  const block = readHeader(raw, position);
  return { ...block, ...(await readPart(call, block, readList(raw["transactions"]).map(readRecord), treasuryKeys)) };
}

/** The transfers of a transaction by its hash; none where it is in no block, or cannot be read. */
export async function findTransfers(
  call: Call,
  txHash: string,
  treasuryKeys: ReadonlySet<string>,
): Promise<readonly ChainTransfer[]> {
  const raw = await call("eth_getTransactionByHash", [txHash]);
  if (raw === null) return [];
  const transaction = readRecord(raw);
  if (readHash(transaction["hash"]) !== txHash) throw new Error("the node answered another transaction");
  if (transaction["blockNumber"] === null) return [];
  const block = await readNumberedHeader(call, readBlockNumber(transaction["blockNumber"]));
  return (await readPart(call, block, [transaction], treasuryKeys)).transfers;
}

async function readPart(
  call: Call,
  block: Block,
  transactions: readonly Record<string, unknown>[],
  treasuryKeys: ReadonlySet<string>,
): Promise<ReadPart> {
  const { position } = block;
  const found: ChainTransfer[] = [];
  const unread: UnreadTransaction[] = [];
  const setAside = (txHash: string, reason: string) => unread.push({ txHash, position: BigInt(position), reason });
  const named = transactions.filter((transaction) => isToTreasury(transaction, treasuryKeys));
  for (const [place, transaction] of named.entries()) {
    if (place % MOST_AT_ONCE === MOST_AT_ONCE - 1) await setImmediate();
    const txHash = readHash(transaction["hash"]);
    const parsed = tryParse(() => parseTransfer(transaction, block, treasuryKeys));
    if (parsed.kind === "unread") setAside(txHash, parsed.reason);
    else if (parsed.value !== null) found.push(parsed.value);
  }
  const receipts = found.length > MOST_SINGLE ? await readReceipts(call, position) : null;
  const transfers: ChainTransfer[] = [];
  for (const transfer of found) {
    const receipt = receipts?.get(transfer.txHash) ?? (await readReceipt(call, transfer.txHash));
    const success = tryParse(() => isSuccess(receipt, transfer.txHash, block));
    if (success.kind === "unread") setAside(transfer.txHash, success.reason);
    else if (success.value) transfers.push(transfer);
  }
  return { transfers, unread };
}

async function readReceipt(call: Call, txHash: string): Promise<Record<string, unknown>> {
  return readRecord(await call("eth_getTransactionReceipt", [txHash]));
}

/** All receipts of a block, by the transaction. Null where the node does not tell them so. */
async function readReceipts(call: Call, position: number): Promise<Map<string, Record<string, unknown>> | null> {
  try {
    const receipts = readList(await call("eth_getBlockReceipts", [toQuantity(position)])).map(readRecord);
    return new Map(receipts.map((receipt) => [readHash(receipt["transactionHash"]), receipt]));
  } catch (error) {
    if (error instanceof JsonRpcError) return null;
    throw error;
  }
}

function isToTreasury({ to }: Record<string, unknown>, treasuryKeys: ReadonlySet<string>): boolean {
  return typeof to === "string" && treasuryKeys.has(toAddressKey("ETH", to));
}

function parseTransfer(
  transaction: Record<string, unknown>,
  { hash: ref, position, time }: Block,
  treasuryKeys: ReadonlySet<string>,
): ChainTransfer | null {
  const from = getAddress(String(transaction["from"]));
  // A payment from the treasury to itself changes no balance.
  if (treasuryKeys.has(toAddressKey("ETH", from))) return null;
  const amountBase = readQuantity(transaction["value"]);
  if (amountBase === 0n) return null;
  const txHash = readHash(transaction["hash"]);
  if (readHash(transaction["blockHash"]) !== ref || readBlockNumber(transaction["blockNumber"]) !== position) {
    throw new Error("a transaction of another block");
  }
  // What is below the minimum is nobody's, whoever sent it.
  if (amountBase >= COINS.eth.minBase) checkSignature(transaction);
  const block = { position: BigInt(position), ref, time };
  return { txHash, index: 0, from, amountBase, reference: null, ...block };
}

function isSuccess(receipt: Record<string, unknown>, txHash: string, { hash: blockHash }: Block): boolean {
  if (readHash(receipt["blockHash"]) !== blockHash) throw new Error("a receipt of another block");
  if (readHash(receipt["transactionHash"]) !== txHash) throw new Error("a receipt of another transaction");
  return readQuantity(receipt["status"]) === 1n;
}
