import type { Header } from "../chainKind.ts";
import { readRecord } from "../nodeAnswers.ts";
import { createRequire } from "node:module";
import type { utils } from "tronweb";

const require = createRequire(import.meta.url);

/**
 * What the network's own library reads and writes. It is loaded with its first use: its modules are a third of all that a
 * server would load at its start, and one without Tron needs none of them.
 */
export function loadLibrary(): typeof utils {
  return (require("tronweb") as { utils: typeof utils }).utils;
}

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

export interface Block extends Header {
  parentHash: string;
}

/** Its hash is the block's id. Throws for a block of another number than the one that was asked for. */
export function readHeader(value: unknown, asked: number | null): Block {
  const block = readRecord(value);
  const raw = readRecord(readRecord(block["block_header"])["raw_data"]);
  const hash = readHash(block["blockID"]);
  const position = readBlockNumber(raw["number"]);
  if (BigInt(`0x${hash.slice(0, 16)}`) !== BigInt(position)) throw new Error("a block whose id has another number");
  if (asked !== null && position !== asked) throw new Error("the node answered another block");
  return { position, hash, parentHash: readHash(raw["parentHash"]), time: readTime(raw["timestamp"]) };
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

/** Parses a transaction's id into lower-case hex without 0x, the form in which transfers are stored. Null for any other text. */
export function parseTxId(text: string): string | null {
  return /^(0x)?[0-9a-fA-F]{64}$/.test(text) ? text.slice(-64).toLowerCase() : null;
}

/** The 21 bytes of an address in hex, as nodes write it. Throws on another checksum. */
export function toHexAddress(address: string): string {
  return loadLibrary().address.toHex(address);
}

/** An address in base58check. */
export function toBase58Address(hexAddress: string): string {
  return loadLibrary().address.fromHex(hexAddress);
}

/** The address in hex whose key signed these 32 bytes. Throws on a malformed signature. */
export function recoverSigner(digest: Uint8Array, signature: Uint8Array): string {
  const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
  return loadLibrary().crypto.ecRecover(toHex(digest), toHex(signature)).toLowerCase();
}
