import { getAddress } from "ethers/address";
import { toAddressKey } from "#domain/address/addressKey.ts";
import { checkSignature } from "./checkSignature.ts";
import type { ChainTransfer, UnreadTransaction } from "../chain.ts";
import type { Block } from "../blockScanner.ts";
import { type Header, readBlockNumber, readHash, readHeader, readQuantity, toQuantity } from "./nodeValues.ts";
import type { Call } from "./pool.ts";
import type { TreasuryKeys } from "./treasury.ts";
import { readRecord } from "../nodeAnswers.ts";
import { tryParse } from "../setAside.ts";

/** Reads one block and its transfers to the treasury from one endpoint. */
export async function readBlock(call: Call, blockNumber: number, treasuryKeys: TreasuryKeys): Promise<Block> {
  const raw = readRecord(await call("eth_getBlockByNumber", [toQuantity(blockNumber), true]));
  const header = readHeader(raw);
  if (header.number !== blockNumber) throw new Error("the node answered another block");
  const transactions = raw["transactions"];
  if (!Array.isArray(transactions)) throw new Error("a block without transactions");
  const transfers: ChainTransfer[] = [];
  const unread: UnreadTransaction[] = [];
  for (const item of transactions) {
    const transaction = readRecord(item);
    if (!isToTreasury(transaction, treasuryKeys)) continue;
    const txHash = readHash(transaction["hash"]);
    const reading = await readArrival(call, transaction, header, treasuryKeys);
    if (reading.kind === "unread") unread.push({ txHash, position: BigInt(blockNumber), reason: reading.reason });
    else if (reading.value !== null) transfers.push(reading.value);
  }
  return { ...header, transfers, unread };
}

/**
 * Reads a transaction of this block and its receipt. Null unless it is a successful transfer to the treasury. Throws where
 * it cannot be read.
 */
export async function readTransfer(
  call: Call,
  transaction: Record<string, unknown>,
  header: Header,
  treasuryKeys: TreasuryKeys,
): Promise<ChainTransfer | null> {
  if (!isToTreasury(transaction, treasuryKeys)) return null;
  const reading = await readArrival(call, transaction, header, treasuryKeys);
  if (reading.kind === "unread") throw new Error(reading.reason);
  return reading.value;
}

function isToTreasury({ to }: Record<string, unknown>, treasuryKeys: TreasuryKeys): boolean {
  return typeof to === "string" && treasuryKeys.has(toAddressKey("ETH", to));
}

type Arrival = ReturnType<typeof tryParse<ChainTransfer | null>>;

async function readArrival(
  call: Call,
  transaction: Record<string, unknown>,
  header: Header,
  treasuryKeys: TreasuryKeys,
): Promise<Arrival> {
  const parsed = tryParse(() => parseTransfer(transaction, header, treasuryKeys));
  if (parsed.kind === "unread" || parsed.value === null) return parsed;
  const transfer = parsed.value;
  const receipt = readRecord(await call("eth_getTransactionReceipt", [transfer.txHash]));
  return tryParse(() => (isSuccess(receipt, transfer.txHash, header) ? transfer : null));
}

function parseTransfer(
  transaction: Record<string, unknown>,
  { hash: blockHash, number: blockNumber, time }: Header,
  treasuryKeys: TreasuryKeys,
): ChainTransfer | null {
  const from = getAddress(String(transaction["from"]));
  // A payment from the treasury to itself changes no balance.
  if (treasuryKeys.has(toAddressKey("ETH", from))) return null;
  const amountBase = readQuantity(transaction["value"]);
  if (amountBase === 0n) return null;
  const txHash = readHash(transaction["hash"]);
  if (readHash(transaction["blockHash"]) !== blockHash || readBlockNumber(transaction["blockNumber"]) !== blockNumber) {
    throw new Error("a transaction of another block");
  }
  checkSignature(transaction);
  return { txHash, index: 0, from, amountBase, reference: null, position: BigInt(blockNumber), ref: blockHash, time };
}

function isSuccess(receipt: Record<string, unknown>, txHash: string, { hash: blockHash }: Header): boolean {
  if (readHash(receipt["blockHash"]) !== blockHash) throw new Error("a receipt of another block");
  if (readHash(receipt["transactionHash"]) !== txHash) throw new Error("a receipt of another transaction");
  return readQuantity(receipt["status"]) === 1n;
}
