import { createPrivateKey, createPublicKey, sign } from "node:crypto";
import type { Signer } from "./signer.ts";

/** What stands before the seed in a private key of Ed25519 (PKCS#8, RFC 8410). */
const PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

/** Signs with a private key of Ed25519 in this process: a seed of 32 bytes. */
export function createSeedSigner(seed: Uint8Array): Signer {
  const key = createKey(seed);
  return {
    algorithm: "ed25519",
    sign: async (bytes) => sign(null, bytes, key),
  };
}

/** The public key of a seed: 32 bytes. */
export function readPublicKey(seed: Uint8Array): Buffer {
  const { x = "" } = createPublicKey(createKey(seed)).export({ format: "jwk" });
  return Buffer.from(x, "base64url");
}

function createKey(seed: Uint8Array) {
  return createPrivateKey({ key: Buffer.concat([PREFIX, seed]), format: "der", type: "pkcs8" });
}
