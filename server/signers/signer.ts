/**
 * Signs what leaves a treasury. The key stays behind it: in this process (`keySigner`), in another one
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
