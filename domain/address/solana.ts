import { type AddressMistake, findVisibleMistake } from "./addressMistake.ts";
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

/** What keeps a text from being a Solana address; null for one that has a canonical form. */
export function findSolanaMistake(text: string): AddressMistake | null {
  const visible = findVisibleMistake("Solana", text, null);
  if (visible !== null) return visible;
  const key = decodeBase58(text.trim(), 32);
  if (key === null) return "form";
  return isEd25519Key(key) ? null : "offCurve";
}
