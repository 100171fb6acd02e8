import { decodeBase58 } from "#domain/address/base58.ts";
import { isSignedBy } from "./isSignedBy.ts";

/** Whether the key of `address` made `signature` (base58) over `message`: the key is the address itself. */
export function isSolanaProof(message: string, signature: string, address: string): boolean {
  const bytes = decodeBase58(signature, 64);
  return bytes !== null && isSignedBy(Buffer.from(message), bytes, address);
}
