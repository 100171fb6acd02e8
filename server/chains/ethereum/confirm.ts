import type { BlockReading } from "../compareBlocks.ts";
import { type Header, readHash, readHeader, toQuantity } from "./nodeValues.ts";
import { readTransfer } from "./readBlock.ts";
import type { Call } from "./pool.ts";
import type { TreasuryKeys } from "./treasury.ts";
import { readRecord } from "../nodeAnswers.ts";

export interface AskedTransfer {
  txHash: string;
  blockNumber: number;
  treasuryKeys: TreasuryKeys;
}

/** The header of the canonical block at that number. */
export async function readNumberedHeader(call: Call, blockNumber: number): Promise<Header> {
  const header = readHeader(await call("eth_getBlockByNumber", [toQuantity(blockNumber), false]));
  if (header.number !== blockNumber) throw new Error("the node answered another block");
  return header;
}

/**
 * Reads header, transaction and receipt again. Throws if the endpoint does not have the block yet; a missing
 * transaction is a valid result.
 */
export async function readAgain(
  call: Call,
  { txHash, blockNumber, treasuryKeys }: AskedTransfer,
): Promise<BlockReading> {
  const header = await readNumberedHeader(call, blockNumber);
  const raw = await call("eth_getTransactionByHash", [txHash]);
  if (raw === null) return { ref: header.hash, transfer: null };
  const transaction = readRecord(raw);
  if (readHash(transaction["hash"]) !== txHash) throw new Error("the node answered another transaction");
  const isHere = typeof transaction["blockHash"] === "string" && readHash(transaction["blockHash"]) === header.hash;
  const transfer = isHere ? await readTransfer(call, transaction, header, treasuryKeys) : null;
  return { ref: header.hash, transfer };
}
