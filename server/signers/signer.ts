import { SigningKey } from "ethers/crypto";
import { getBytes } from "ethers/utils";
import { readSeed } from "#server/crypto/ed25519.ts";

/**
 * Signs what leaves a treasury. The key stays behind it: in this process, in another one
 * (`remoteSigner`), or in a key service (`kmsSigner`).
 */
export interface Signer {
  /**
   * secp256k1 takes a digest of 32 bytes and answers r, s and v (27 or 28): 65 bytes. ed25519 takes the message itself
   * and answers 64 bytes. Rejects while the key cannot be used.
   */
  readonly algorithm: "secp256k1" | "ed25519";
  sign(bytes: Uint8Array): Promise<Uint8Array>;
}

/** Signs with a private key of secp256k1 in this process: 0x and 64 hex digits. */
export function createKeySigner(privateKey: string): Signer {
  const key = new SigningKey(privateKey);
  return {
    algorithm: "secp256k1",
    sign: async (digest) => getBytes(key.sign(digest).serialized),
  };
}

/** Signs with a private key of Ed25519 in this process: a seed of 32 bytes. */
export function createSeedSigner(seed: Uint8Array): Signer {
  const key = readSeed(seed);
  return {
    algorithm: "ed25519",
    sign: async (bytes) => key.sign(bytes),
  };
}
