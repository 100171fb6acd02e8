import { decodeBase58 } from "#domain/address/base58.ts";
import { isSigned } from "#server/crypto/isSigned.ts";

/** Whether the key of `address` made `signature` (base58) over `message`: the key is the address itself. */
export function isSolanaProof(message: string, signature: string, address: string): boolean {
  const bytes = decodeBase58(signature, 64);
  return bytes !== null && isSignedBy(Buffer.from(message), bytes, address);
}

/** Whether the key of an address signed these bytes. */
export function isSignedBy(bytes: Uint8Array, signature: Uint8Array, address: string): boolean {
  const key = decodeBase58(address, 32);
  return key !== null && isSigned(bytes, signature, key);
}
