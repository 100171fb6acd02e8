import type { ChainTransfer, PositionConfirmation, TransferConfirmation } from "#server/chains/chain.ts";
import { type Header, readHash, readHeader, readRecord, toQuantity } from "./nodeValues.ts";
import { readTransfer } from "./readBlock.ts";
import type { Call } from "./rpcPool.ts";

/** One endpoint's reading of a transaction at settlement. */
interface Reading {
  /** The hash of the canonical block at that number. */
  ref: string;
  /** The transaction's transfer in this block; null if there is none. */
  transfer: ChainTransfer | null;
}

export interface AskedTransfer {
  txHash: string;
  blockNumber: number;
  treasuryKey: string;
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
export async function readAgain(call: Call, { txHash, blockNumber, treasuryKey }: AskedTransfer): Promise<Reading> {
  const header = await readNumberedHeader(call, blockNumber);
  const raw = await call("eth_getTransactionByHash", [txHash]);
  if (raw === null) return { ref: header.hash, transfer: null };
  const transaction = readRecord(raw);
  if (readHash(transaction["hash"]) !== txHash) throw new Error("the node answered another transaction");
  const isHere = typeof transaction["blockHash"] === "string" && readHash(transaction["blockHash"]) === header.hash;
  const transfer = isHere ? await readTransfer(call, transaction, header, treasuryKey) : null;
  return { ref: header.hash, transfer };
}

/** Agreed if hash and time of all headers are equal. */
export function compareHeaders(headers: readonly Header[]): PositionConfirmation {
  const [first] = headers;
  if (first === undefined) throw new Error("nothing was read");
  const described = headers.map(({ hash, time }) => `${hash} of ${time.toISOString()}`);
  if (new Set(described).size > 1) return { kind: "disputed", reason: described.join(" against ") };
  return { kind: "agreed", ref: first.hash, time: first.time };
}

/** Agreed if all readings are equal. */
export function compareReadings(readings: readonly Reading[]): TransferConfirmation {
  const [first] = readings;
  if (first === undefined) throw new Error("nothing was read");
  if (readings.some((reading) => describe(reading) !== describe(first))) {
    return { kind: "disputed", reason: readings.map(describe).join(" against ") };
  }
  return { kind: "agreed", ...first };
}

function describe({ ref, transfer }: Reading): string {
  if (transfer === null) return `no transfer in block ${ref}`;
  return `${transfer.amountBase} from ${transfer.from} in block ${ref} of ${transfer.time.toISOString()}`;
}
