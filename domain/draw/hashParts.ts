import { sha256 } from "@noble/hashes/sha256";

/** SHA-256 of bytes and texts, one after the other. */
export function hashParts(...parts: readonly (Uint8Array | string)[]): Uint8Array {
  const hash = sha256.create();
  for (const part of parts) hash.update(part);
  return hash.digest();
}
