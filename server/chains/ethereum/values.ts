import type { Header } from "../chainKind.ts";
import { MAX_TIME_S, readRecord } from "../nodeAnswers.ts";
import type { Call } from "./network.ts";

/** The largest 256-bit quantity; it fits numeric(78,0). */
const MAX_QUANTITY = 2n ** 256n - 1n;

export function readQuantity(value: unknown): bigint {
  if (typeof value !== "string" || !/^0x[0-9a-f]{1,66}$/i.test(value)) {
    throw new Error("a quantity that is not a hex number");
  }
  const quantity = BigInt(value);
  if (quantity > MAX_QUANTITY) throw new Error("a quantity of more than 256 bits");
  return quantity;
}

export function readHash(value: unknown): string {
  if (typeof value !== "string" || !/^0x[0-9a-f]{64}$/i.test(value))
    throw new Error("a hash that is not 32 bytes long");
  return value.toLowerCase();
}

export interface Block extends Header {
  parentHash: string;
}

/** Throws for a block of another number than the one that was asked for. */
export function readHeader(value: unknown, asked: number | null): Block {
  const block = readRecord(value);
  const position = readBlockNumber(block["number"]);
  if (asked !== null && position !== asked) throw new Error("the node answered another block");
  return {
    position,
    hash: readHash(block["hash"]),
    parentHash: readHash(block["parentHash"]),
    time: readTime(block["timestamp"]),
  };
}

/** The canonical block at a number, or null where the chain is shorter. */
export async function findNumberedHeader(call: Call, position: number): Promise<Block | null> {
  const block = await call("eth_getBlockByNumber", [toQuantity(position), false]);
  return block === null ? null : readHeader(block, position);
}

export async function readNumberedHeader(call: Call, position: number): Promise<Block> {
  const block = await findNumberedHeader(call, position);
  if (block === null) throw new Error("it does not have the block yet");
  return block;
}

export function readBlockNumber(value: unknown): number {
  const number = readQuantity(value);
  if (number > BigInt(Number.MAX_SAFE_INTEGER)) throw new Error("a block number that is too large");
  return Number(number);
}

function readTime(value: unknown): Date {
  const seconds = readQuantity(value);
  if (seconds > MAX_TIME_S) throw new Error("a block time that no date can represent");
  return new Date(Number(seconds) * 1_000);
}

export function toQuantity(value: number): string {
  return `0x${value.toString(16)}`;
}

/**
 * Parses a transaction hash into lower-case hex with 0x, the form in which transfers are stored. Null for any other
 * text.
 */
export function parseTxId(text: string): string | null {
  return /^0x[0-9a-fA-F]{64}$/.test(text) ? text.toLowerCase() : null;
}
