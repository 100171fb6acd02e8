import { decodeBase58 } from "#domain/address/base58.ts";

const MOST_BYTES = 1_300;

/** Decodes base58 of any length that a node is sent. Null for other characters. */
export function decodeAnyBase58(text: string): Uint8Array | null {
  // A character holds 0.733 bytes, a leading 1 a whole one.
  const ones = /^1*/u.exec(text)?.[0].length ?? 0;
  const least = ones + Math.floor((text.length - ones) * 0.732);
  for (let length = least; length <= Math.min(least + 8, MOST_BYTES); length += 1) {
    const bytes = decodeBase58(text, length);
    if (bytes !== null) return bytes;
  }
  return null;
}
