import { decodeBase58 } from "./base58.ts";
import { isEd25519Key } from "./ed25519.ts";

/**
 * Converts a Solana address into its canonical form, base58 of 32 bytes. Returns null for anything else, and for an
 * address without a key, such as one derived by a program.
 */
export function normalizeSolanaAddress(text: string): string | null {
  const address = text.trim();
  const key = decodeBase58(address, 32);
  return key !== null && isEd25519Key(key) ? address : null;
}

/** An address has one spelling. */
export function toSolanaAddressKey(address: string): string {
  return address;
}
