import { decodeBase58 } from "#domain/address/base58.ts";
import { encodeBase58 } from "#domain/address/encodeBase58.ts";
import { readPublicKey } from "#server/signers/seedSigner.ts";

const SEED_BYTES = 32;

/** The treasury of `npm start`. */
const PUBLIC_ADDRESS = "B9rhrauGbRBtbxhi8d2HUvFBavqvip5WLSHoqc49TJ1U";

/** Whether everyone knows the private key of this address. */
export function isPublicTreasury(address: string): boolean {
  return address === PUBLIC_ADDRESS;
}

export interface TreasuryKey {
  seed: Uint8Array;
  address: string;
}

/**
 * Reads a key as wallets export it: base58 of 64 bytes, the seed and then the public key. Null for anything else, and
 * where the two do not belong together.
 */
export function readTreasuryKey(key: string): TreasuryKey | null {
  const bytes = decodeBase58(key, 2 * SEED_BYTES);
  if (bytes === null) return null;
  const seed = bytes.subarray(0, SEED_BYTES);
  const publicKey = readPublicKey(seed);
  return publicKey.equals(bytes.subarray(SEED_BYTES)) ? { seed, address: encodeBase58(publicKey) } : null;
}
