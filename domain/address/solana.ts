import { decodeBase58 } from "./base58.ts";
import { isEd25519Key } from "./ed25519.ts";

/**
 * Brings a Solana address into its usual form, base58 of 32 bytes. Answers null for anything else, and for an address
 * that has no key, such as one that a program derived.
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
