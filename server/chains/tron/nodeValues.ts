import { readRecord } from "../nodeAnswers.ts";

/** The largest amount, a signed number of 64 bits. */
const MAX_AMOUNT = 2n ** 63n - 1n;
/** The last millisecond that a Date can represent. */
const MAX_TIME_MS = 8_640_000_000_000_000;

/** Whether the node answered that there is no such thing. */
export function isNothing(value: unknown): boolean {
  return !Array.isArray(value) && Object.keys(readRecord(value)).length === 0;
}

/** Base units. The API leaves zeros out. */
export function readAmount(value: unknown): bigint {
  if (value === undefined) return 0n;
  const isWhole = typeof value === "number" && Number.isSafeInteger(value);
  const amount = isWhole || isDigits(value) ? BigInt(value) : -1n;
  if (amount < 0n || amount > MAX_AMOUNT) throw new Error("an amount that is not a whole number");
  return amount;
}

function isDigits(value: unknown): value is string {
  return typeof value === "string" && /^[0-9]{1,19}$/.test(value);
}

export function readHash(value: unknown): string {
  if (typeof value !== "string" || !/^[0-9a-f]{64}$/i.test(value)) {
    throw new Error("a hash that is not 32 bytes long");
  }
  return value.toLowerCase();
}

export interface Header {
  number: number;
  /** The block's id. */
  hash: string;
  parentHash: string;
  time: Date;
}

export function readHeader(value: unknown): Header {
  const block = readRecord(value);
  const raw = readRecord(readRecord(block["block_header"])["raw_data"]);
  const hash = readHash(block["blockID"]);
  const number = readBlockNumber(raw["number"]);
  if (BigInt(`0x${hash.slice(0, 16)}`) !== BigInt(number)) throw new Error("a block whose id has another number");
  return { number, hash, parentHash: readHash(raw["parentHash"]), time: readTime(raw["timestamp"]) };
}

export function readBlockNumber(value: unknown): number {
  return readWhole(value, Number.MAX_SAFE_INTEGER);
}

/** The API leaves zeros out. */
function readWhole(value: unknown, max: number): number {
  const number = value ?? 0;
  if (typeof number !== "number" || !Number.isSafeInteger(number) || number < 0 || number > max) {
    throw new Error("a number that is not whole");
  }
  return number;
}

function readTime(value: unknown): Date {
  return new Date(readWhole(value, MAX_TIME_MS));
}
