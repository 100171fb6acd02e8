import { MAX_TIME_S, readRecord } from "../nodeAnswers.ts";

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

export interface Header {
  number: number;
  hash: string;
  parentHash: string;
  time: Date;
}

export function readHeader(value: unknown): Header {
  const block = readRecord(value);
  return {
    number: readBlockNumber(block["number"]),
    hash: readHash(block["hash"]),
    parentHash: readHash(block["parentHash"]),
    time: readTime(block["timestamp"]),
  };
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
