import { decodeBase58 } from "#domain/address/base58.ts";
import { readRecord, readWhole } from "../nodeAnswers.ts";

const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;

export function readText(value: unknown): string {
  if (typeof value !== "string") throw new Error("an answer that is not a text");
  return value;
}

/** Lamports, which are numbers in JSON: beyond 2^53 they are refused, not rounded. */
export function readLamports(value: unknown): bigint {
  return BigInt(readWhole(value));
}

/** An address or a hash: base58 of 32 bytes. */
export function readKey(value: unknown): string {
  const text = readText(value);
  if (decodeBase58(text, KEY_BYTES) === null) throw new Error("a key that is not 32 bytes long");
  return text;
}

/** The value of an answer that names the slot it was read at. */
export function readContext(answer: unknown): { slot: number; value: unknown } {
  const { context, value } = readRecord(answer);
  return { slot: readWhole(readRecord(context)["slot"]), value };
}

/** A transaction's id is its first signature, base58 of 64 bytes, which has one spelling. Null for any other text. */
export function parseTxId(text: string): string | null {
  return decodeBase58(text, SIGNATURE_BYTES) === null ? null : text;
}
