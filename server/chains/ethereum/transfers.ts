import { getAddress } from "ethers/address";
import { toAddressKey } from "#domain/address/addressKey.ts";
import type { UnreadTransaction } from "../chain.ts";
import type { ConfirmationReading, ReadBlock, ReadTransfer } from "../chainReader.ts";
import { readList, readRecord } from "../nodeAnswers.ts";
import { tryParse } from "../setAside.ts";
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

/** Reads one block and its transfers to the treasuries. */
export async function readBlock(call: Call, position: number, treasuryKeys: ReadonlySet<string>): Promise<ReadBlock> {
  const raw = readRecord(await call("eth_getBlockByNumber", [toQuantity(position), true]));
  const block = readHeader(raw, position);
  const transfers: ReadTransfer[] = [];
  const unread: UnreadTransaction[] = [];
  for (const transaction of readList(raw["transactions"]).map(readRecord)) {
    if (!isToTreasury(transaction, treasuryKeys)) continue;
    const txHash = readHash(transaction["hash"]);
    const reading = await readArrival(call, transaction, block, treasuryKeys);
    if (reading.kind === "unread") unread.push({ txHash, position: BigInt(position), reason: reading.reason });
    else if (reading.value !== null) transfers.push(reading.value);
  }
  return { ...block, transfers, unread };
}

/**
 * Reads header, transaction and receipt again. Throws if the endpoint does not have the block yet; a missing
 * transaction is a valid result.
 */
export async function readTransferAgain(
  call: Call,
  { txHash, position }: { txHash: string; position: number },
  treasuryKeys: ReadonlySet<string>,
): Promise<ConfirmationReading> {
  const header = await readNumberedHeader(call, position);
  const raw = await call("eth_getTransactionByHash", [txHash]);
  if (raw === null) return { header, transfers: [] };
  const transaction = readRecord(raw);
  if (readHash(transaction["hash"]) !== txHash) throw new Error("the node answered another transaction");
  const isHere = typeof transaction["blockHash"] === "string" && readHash(transaction["blockHash"]) === header.hash;
  if (!isHere || !isToTreasury(transaction, treasuryKeys)) return { header, transfers: [] };
  const reading = await readArrival(call, transaction, header, treasuryKeys);
  if (reading.kind === "unread") throw new Error(reading.reason);
  return { header, transfers: reading.value === null ? [] : [reading.value] };
}

function isToTreasury({ to }: Record<string, unknown>, treasuryKeys: ReadonlySet<string>): boolean {
  return typeof to === "string" && treasuryKeys.has(toAddressKey("ETH", to));
}

type Arrival = ReturnType<typeof tryParse<ReadTransfer | null>>;

/** Reads a transaction of a block and its receipt. Null unless it is a successful transfer to a treasury. */
async function readArrival(
  call: Call,
  transaction: Record<string, unknown>,
  block: Block,
  treasuryKeys: ReadonlySet<string>,
): Promise<Arrival> {
  const parsed = tryParse(() => parseTransfer(transaction, block, treasuryKeys));
  if (parsed.kind === "unread" || parsed.value === null) return parsed;
  const transfer = parsed.value;
  const receipt = readRecord(await call("eth_getTransactionReceipt", [transfer.txHash]));
  return tryParse(() => (isSuccess(receipt, transfer.txHash, block) ? transfer : null));
}

function parseTransfer(
  transaction: Record<string, unknown>,
  { hash: ref, position, time }: Block,
  treasuryKeys: ReadonlySet<string>,
): ReadTransfer | null {
  const from = getAddress(String(transaction["from"]));
  // A payment from the treasury to itself changes no balance.
  if (treasuryKeys.has(toAddressKey("ETH", from))) return null;
  const amountBase = readQuantity(transaction["value"]);
  if (amountBase === 0n) return null;
  const txHash = readHash(transaction["hash"]);
  if (readHash(transaction["blockHash"]) !== ref || readBlockNumber(transaction["blockNumber"]) !== position) {
    throw new Error("a transaction of another block");
  }
  checkSignature(transaction);
  const block = { position: BigInt(position), ref, time };
  return { txHash, index: 0, from, amountBase, reference: null, ...block, alias: null };
}

function isSuccess(receipt: Record<string, unknown>, txHash: string, { hash: blockHash }: Block): boolean {
  if (readHash(receipt["blockHash"]) !== blockHash) throw new Error("a receipt of another block");
  if (readHash(receipt["transactionHash"]) !== txHash) throw new Error("a receipt of another transaction");
  return readQuantity(receipt["status"]) === 1n;
}
