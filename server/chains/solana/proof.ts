import { createPublicKey, verify } from "node:crypto";
import { decodeBase58 } from "#domain/address/base58.ts";
import { isEd25519Key } from "#domain/address/ed25519.ts";

/** Whether the key of `address` made `signature` (base58) over `message`: the key is the address itself. */
export function isSolanaProof(message: string, signature: string, address: string): boolean {
  const bytes = decodeBase58(signature, 64);
  return bytes !== null && isSignedBy(Buffer.from(message), bytes, address);
}

/** Whether the key of an address signed these bytes. False for a key of small order, which signs everything. */
export function isSignedBy(bytes: Uint8Array, signature: Uint8Array, address: string): boolean {
  const key = decodeBase58(address, 32);
  if (key === null || !isEd25519Key(key) || signature.length !== 64) return false;
  try {
    const jwk = { kty: "OKP", crv: "Ed25519", x: Buffer.from(key).toString("base64url") };
    return verify(null, bytes, createPublicKey({ key: jwk, format: "jwk" }), signature);
  } catch {
    return false;
  }
}
