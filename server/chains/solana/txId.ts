import { decodeBase58 } from "#domain/address/base58.ts";

const SIGNATURE_BYTES = 64;

/** A transaction's id is its first signature, base58 of 64 bytes, which has one spelling. Null for any other text. */
export function parseSolanaTxId(text: string): string | null {
  return decodeBase58(text, SIGNATURE_BYTES) === null ? null : text;
}
