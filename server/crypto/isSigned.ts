import { createPublicKey, verify } from "node:crypto";
import { isEd25519Key } from "#domain/address/ed25519.ts";

/** Whether an Ed25519 signature of a message is that of a key. False for a key of small order, which signs everything. */
export function isSigned(message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean {
  if (publicKey.length !== 32 || !isEd25519Key(publicKey)) return false;
  const x = Buffer.from(publicKey).toString("base64url");
  return verify(null, message, createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" }), signature);
}

/** The same, all in hex. */
export function isSignedInHex(message: string, signature: string, publicKey: string): boolean {
  return isSigned(Buffer.from(message, "hex"), Buffer.from(signature, "hex"), Buffer.from(publicKey, "hex"));
}
